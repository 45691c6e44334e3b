# scid at work, in its own interpreter:
#
#   tkscid scid.tcl import FILE.pgn BASE           into a new base; prints `games N`
#   tkscid scid.tcl export FILE.pgn BASE OUT.pgn   the same, and out of it as PGN again
#   tkscid scid.tcl version

set task [lindex $argv 0]
if {$task eq "version"} {
    puts [sc_info version]
    exit 0
}
lassign [lrange $argv 1 end] file name out
set base [sc_base create SCID4 $name]
lassign [sc_base import $base $file] games warnings
puts "games $games"
if {$warnings ne ""} {
    puts stderr $warnings
}
if {$task eq "export"} {
    set channel [open $out w]
    fconfigure $channel -encoding utf-8
    for {set i 1} {$i <= $games} {incr i} {
        sc_game load $i
        puts $channel [sc_game pgn -tags 1 -comments 1 -var 1 -width 75]
        puts $channel ""
    }
    close $channel
}
sc_base close $base
exit 0
