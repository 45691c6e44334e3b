//! The phrases for moves, as data of one language.

use partie_core::{CastlingSide, Color, Role, Square};

use crate::action::{Action, Ending, SpokenMove};

/// Names of the pieces, from king to pawn, in one form of their language.
pub type PieceNames = [&'static str; 6];

/// The keys of [`PieceNames`], in its order.
const ROLES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

macro_rules! phrases {
    (
        texts { $($(#[$about:meta])* $text:ident,)* }
        names { $($(#[$form:meta])* $names:ident,)* }
    ) => {
        /// The phrases for moves in one language.
        ///
        /// Names in braces are places: `{piece}{from} to {to}`. Each may be left out, and stand in any
        /// order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct MovePhrases {
            $($(#[$about])* pub $text: &'static str,)*
            $($(#[$form])* pub $names: PieceNames,)*
        }

        impl MovePhrases {
            /// Collects phrases, given by their keys such as `capture` and `taken.queen`; `None` if
            /// one of them is missing. They last as long as the program.
            #[must_use]
            pub fn collect(mut phrase: impl FnMut(&str) -> Option<String>) -> Option<MovePhrases> {
                let mut kept = |key: &str| Some(&*phrase(key)?.leak());
                let mut names = |form: &str| {
                    let mut names = PieceNames::default();
                    for (name, role) in names.iter_mut().zip(ROLES) {
                        *name = kept(&format!("{form}.{role}"))?;
                    }
                    Some(names)
                };
                $(let $names = names(stringify!($names))?;)*
                $(let $text = kept(stringify!($text))?;)*
                Some(MovePhrases { $($text,)* $($names,)* })
            }

            /// Returns all phrases by their keys, as [`MovePhrases::collect`] asks for them.
            pub fn by_key(&self) -> impl Iterator<Item = (String, &'static str)> {
                let texts = [$((stringify!($text).to_owned(), self.$text)),*];
                let names = [$((stringify!($names), self.$names)),*];
                let names = names.into_iter().flat_map(|(form, names)| {
                    let key = move |role: &str| format!("{form}.{role}");
                    ROLES.map(key).into_iter().zip(names)
                });
                texts.into_iter().chain(names)
            }
        }
    };
}

phrases! {
    texts {
        /// A move with its number: `move {number}, {side}: {move}`.
        numbered,
        /// A numbered move on a board of bughouse: `board {board}, {move}`.
        on_board,
        /// White, who moves.
        white,
        /// Black, who moves.
        black,
        /// A null move.
        pass,
        /// Castling with the rook of the h-file.
        castle_kingside,
        /// Castling with the rook of the a-file.
        castle_queenside,
        /// A piece from the hand to a square: `drops {dropped} on {to}`.
        drop,
        /// The place of `{from}`, where it is said: ` from {square}`.
        from,
        /// A move without a capture: `{piece}{from} to {to}`.
        step,
        /// A move that takes a piece: `{piece}{from} takes {taken} on {to}`.
        capture,
        /// A pawn that takes in passing: `{piece}{from} takes on {to} en passant`.
        en_passant,
        /// Follows a move of a pawn that is promoted: `, promotes to {promoted}`.
        promotion,
        /// Follows a move that gives check.
        check,
        /// Follows a move that gives check with two pieces.
        double_check,
        /// Follows a move that mates.
        checkmate,
        /// Follows a move that stalemates.
        stalemate,
        /// Follows a move that wins by a rule of the variant.
        win,
    }
    names {
        /// Pieces that move, for `{piece}`.
        piece,
        /// Pieces that are taken, for `{taken}`.
        taken,
        /// Pieces that are dropped, for `{dropped}`.
        dropped,
        /// Pieces that a pawn becomes, for `{promoted}`.
        promoted,
    }
}

impl MovePhrases {
    pub(crate) const fn side(&self, color: Color) -> &'static str {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Describes a move and its result.
    pub(crate) fn say(&self, spoken: &SpokenMove, at: impl Fn(Square) -> String) -> String {
        let ending = match spoken.ending {
            Ending::None => "",
            Ending::Check => self.check,
            Ending::DoubleCheck => self.double_check,
            Ending::Mate => self.checkmate,
            Ending::Stalemate => self.stalemate,
            Ending::Win => self.win,
        };
        self.action(&spoken.action, at) + ending
    }

    fn action(&self, action: &Action, at: impl Fn(Square) -> String) -> String {
        match *action {
            Action::Pass => self.pass.to_owned(),
            Action::Castle(CastlingSide::KingSide) => self.castle_kingside.to_owned(),
            Action::Castle(CastlingSide::QueenSide) => self.castle_queenside.to_owned(),
            Action::Drop(role, to) => {
                filled(self.drop, &[("dropped", of(&self.dropped, role)), ("to", &at(to))])
            }
            Action::Step { role, from, to, taken, en_passant, promotion } => {
                let phrase = match taken {
                    _ if en_passant => self.en_passant,
                    Some(_) => self.capture,
                    None => self.step,
                };
                let from = from
                    .map_or_else(String::new, |from| filled(self.from, &[("square", &at(from))]));
                let taken = taken.map_or("", |role| of(&self.taken, role));
                let step = [
                    ("piece", of(&self.piece, role)),
                    ("from", &from),
                    ("taken", taken),
                    ("to", &at(to)),
                ];
                let promotion = promotion.map_or_else(String::new, |role| {
                    filled(self.promotion, &[("promoted", of(&self.promoted, role))])
                });
                filled(phrase, &step) + &promotion
            }
        }
    }
}

pub(crate) const fn of(names: &PieceNames, role: Role) -> &'static str {
    match role {
        Role::King => names[0],
        Role::Queen => names[1],
        Role::Rook => names[2],
        Role::Bishop => names[3],
        Role::Knight => names[4],
        Role::Pawn => names[5],
    }
}

/// A phrase with values in its places. Braces around other names stay.
pub(crate) fn filled(phrase: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(phrase.len() + 16);
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        out += before;
        let place = after.split_once('}').and_then(|(name, after)| {
            Some((values.iter().find(|(known, _)| *known == name)?.1, after))
        });
        rest = if let Some((value, after)) = place {
            out += value;
            after
        } else {
            out.push('{');
            after
        };
    }
    out + rest
}
