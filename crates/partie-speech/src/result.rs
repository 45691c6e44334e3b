//! The end of a game, in a sentence.

use partie_core::{Color, Outcome, Termination};

use crate::{Speech, SpeechLanguage, sentence};

impl Speech {
    /// The result and the reason for it: `White wins: Black resigned.`
    ///
    /// ```
    /// use partie_core::{Color, Outcome, Termination};
    /// use partie_speech::{Speech, SpeechLanguage};
    /// let said = Speech::new(SpeechLanguage::German)
    ///     .result(Outcome::Win(Color::White), Some(&Termination::Resignation));
    /// assert_eq!(said, "Weiß gewinnt: Schwarz hat aufgegeben.");
    /// ```
    #[must_use]
    pub fn result(self, outcome: Outcome, reason: Option<&Termination>) -> String {
        let loser = match outcome {
            Outcome::Win(winner) => Some(!winner),
            Outcome::Draw | Outcome::Unknown => None,
        };
        let result = match outcome {
            Outcome::Win(winner) => {
                let wins = self.pick([
                    "wins",
                    "gagnent",
                    "gewinnt",
                    "vyhrál",
                    "ganan",
                    "vince",
                    "wint",
                    "wygrywają",
                    "выиграли",
                ]);
                format!("{} {wins}", self.side_of_sentence(winner))
            }
            Outcome::Draw => self
                .pick([
                    "draw",
                    "partie nulle",
                    "remis",
                    "remíza",
                    "tablas",
                    "patta",
                    "remise",
                    "remis",
                    "ничья",
                ])
                .to_owned(),
            Outcome::Unknown => self.no_result(),
        };
        self.with_reason(&result, reason, loser)
    }

    /// The result of a game of bughouse, from the side of White on board A. Which of the
    /// two losers resigned or overstepped the time is not in the result.
    pub(crate) fn bughouse_result(self, outcome: Outcome, reason: Option<&Termination>) -> String {
        let result = match outcome {
            Outcome::Win(winner) => {
                let side = self.side_of_sentence(winner);
                match self.language {
                    SpeechLanguage::English => format!("{side} on board A and partner win"),
                    SpeechLanguage::French => {
                        format!("{side} de l’échiquier A et leur partenaire gagnent")
                    }
                    SpeechLanguage::German => format!("{side} an Brett A und Partner gewinnen"),
                    SpeechLanguage::Czech => format!("{side} na šachovnici A a spoluhráč vyhráli"),
                    SpeechLanguage::Spanish => format!("{side} del tablero A y su pareja ganan"),
                    SpeechLanguage::Italian => {
                        format!("{side} sulla scacchiera A e il compagno vincono")
                    }
                    SpeechLanguage::Dutch => format!("{side} op bord A en partner winnen"),
                    SpeechLanguage::Polish => {
                        format!("{side} na szachownicy A i partner wygrywają")
                    }
                    SpeechLanguage::Russian => format!("{side} на доске A и партнёр выиграли"),
                }
            }
            Outcome::Draw => return self.result(outcome, reason),
            Outcome::Unknown => self.no_result(),
        };
        self.with_reason(&result, reason, None)
    }

    fn no_result(self) -> String {
        self.pick([
            "no result",
            "pas de résultat",
            "kein Ergebnis",
            "bez výsledku",
            "sin resultado",
            "nessun risultato",
            "geen uitslag",
            "brak wyniku",
            "без результата",
        ])
        .to_owned()
    }

    fn with_reason(
        self,
        result: &str,
        reason: Option<&Termination>,
        loser: Option<Color>,
    ) -> String {
        match reason.map(|reason| self.reason(reason, loser)) {
            Some(reason) if !reason.is_empty() => sentence(&self.labelled(result, &reason)),
            _ => sentence(result),
        }
    }

