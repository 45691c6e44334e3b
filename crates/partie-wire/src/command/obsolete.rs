//! Commands of other servers that this one lacks. They are known by name, so that a player gets a
//! clear answer; they have FICS's numbers in block mode, if any.

use super::ratings::RatingsCommand;

macro_rules! obsolete {
    ($($name:literal $code:literal)*) => {
        commands! {
            RatingsCommand: $($name $code => |args| {
                args.rest();
                Some(RatingsCommand::Obsolete($name.to_owned()))
            }),*
        }
    };
}

obsolete! {
    "convert_bcf" 26
    "convert_elo" 27
    "convert_uscf" 28
    "mailhelp" 67
    "mailmess" 68
    "mailmoves" 69
    "mailoldmoves" 70
    "mailsource" 71
    "mailstored" 72
    "newbies" 160
    "oldstored" 82
    "pstat" 93
    "uscf" 141
    "aconfig" 0
    "acheckhelp" 0
    "adump" 0
    "areload" 0
    "rerank" 0
    "cnewse" 0
    "cnewsp" 0
    "canewsd" 0
    "canewse" 0
    "canewsf" 0
    "canewsi" 0
    "canewsp" 0
    "canewst" 0
}
