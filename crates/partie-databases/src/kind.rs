//! Kinds of databases, by the names of their files.

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseKind {
    /// Scid 4, or Scid 3 (`si3`), which has the same layout.
    Scid4,
    /// Scid 5.
    Scid5,
    /// `ChessBase`.
    ChessBase,
}

/// Extensions of the main file and of the files beside it.
type Extensions = (&'static [&'static str], &'static [&'static str]);

/// Extensions of the files beside that of a `ChessBase` database.
const CHESSBASE: [&str; 30] = [
    "cba", "cbb", "cbc", "cbe", "cbg", "cbgi", "cbj", "cbl", "cbm", "cbp", "cbs", "cbt", "cbtt",
    "cib", "cib2", "cit", "cit2", "ckn", "cko", "ckn2", "cko2", "cpn", "cpo", "cpn2", "cpo2",
    "cfn", "cfo", "pgi", "flags", "ini",
];

impl DatabaseKind {
    /// All kinds.
    pub const ALL: [DatabaseKind; 3] =
        [DatabaseKind::Scid4, DatabaseKind::Scid5, DatabaseKind::ChessBase];

    /// Describes it in a few words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            DatabaseKind::Scid4 => "a Scid 4 database",
            DatabaseKind::Scid5 => "a Scid 5 database",
            DatabaseKind::ChessBase => "a ChessBase database",
        }
    }

    const fn extensions(self) -> Extensions {
        match self {
            DatabaseKind::Scid4 => (&["si4", "si3"], &["sn4", "sg4", "sn3", "sg3"]),
            DatabaseKind::Scid5 => (&["si5"], &["sn5", "sg5"]),
            DatabaseKind::ChessBase => (&["cbh"], &CHESSBASE),
        }
    }

    /// Returns the extensions that the main file may have.
    #[must_use]
    pub const fn main_extensions(self) -> &'static [&'static str] {
        self.extensions().0
    }

    /// Returns the kind of database whose main file has a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<DatabaseKind> {
        let extension = extension(name)?;
        DatabaseKind::ALL.into_iter().find(|kind| kind.extensions().0.contains(&&*extension))
    }

    /// Returns the kind of database that a file with a name is a part of, other than the main file.
    #[must_use]
    pub fn of_part(name: &str) -> Option<DatabaseKind> {
        let extension = extension(name)?;
        DatabaseKind::ALL.into_iter().find(|kind| kind.extensions().1.contains(&&*extension))
    }
}

fn extension(name: &str) -> Option<String> {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}