    /// Explains the reason for a result, with the loser if the loss was their act.
    fn reason(self, reason: &Termination, loser: Option<Color>) -> String {
        if let Some(loser) = loser
            && let Some(text) = self.reason_of(reason, loser)
        {
            return text;
        }
        self.pick(match reason {
            Termination::Other(words) => return words.trim().to_owned(),
            Termination::Checkmate => [
                "checkmate",
                "échec et mat",
                "Schachmatt",
                "mat",
                "jaque mate",
                "scacco matto",
                "schaakmat",
                "mat",
                "мат",
            ],
            Termination::VariantEnd => [
                "by the rules of the variant",
                "selon les règles de la variante",
                "nach den Regeln der Variante",
                "podle pravidel varianty",
                "según las reglas de la variante",
                "secondo le regole della variante",
                "volgens de regels van de variant",
                "według zasad odmiany",
                "по правилам разновидности",
            ],
            Termination::Stalemate => {
                ["stalemate", "pat", "Patt", "pat", "ahogado", "stallo", "pat", "pat", "пат"]
            }
            Termination::Resignation => [
                "resignation",
                "abandon",
                "Aufgabe",
                "vzdání partie",
                "abandono",
                "abbandono",
                "opgave",
                "poddanie partii",
                "сдача партии",
            ],
            Termination::TimeForfeit => [
                "loss on time",
                "perte au temps",
                "Zeitüberschreitung",
                "překročení času",
                "pérdida por tiempo",
                "sconfitta per il tempo",
                "tijdsoverschrijding",
                "przekroczenie czasu",
                "просрочка времени",
            ],
            Termination::TimeForfeitWithoutMaterial => [
                "time ran out, but there was nothing to mate with",
                "temps dépassé, mais matériel insuffisant pour mater",
                "Zeit überschritten, aber kein Material zum Mattsetzen",
                "čas vypršel, ale soupeř neměl materiál k matu",
                "tiempo agotado, pero sin material para dar mate",
                "tempo scaduto, ma senza materiale per dare matto",
                "tijd op, maar geen materiaal om mat te zetten",
                "czas minął, ale brak materiału do zamatowania",
                "время вышло, но матовать нечем",
            ],
            Termination::BothTimesOut => [
                "both ran out of time",
                "les deux joueurs ont dépassé le temps",
                "beide haben die Zeit überschritten",
                "oběma hráčům vypršel čas",
                "ambos agotaron el tiempo",
                "entrambi hanno esaurito il tempo",
                "beiden hebben de tijd overschreden",
                "obaj przekroczyli czas",
                "оба просрочили время",
            ],
            Termination::Disconnection => [
                "disconnection",
                "déconnexion",
                "Verbindungsabbruch",
                "ztráta spojení",
                "desconexión",
                "disconnessione",
                "verbroken verbinding",
                "utrata połączenia",
                "потеря связи",
            ],
            Termination::Agreement => [
                "by agreement",
                "par accord mutuel",
                "durch Vereinbarung",
                "dohodou",
                "por acuerdo",
                "per accordo",
                "in overleg",
                "za zgodą stron",
                "по соглашению",
            ],
            Termination::Repetition => [
                "threefold repetition",
                "triple répétition",
                "dreifache Stellungswiederholung",
                "trojí opakování pozice",
                "triple repetición",
                "triplice ripetizione",
                "drievoudige herhaling",
                "trzykrotne powtórzenie pozycji",
                "троекратное повторение позиции",
            ],
            Termination::FivefoldRepetition => [
                "fivefold repetition",
                "quintuple répétition",
                "fünffache Stellungswiederholung",
                "pateré opakování pozice",
                "quíntuple repetición",
                "quintuplice ripetizione",
                "vijfvoudige herhaling",
                "pięciokrotne powtórzenie pozycji",
                "пятикратное повторение позиции",
            ],
            Termination::FiftyMoves => [
                "the fifty-move rule",
                "règle des cinquante coups",
                "Fünfzig-Züge-Regel",
                "pravidlo padesáti tahů",
                "regla de los cincuenta movimientos",
                "regola delle cinquanta mosse",
                "vijftigzettenregel",
                "reguła pięćdziesięciu posunięć",
                "правило пятидесяти ходов",
            ],
            Termination::SeventyFiveMoves => [
                "the seventy-five-move rule",
                "règle des soixante-quinze coups",
                "Fünfundsiebzig-Züge-Regel",
                "pravidlo sedmdesáti pěti tahů",
                "regla de los setenta y cinco movimientos",
                "regola delle settantacinque mosse",
                "vijfenzeventigzettenregel",
                "reguła siedemdziesięciu pięciu posunięć",
                "правило семидесяти пяти ходов",
            ],
            Termination::InsufficientMaterial => [
                "insufficient material",
                "matériel insuffisant",
                "ungenügendes Material",
                "nedostatek materiálu",
                "material insuficiente",
                "materiale insufficiente",
                "onvoldoende materiaal",
                "niewystarczający materiał",
                "недостаточно материала",
            ],
            Termination::Adjudication => [
                "adjudication",
                "décision de l’arbitre",
                "Entscheidung des Schiedsrichters",
                "rozhodnutí rozhodčího",
                "decisión del árbitro",
                "decisione dell'arbitro",
                "arbitrage",
                "decyzja sędziego",
                "решение арбитра",
            ],
            Termination::Adjourned => [
                "adjourned",
                "partie ajournée",
                "Hängepartie",
                "odložená partie",
                "partida aplazada",
                "partita sospesa",
                "afgebroken partij",
                "partia odłożona",
                "партия отложена",
            ],
            Termination::Aborted => [
                "aborted",
                "partie interrompue",
                "abgebrochen",
                "partie přerušena",
                "partida anulada",
                "partita annullata",
                "partij geannuleerd",
                "partia przerwana",
                "партия прервана",
            ],
            Termination::RulesInfraction => [
                "an infraction of the rules",
                "infraction aux règles",
                "Regelverstoß",
                "porušení pravidel",
                "infracción de las reglas",
                "infrazione delle regole",
                "overtreding van de regels",
                "naruszenie przepisów",
                "нарушение правил",
            ],
            Termination::PartnersGameOver => [
                "the partner's game ended",
                "la partie du partenaire est terminée",
                "die Partie des Partners ist zu Ende",
                "partie spoluhráče skončila",
                "terminó la partida de la pareja",
                "la partita del compagno è finita",
                "de partij van de partner is afgelopen",
                "partia partnera się skończyła",
                "партия партнёра закончилась",
            ],
        })
        .to_owned()
    }

