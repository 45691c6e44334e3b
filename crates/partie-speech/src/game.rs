//! Whole games in sentences.

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Nag, NodeId, Variant,
    annotation::commands,
    time::ClockTime,
    walk::{Walk, WalkEvent},
};

use crate::{Speech, Texts, finished, sentence};

impl Speech {
    /// Sentences before the moves: event, players, and the start position if it is not the
    /// standard one.
    #[must_use]
    pub fn introduction(self, game: &Game) -> Vec<String> {
        let tag = |name: &str| said(game.tags.get_ignoring_case(name)?);
        let mut lines = Vec::new();
        let mut tell = |label: Texts, value: Option<String>| {
            lines.extend(value.map(|value| sentence(&self.labelled(self.pick(label), &value))));
        };
        tell(
            [
                "event",
                "tournoi",
                "Turnier",
                "turnaj",
                "torneo",
                "torneo",
                "toernooi",
                "turniej",
                "турнир",
            ],
            tag("Event"),
        );
        tell(
            ["place", "lieu", "Ort", "místo", "lugar", "luogo", "plaats", "miejsce", "место"],
            tag("Site"),
        );
        let date = tag("Date").map(|date| date.parse().map_or(date, |date| self.date(date)));
        tell(["date", "date", "Datum", "datum", "fecha", "data", "datum", "data", "дата"], date);
        tell(
            ["round", "ronde", "Runde", "kolo", "ronda", "turno", "ronde", "runda", "тур"],
            tag("Round"),
        );
        let boards: &[Option<BoardId>] = match game.start {
            Boards::One(_) => &[None],
            Boards::Two(_) => &BoardId::ALL.map(Some),
        };
        for board in boards {
            for color in [Color::White, Color::Black] {
                let on = board.map_or_else(String::new, |board| board.to_string());
                let role = format!("{}{on}", color.fold_wb("White", "Black"));
                let rating = tag(&format!("{role}Elo")).filter(|r| r != "0").map(|rating| {
                    format!(
                        ", {} {rating}",
                        self.pick([
                            "rating",
                            "Elo",
                            "Wertung",
                            "rating",
                            "Elo",
                            "Elo",
                            "rating",
                            "ranking",
                            "рейтинг"
                        ])
                    )
                });
                let on = board.map_or_else(String::new, |id| format!(", {}", self.board(id)));
                if let Some(name) = tag(&role) {
                    let label = format!("{}{on}", self.side(color));
                    let value = name + &rating.unwrap_or_default();
                    lines.push(sentence(&self.labelled(&label, &value)));
                }
            }
        }
        let mut tell = |label: Texts, value: Option<String>| {
            lines.extend(value.map(|value| sentence(&self.labelled(self.pick(label), &value))));
        };
        tell(
            [
                "opening",
                "ouverture",
                "Eröffnung",
                "zahájení",
                "apertura",
                "apertura",
                "opening",
                "debiut",
                "дебют",
            ],
            tag("Opening"),
        );
        let variant = (!matches!(game.variant, Variant::Standard | Variant::FromPosition))
            .then(|| game.variant.name().to_owned());
        tell(
            [
                "variant",
                "variante",
                "Variante",
                "varianta",
                "variante",
                "variante",
                "variant",
                "odmiana",
                "разновидность",
            ],
            variant,
        );
        if game.start != Boards::start(game.variant) {
            let label = self.pick([
                "Start position:",
                "Position de départ :",
                "Ausgangsstellung:",
                "Výchozí pozice:",
                "Posición inicial:",
                "Posizione iniziale:",
                "Beginstelling:",
                "Pozycja początkowa:",
                "Начальная позиция:",
            ]);
            lines.push(label.to_owned());
            lines.extend(self.boards(&game.start));
        }
        lines
    }

