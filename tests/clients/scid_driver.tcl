# Scid as it is, driven through its own commands: a guest logs in, sees a seek, plays, observes.
# Arguments: port, report file. What Scid knows is written into the report, line by line.
namespace eval drive {}
lassign $::argv ::drive::port ::drive::report
set ::argv {}
set ::argc 0
source [file normalize [expr {[info exists ::env(SCID)] ? $::env(SCID) : "/usr/games/scid"}]]

set ::drive::log [open $::drive::report w]
fconfigure $::drive::log -buffering line
proc say {words} { puts $::drive::log $words }
proc bgerror {message} { say "ERROR $message $::errorInfo" }
# A question would wait for a person.
rename tk_messageBox the_message_box
proc tk_messageBox {args} {
    array set box $args
    say "BOX [string map {\n { / }} $box(-message)]"
    if {[info exists box(-type)] && [string match yesno* $box(-type)]} { return yes }
    return ok
}
proc until {what condition} {
    for {set i 0} {$i < 600} {incr i} {
        if {[uplevel #0 [list expr $condition]]} { say "OK $what"; return }
        set ::drive::tick 0
        after 100 {set ::drive::tick 1}
        vwait ::drive::tick
    }
    say "MISSED $what"
    exit 1
}
proc console {} { return [.fics.f.top.fconsole.f1.console get 1.0 end] }
proc heard {words} { return [expr {[string first $words [console]] >= 0}] }

after 500 {
    set ::fics::server 127.0.0.1
    set ::fics::port_fics $::drive::port
    set ::fics::use_timeseal 0
    set ::fics::usedefaultvars 1
    ::fics::connect guest ""
    until "logged in" {[heard "Starting FICS session"]}
    until "named" {[string match Guest????* $::fics::reallogin]}
    say "NAME $::fics::reallogin"
    until "style 12" {[heard "Style 12 set."]}
    # The test posts a seek; it comes as a line for programs.
    until "seek" {[llength $::fics::seeklist] == 1}
    array set ad [lindex $::fics::seeklist 0]
    say "SEEK $ad(name_from) $ad(time) $ad(increment) $ad(type)"
    # The list of ads and of games.
    ::fics::updateOffers
    until "sought" {$::fics::sought == 0 && [llength $::fics::soughtlist] == 1}
    ::fics::play $ad(index)
    until "playing" {[heard "Creating: "] && $::fics::playing != 0}
    foreach ::drive::move {e4 Bc4 Qh5 Qxf7} {
        until "turn for $::drive::move" {$::fics::playing == 1 && [sc_pos side] eq "white"}
        # As by a hand on the board.
        addSanMove $::drive::move
        until "$::drive::move on the board" {[string match "*$::drive::move*" [sc_game moves]]}
    }
    until "mate" {[heard "checkmated"]}
    say "MOVES [sc_game moves]"
    say "RESULT [sc_game tags get Result]"
    say "PLAYERS [sc_game info white] [sc_game info black]"
    # Two others play; Scid watches, with the moves before.
    until "called" {[heard "Dora(U) tells you: Watch me"]}
    set ::fics::waitForMoves ""
    ::fics::writechan "observe dora"
    until "observing" {[heard "You are now observing game"]}
    until "the position" {[sc_pos side] == "black" && [string match "*2P1P3*" [sc_pos fen]]}
    say "OBSERVED [sc_game info white] [sc_game moves]"
    say "DONE"
    update
}