    /// Reason for the loss.
    fn reason_of(self, reason: &Termination, loser: Color) -> Option<String> {
        let side = self.side_of_sentence(loser);
        let words = match reason {
            Termination::Resignation => [
                "resigned",
                "ont abandonné",
                "hat aufgegeben",
                "se vzdal",
                "han abandonado",
                "ha abbandonato",
                "heeft opgegeven",
                "poddały się",
                "сдались",
            ],
            Termination::TimeForfeit => {
                // In Czech, the player whose time runs out is in the dative.
                if self.language == SpeechLanguage::Czech {
                    let whom = loser.fold_wb("bílému", "černému");
                    return Some(format!("{whom} vypršel čas"));
                }
                [
                    "lost on time",
                    "ont perdu au temps",
                    "hat die Zeit überschritten",
                    "",
                    "han perdido por tiempo",
                    "ha perso per il tempo",
                    "heeft de tijd overschreden",
                    "przekroczyły czas",
                    "просрочили время",
                ]
            }
            Termination::Disconnection => [
                "disconnected",
                "se sont déconnectés",
                "hat die Verbindung verloren",
                "ztratil spojení",
                "se han desconectado",
                "si è disconnesso",
                "heeft de verbinding verloren",
                "straciły połączenie",
                "потеряли связь",
            ],
            _ => return None,
        };
        Some(format!("{side} {}", self.pick(words)))
    }
}
