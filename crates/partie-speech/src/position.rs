//! Positions in sentences.

use partie_core::{BoardId, Boards, CastlingSide, Color, Piece, Position, Role, Square, Variant};

use crate::{Speech, SpeechLanguage, sentence};

/// The order in which pieces are listed.
const ORDER: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Speech {
    /// Describes a position, a sentence each: the pieces of both sides, pieces in hand, the side to
    /// move, castling rights, en passant, and check or mate.
    ///
    /// ```
    /// use partie_formats::fen;
    /// use partie_speech::Speech;
    /// let position = fen::parse_position("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", None).value;
    /// assert_eq!(Speech::default().position(&position), [
    ///     "White: king e1, rook h1, pawn a2.",
    ///     "Black: king e8.",
    ///     "White to move.",
    ///     "White may castle kingside.",
    /// ]);
    /// ```
    #[must_use]
    pub fn position(self, position: &Position) -> Vec<String> {
        let mut said = self.pieces_and_turn(position);
        if position.problem().is_some() {
            return said;
        }
        let mover = position.turn();
        let side = self.side_of_sentence(mover);
        if position.is_checkmate() {
            let mated = self.pick([
                "is checkmated",
                "sont échec et mat",
                "ist matt",
                "dostal mat",
                "han recibido mate",
                "ha subito scacco matto",
                "staat mat",
                "dostały mata",
                "получили мат",
            ]);
            said.push(sentence(&format!("{side} {mated}")));
        } else if position.is_stalemate() && position.variant() != Variant::Bughouse {
            said.push(
                self.pick([
                    "Stalemate.",
                    "Pat.",
                    "Patt.",
                    "Pat.",
                    "Ahogado.",
                    "Stallo.",
                    "Pat.",
                    "Pat.",
                    "Пат.",
                ])
                .to_owned(),
            );
        } else if position.is_check() {
            let check = self.pick([
                "is in check",
                "sont en échec",
                "steht im Schach",
                "je v šachu",
                "están en jaque",
                "è sotto scacco",
                "staat schaak",
                "są w szachu",
                "под шахом",
            ]);
            said.push(sentence(&format!("{side} {check}")));
        }
        said
    }

    /// The board of a game, or the two of bughouse one after the other.
    #[must_use]
    pub fn boards(self, boards: &Boards) -> Vec<String> {
        match boards {
            Boards::One(position) => self.position(position),
            Boards::Two(two) => BoardId::ALL
                .into_iter()
                .flat_map(|id| {
                    let mut said = vec![sentence(&self.board(id))];
                    said.extend(self.position(two.board(id)));
                    said
                })
                .collect(),
        }
    }

    fn pieces_and_turn(self, position: &Position) -> Vec<String> {
        if position.is_unread() {
            let words = self.pick([
                "The position could not be read.",
                "La position n’a pas pu être lue.",
                "Die Stellung konnte nicht gelesen werden.",
                "Pozici nebylo možné přečíst.",
                "La posición no se pudo leer.",
                "La posizione non è leggibile.",
                "De stelling kon niet worden gelezen.",
                "Pozycji nie udało się odczytać.",
                "Позицию прочитать не удалось.",
            ]);
            return vec![words.to_owned()];
        }
        let mut said = Vec::new();
        for color in [Color::White, Color::Black] {
            said.push(self.army(position, color));
        }
        if position.variant().has_drops() {
            for color in [Color::White, Color::Black] {
                said.push(self.hand(position, color));
            }
        }
        if let Some(checks) =
            position.remaining_checks().filter(|_| position.variant() == Variant::ThreeCheck)
        {
            let given = |color: Color| {
                let given = 3_u32.saturating_sub(u32::from(*checks.get(color)));
                format!("{} {given}", self.side(color))
            };
            let label = self.pick([
                "checks given:",
                "échecs donnés :",
                "gegebene Schachs:",
                "dané šachy:",
                "jaques dados:",
                "scacchi dati:",
                "gegeven schaaks:",
                "dane szachy:",
                "дано шахов:",
            ]);
            said.push(sentence(&format!(
                "{label} {}, {}",
                given(Color::White),
                given(Color::Black)
            )));
        }
        if position.problem().is_some() {
            said.push(
                self.pick([
                    "This position cannot be played.",
                    "Cette position ne peut pas être jouée.",
                    "Diese Stellung kann nicht gespielt werden.",
                    "Tuto pozici nelze hrát.",
                    "Esta posición no se puede jugar.",
                    "Questa posizione non può essere giocata.",
                    "Deze stelling kan niet worden gespeeld.",
                    "Tej pozycji nie można rozegrać.",
                    "Эту позицию нельзя играть.",
                ])
                .to_owned(),
            );
        }
        let mover = self.side(position.turn());
        said.push(sentence(&match self.language {
            SpeechLanguage::English => format!("{mover} to move"),
            SpeechLanguage::French => format!("trait aux {mover}"),
            SpeechLanguage::German => format!("{mover} am Zug"),
            SpeechLanguage::Czech => format!("{mover} na tahu"),
            SpeechLanguage::Spanish => format!("juegan las {mover}"),
            SpeechLanguage::Italian => format!("muove il {mover}"),
            SpeechLanguage::Dutch => format!("{mover} aan zet"),
            SpeechLanguage::Polish => format!("{mover} na posunięciu"),
            // The genitive.
            SpeechLanguage::Russian => {
                format!("ход {}", position.turn().fold_wb("белых", "чёрных"))
            }
        }));
        said.extend(
            [Color::White, Color::Black].iter().filter_map(|c| self.castling(position, *c)),
        );
        if let Some(square) = position.legal_en_passant() {
            let words = self.pick([
                "en passant is possible on",
                "prise en passant possible en",
                "Schlagen im Vorbeigehen möglich auf",
                "je možné brát mimochodem na",
                "es posible capturar al paso en",
                "è possibile la presa en passant in",
                "en passant slaan is mogelijk op",
                "możliwe bicie w przelocie na",
                "возможно взятие на проходе на",
            ]);
            said.push(sentence(&format!("{words} {}", self.square(square))));
        }
        said
    }

    /// The pieces of a side on their squares.
    fn army(self, position: &Position, color: Color) -> String {
        let mut groups = Vec::new();
        for role in ORDER {
            let mut squares: Vec<Square> =
                position.board().by_piece(Piece { color, role }).into_iter().collect();
            squares.sort_by_key(|s| (s.file(), s.rank()));
            if !squares.is_empty() {
                groups.push(self.placed(role, &squares));
            }
        }
        if groups.is_empty() {
            let nothing = self.pick([
                "no pieces",
                "aucune pièce",
                "keine Figuren",
                "žádné figury",
                "sin piezas",
                "nessun pezzo",
                "geen stukken",
                "brak bierek",
                "нет фигур",
            ]);
            groups.push(nothing.to_owned());
        }
        sentence(&self.labelled(self.side(color), &groups.join(", ")))
    }

    /// The pieces in hand of a side.
    fn hand(self, position: &Position, color: Color) -> String {
        let pockets = position.pockets().unwrap_or_default();
        let hand = pockets.get(color);
        let mut pieces: Vec<_> = ORDER
            .iter()
            .filter(|role| hand[**role] > 0)
            .map(|role| self.pieces(*role, hand[*role]))
            .collect();
        if pieces.is_empty() {
            pieces.push(
                self.pick([
                    "nothing",
                    "rien",
                    "nichts",
                    "nic",
                    "nada",
                    "niente",
                    "niets",
                    "nic",
                    "ничего",
                ])
                .to_owned(),
            );
        }
        let side = self.side(color);
        let label = match self.language {
            SpeechLanguage::English => format!("{side} in hand"),
            SpeechLanguage::French => format!("{side} en main"),
            SpeechLanguage::German => format!("{side} auf der Hand"),
            SpeechLanguage::Czech => format!("{side} v ruce"),
            SpeechLanguage::Spanish => format!("{side} en mano"),
            SpeechLanguage::Italian => format!("{side} in mano"),
            SpeechLanguage::Dutch => format!("{side} in de hand"),
            SpeechLanguage::Polish => format!("{side} mają w ręce"),
            SpeechLanguage::Russian => {
                format!("у {} в руке", color.fold_wb("белых", "чёрных"))
            }
        };
        sentence(&self.labelled(&label, &pieces.join(", ")))
    }

    fn castling(self, position: &Position, color: Color) -> Option<String> {
        let may = |side| position.castling_rook(color, side).is_some();
        let words = match (may(CastlingSide::KingSide), may(CastlingSide::QueenSide)) {
            (false, false) => return None,
            (true, false) => [
                "may castle kingside",
                "peuvent faire le petit roque",
                "darf kurz rochieren",
                "může udělat malou rošádu",
                "pueden enrocar corto",
                "può arroccare corto",
                "mag kort rokeren",
                "mogą wykonać krótką roszadę",
                "могут сделать короткую рокировку",
            ],
            (false, true) => [
                "may castle queenside",
                "peuvent faire le grand roque",
                "darf lang rochieren",
                "může udělat velkou rošádu",
                "pueden enrocar largo",
                "può arroccare lungo",
                "mag lang rokeren",
                "mogą wykonać długą roszadę",
                "могут сделать длинную рокировку",
            ],
            (true, true) => [
                "may castle on both sides",
                "peuvent faire les deux roques",
                "darf kurz und lang rochieren",
                "může udělat malou i velkou rošádu",
                "pueden enrocar corto y largo",
                "può arroccare corto e lungo",
                "mag kort en lang rokeren",
                "mogą wykonać obie roszady",
                "могут рокировать в обе стороны",
            ],
        };
        Some(sentence(&format!("{} {}", self.side_of_sentence(color), self.pick(words))))
    }

    /// A side as the subject of a sentence: some languages want an article.
    pub(crate) fn side_of_sentence(self, color: Color) -> String {
        match self.language {
            SpeechLanguage::French => format!("les {}", self.side(color)),
            SpeechLanguage::Spanish => format!("las {}", self.side(color)),
            SpeechLanguage::Italian => format!("il {}", self.side(color)),
            _ => self.side(color).to_owned(),
        }
    }
}