    /// Returns the moves of a game with signs, clocks, comments and variations, and the result, one
    /// move a line. The lines are made lazily.
    #[must_use]
    pub fn moves(self, game: &Game) -> Moves<'_> {
        Moves { speech: self, game, walk: game.walk(), state: SpeechStage::Start }
    }

    /// A whole game: [`Speech::introduction`], then [`Speech::moves`].
    pub fn game(self, game: &Game) -> impl Iterator<Item = String> + '_ {
        self.introduction(game).into_iter().chain(self.moves(game))
    }

    /// The result of a game and the reason for it.
    #[must_use]
    pub fn game_result(self, game: &Game) -> String {
        let reason = game.termination.as_ref();
        match game.start {
            Boards::One(_) => self.result(game.outcome, reason),
            Boards::Two(_) => self.bughouse_result(game.outcome, reason),
        }
    }

    /// Sentences about a move besides the move itself: glyphs, clocks, evaluation,
    /// comments.
    #[must_use]
    pub fn annotations(self, game: &Game, node: NodeId) -> Vec<String> {
        let annotations = game.tree.annotations(node);
        let mut lines: Vec<String> = annotations
            .nags
            .iter()
            .filter(|nag| !is_diagram(**nag))
            .map(|nag| {
                let number = || {
                    let word = self.pick([
                        "sign", "signe", "Zeichen", "značka", "signo", "segno", "teken", "znak",
                        "знак",
                    ]);
                    format!("{word} {}", nag.0)
                };
                sentence(&self.nag(*nag).map_or_else(number, str::to_owned))
            })
            .collect();
        lines.extend(self.comments(game, node, CommentPlace::After));
        lines
    }

    fn comments(self, game: &Game, node: NodeId, place: CommentPlace) -> Vec<String> {
        let comments = &game.tree.annotations(node).comments;
        comments.iter().filter(|c| c.place == place).flat_map(|c| self.comment(game, c)).collect()
    }

    /// A comment: clocks and judgements in words, then its own words.
    fn comment(self, game: &Game, comment: &Comment) -> Vec<String> {
        let bughouse = matches!(game.start, Boards::Two(_));
        let clock = comment.clock().filter(|_| bughouse).map(ClockTime);
        let mut lines = Vec::new();
        let mut words = String::new();
        let mut at = 0;
        for command in commands(&comment.text) {
            words.push_str(&comment.text[at..command.span.start]);
            words.push(' ');
            at = command.span.end;
            if let Some(eval) = command.eval() {
                lines.push(sentence(&self.evaluation(eval)));
            }
            if let Some(time) = command.milliseconds().map(ClockTime) {
                match command.name {
                    "clk" if clock.is_none() => lines.push(sentence(&self.clock(time))),
                    "emt" => lines.push(sentence(&self.time_taken(time))),
                    _ => {}
                }
            }
        }
        words.push_str(&comment.text[at..]);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match clock {
            Some(clock) => lines.insert(0, sentence(&self.clock(clock))),
            None if words.is_empty() => {}
            None => {
                let label = self.pick([
                    "Comment:",
                    "Commentaire :",
                    "Kommentar:",
                    "Komentář:",
                    "Comentario:",
                    "Commento:",
                    "Commentaar:",
                    "Komentarz:",
                    "Комментарий:",
                ]);
                lines.push(finished(format!("{label} {words}")));
            }
        }
        lines
    }

    /// `Variation, level 2.`, and its end.
    fn variation(self, depth: usize, ends: bool) -> String {
        let words = self.pick(if ends {
            [
                "end of variation",
                "fin de la variante",
                "Ende der Variante",
                "konec varianty",
                "fin de la variante",
                "fine della variante",
                "einde van de variant",
                "koniec wariantu",
                "конец варианта",
            ]
        } else {
            [
                "variation",
                "variante",
                "Variante",
                "varianta",
                "variante",
                "variante",
                "variant",
                "wariant",
                "вариант",
            ]
        });
        match depth {
            0 | 1 => sentence(words),
            _ => {
                let level = self.pick([
                    "level",
                    "niveau",
                    "Stufe",
                    "úroveň",
                    "nivel",
                    "livello",
                    "niveau",
                    "poziom",
                    "уровень",
                ]);
                sentence(&format!("{words}, {level} {depth}"))
            }
        }
    }
}

/// Returns the value of a tag, unless it is empty or unknown.
fn said(value: &str) -> Option<String> {
    let nothing = value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' ' | '*'));
    (!nothing).then(|| value.trim().to_owned())
}

/// Returns true if a NAG asks for a diagram of the position (`ChessBase`, `$220` and
/// `$221`).
const fn is_diagram(nag: Nag) -> bool {
    matches!(nag.0, 220 | 221)
}

/// The lines of a game's moves; made by [`Speech::moves`].
#[derive(Debug)]
pub struct Moves<'a> {
    speech: Speech,
    game: &'a Game,
    walk: Walk<'a>,
    state: SpeechStage,
}

#[derive(Debug)]
enum SpeechStage {
    Start,
    Moves,
    Result,
    End,
}

impl Iterator for Moves<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            let line = match self.state {
                SpeechStage::Start => {
                    self.state = SpeechStage::Moves;
                    let speech = self.speech;
                    let mut lines = speech.comments(self.game, NodeId::ROOT, CommentPlace::After);
                    lines.extend(speech.comments(self.game, NodeId::ROOT, CommentPlace::Last));
                    lines.join(" ")
                }
                SpeechStage::Moves => {
                    if let Some(step) = self.walk.next() {
                        self.step(&step)
                    } else {
                        self.state = SpeechStage::Result;
                        self.unread()
                    }
                }
                SpeechStage::Result => {
                    self.state = SpeechStage::End;
                    self.result()
                }
                SpeechStage::End => return None,
            };
            if !line.is_empty() {
                return Some(line);
            }
        }
    }
}

impl Moves<'_> {
    fn step(&self, step: &WalkEvent) -> String {
        let (speech, game) = (self.speech, self.game);
        match step {
            WalkEvent::Open { depth } => speech.variation(*depth, false),
            WalkEvent::Close { depth } => speech.variation(*depth, true),
            WalkEvent::End { node } => speech.comments(game, *node, CommentPlace::Last).join(" "),
            WalkEvent::Move { node, before, .. } => {
                let Some(ply) = game.tree.ply(*node) else { return String::new() };
                let id = game.tree.board(*node);
                let mut lines = speech.comments(game, *node, CommentPlace::Before);
                lines.push(speech.game_move(before, id, ply));
                lines.extend(speech.annotations(game, *node));
                if game.tree.annotations(*node).nags.iter().any(|nag| is_diagram(*nag)) {
                    let label = speech.pick([
                        "Diagram:",
                        "Diagramme :",
                        "Diagramm:",
                        "Diagram:",
                        "Diagrama:",
                        "Diagramma:",
                        "Diagram:",
                        "Diagram:",
                        "Диаграмма:",
                    ]);
                    lines.push(label.to_owned());
                    let mut after = before.clone();
                    if after.play(id, ply).is_ok() {
                        lines.extend(speech.position(after.board(id)));
                    }
                }
                lines.join(" ")
            }
        }
    }

    fn unread(&self) -> String {
        let label = self.speech.pick([
            "The rest could not be read:",
            "La suite n’a pas pu être lue :",
            "Der Rest konnte nicht gelesen werden:",
            "Zbytek nebylo možné přečíst:",
            "El resto no se pudo leer:",
            "Il resto non è leggibile:",
            "De rest kon niet worden gelezen:",
            "Reszty nie udało się odczytać:",
            "Остальное прочитать не удалось:",
        ]);
        match &self.game.unread {
            Some(unread) => {
                let words: Vec<_> = unread.split_whitespace().collect();
                finished(format!("{label} {}", words.join(" ")))
            }
            None => String::new(),
        }
    }

    fn result(&self) -> String {
        // A position without moves is no game that could have a result.
        if self.game.tree.is_empty() && !self.game.outcome.is_known() {
            return String::new();
        }
        self.speech.game_result(self.game)
    }
}
