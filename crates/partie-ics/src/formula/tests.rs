use partie_core::{ByColor, Color, rules::wild::Wild};
use proptest::prelude::*;

use super::*;
use crate::{
    category::{Control, GameKind},
    rating::Standing,
};

/// A rated 3 2 against a registered computer rated 200 points higher.
fn proposal() -> Proposal {
    let control = Control::fics(3, 2);
    Proposal {
        kind: GameKind::Chess,
        category: GameKind::Chess.category(ByColor { white: control, black: control }),
        rated: true,
        private: false,
        mine: control,
        theirs: control,
        color: None,
        my_rating: 1500,
        rating: 1700,
        rd: 44.6,
        standing: Standing::Active,
        registered: true,
        computer: true,
        timeseal: false,
        abuser: false,
        titled: false,
        win: 12,
        draw: 4,
        loss: -4,
    }
}

fn value(text: &str, proposal: &Proposal) -> f64 {
    let tree = parse::parse(text, 9).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    tree.values(proposal, &[1.0; 9]).last().copied().expect("a value")
}

/// The values of expressions for the proposal above.
#[test]
fn values() {
    for (text, expected) in [
        ("blitz", 1.0),
        ("!wild", 1.0),
        ("inc >= 10", 0.0),
        ("rating", 1700.0),
        ("RatingDiff", 200.0),
        ("myrating - rating", -200.0),
        ("rd", 45.0),
        ("time = 3 & inc = 2", 1.0),
        ("etime < 5", 1.0),
        ("computer and not rated or registered", 1.0),
        ("computer & !rated", 0.0),
        ("active + estimated + provisional", 1.0),
        ("assesswin - assessdraw - assessloss", 4.0),
        ("nocolor & !white & !black & !titled", 1.0),
        ("lightning|standard|untimed|nonstandard|bughouse|crazyhouse", 0.0),
        ("suicide | losers | atomic | fr | wild0 | wild8a | wildfr", 0.0),
        ("unrated | private | timeseal | abuser", 0.0),
        // Precedence.
        ("2 + 3 * 4", 14.0),
        ("10 - 4 - 3", 3.0),
        ("100 / 10 / 5", 2.0),
        ("-2 * -3", 6.0),
        ("- (1 + 2)", -3.0),
        ("!0 + 1", 2.0),
        ("!!7", 1.0),
        ("1 < 2 = 1", 1.0),
        ("3 != 2 = 1", 1.0),
        ("1 | 0 & 0", 1.0),
        ("(1 | 0) & 0", 0.0),
        ("1 <> 1", 0.0),
        ("2 =< 2 && 2 => 2 || 0", 1.0),
        ("((((3))))", 3.0),
        // Units, fractions, comments.
        ("8minutes", 480.0),
        ("2 * 8 minutes", 960.0),
        ("30 seconds", 30.0),
        ("2.5 minutes", 150.0),
        ("7 # seven & 0", 7.0),
        ("0.1 + 0.2 = 0.3", 1.0),
        // Times of moves: 3 minutes and 2 seconds a move.
        ("maxtime(40)", 520.0),
        ("mymaxtime(40)", 260.0),
        ("maxtime(30) <= 10 minutes", 1.0),
        ("maxtime (10 + 20) - 2*mymaxtime(30)", 0.0),
        // Division by zero is defined.
        ("5 / 0", 5000.0),
        ("0 / 0", 0.0),
    ] {
        let found = value(text, &proposal());
        assert!((found - expected).abs() < 1e-9, "{text}: {found}");
    }
}

#[test]
fn odds_and_nonstandard_starts() {
    let mine = Control::fics(5, 0);
    let wild = Proposal {
        kind: GameKind::Wild(Wild::Wild5),
        category: crate::category::Category::Wild,
        mine,
        color: Some(Color::Black),
        standing: Standing::Provisional,
        ..proposal()
    };
    for (text, expected) in [
        ("wild & wild5 & !wild0 & !fr", 1.0),
        ("nonstandard", 1.0),
        ("time", 5.0),
        ("maxtime(10) - mymaxtime(10)", 200.0),
        ("black & !white & !nocolor", 1.0),
        ("provisional & !active & !estimated", 1.0),
    ] {
        assert!((value(text, &wild) - expected).abs() < 1e-9, "{text}");
    }
    let board = Proposal {
        kind: "odds/knight".parse().expect("a board"),
        category: crate::category::Category::Nonstandard,
        ..proposal()
    };
    for (text, expected) in [("nonstandard", 1.0), ("blitz | wild", 0.0), ("!nonstandard", 0.0)] {
        assert!((value(text, &board) - expected).abs() < 1e-9, "{text}");
    }
}

/// Problems and their messages.
#[test]
fn problems() {
    const VALUE: &str = "expected a number, a variable, `!`, `-` or `(`, but found ";
    const OPERATOR: &str = "expected an operator such as `&`, `|`, `<` or `+`, but found ";
    for (text, said) in [
        ("blitz &", format!("column 8: {VALUE}the end")),
        ("& blitz", format!("column 1: {VALUE}`&`")),
        ("(blitz", "column 1: expected a `)` for the `(` here".to_owned()),
        ("blitz)", "column 6: found `)`, but there is no `(` for it".to_owned()),
        ("()", format!("column 2: {VALUE}`)`")),
        ("!", format!("column 2: {VALUE}the end")),
        ("rated blitz", format!("column 7: {OPERATOR}`blitz`")),
        ("5 minutes minutes", "column 11: expected a number right before `minutes`".to_owned()),
        ("(2 + 3) minutes", "column 9: expected a number right before `minutes`".to_owned()),
        ("rated ! blitz", format!("column 7: {OPERATOR}`!`")),
        ("blitz & bliz", "column 9: there is no variable `bliz`".to_owned()),
        ("wild9", "column 1: there is no variable `wild9`".to_owned()),
        ("rated & ü", "column 9: there is no variable `ü`".to_owned()),
        ("1.2.3", "column 1: there is no variable `1.2.3`".to_owned()),
        ("examined", "column 1: there is no variable `examined`".to_owned()),
        (
            "maxtime > 3",
            "column 1: expected a number of moves after `maxtime`, as in `maxtime(40)`".to_owned(),
        ),
        (
            "1 < mymaxtime",
            "column 5: expected a number of moves after `mymaxtime`, as in `mymaxtime(40)`"
                .to_owned(),
        ),
        ("1234567890", "column 1: expected a number of at most nine digits".to_owned()),
    ] {
        let problem = parse::parse(text, 9).expect_err(text);
        assert_eq!(problem.to_string(), said, "{text}");
    }
}

#[test]
fn limits() {
    let long = |n: usize| format!("1{}", "+1".repeat((n - 1) / 2));
    assert!(parse::parse(&long(LONGEST), 9).is_ok());
    let problem = parse::parse(&long(LONGEST + 2), 9).expect_err("long");
    assert_eq!((problem.kind, problem.column), (ProblemKind::TooLong, LONGEST + 1));
    let deep = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert!(parse::parse(&deep(DEEPEST), 9).is_ok());
    let problem = parse::parse(&deep(DEEPEST + 1), 9).expect_err("deep");
    assert_eq!((problem.kind, problem.column), (ProblemKind::TooDeep, DEEPEST + 1));
    assert_eq!(
        parse::parse(&"!".repeat(DEEPEST + 1), 9).expect_err("deep").kind,
        ProblemKind::TooDeep
    );
}

#[test]
fn f_variables_refer_to_those_before_them() {
    let mut formulas = Formulas::default();
    for (slot, text, fine) in [
        (Slot::F(0), "rated", true),
        (Slot::F(0), "f1", false),
        (Slot::F(1), "f1 & blitz", true),
        (Slot::F(4), "f4", true),
        (Slot::F(4), "f8", false),
        (Slot::Formula, "f9 | f2", true),
    ] {
        assert_eq!(formulas.set(slot, text).is_ok(), fine, "{slot} {text}");
    }
    let problem = formulas.set(Slot::F(4), "f8").expect_err("later");
    let said = "column 1: f5 may refer to variables before f5 only, not to f8";
    assert_eq!(problem.to_string(), said);
    assert_eq!(formulas.of(Slot::F(4)).map(|formula| formula.text.as_str()), Some("f4"));
    formulas.set(Slot::F(4), "").expect("empty");
    assert_eq!(formulas.of(Slot::F(4)), None);
}

/// The part of a formula that is named when a match does not fit.
#[test]
fn the_smallest_reason() {
    for (f1, f2, formula, reason) in [
        ("", "", "", None),
        ("", "", "# nothing but a comment", None),
        ("", "", "rated", None),
        ("", "", "rated & inc > 5", Some("formula: inc > 5")),
        ("", "", "(unrated) & inc > 5", Some("formula: unrated")),
        ("", "", "rated & (blitz & (time < 3 | !computer))", Some("formula: time < 3 | !computer")),
        ("", "", "!(rated & blitz)", Some("formula: !(rated & blitz)")),
        ("", "", "(time+1)*2 = 9", Some("formula: (time+1)*2 = 9")),
        ("rated & !computer", "f1 & blitz", "f2 & !abuser", Some("f1: !computer")),
        ("ratingdiff", "f1 < 100", "f2 | f1 > 500", Some("formula: f2 | f1 > 500")),
        ("# none", "f1", "f2 & f9 & 0", Some("formula: 0")),
        ("", "", "f9", None),
    ] {
        let mut formulas = Formulas::default();
        for (slot, text) in [(Slot::F(0), f1), (Slot::F(1), f2), (Slot::Formula, formula)] {
            formulas.set(slot, text).expect(text);
        }
        let found = formulas.why_not(&proposal()).map(|r| format!("{}: {}", r.slot, r.text));
        assert_eq!(found.as_deref(), reason, "{formula}");
        assert_eq!(formulas.fits(&proposal()), reason.is_none());
    }
}

/// Nine formulas, each of which repeats the previous one many times, are evaluated quickly.
#[test]
fn towers_of_references_are_cheap() {
    let mut formulas = Formulas::default();
    formulas.set(Slot::F(0), "1").expect("f1");
    for place in 1..9 {
        let many = vec![format!("f{place}"); 250].join("+");
        formulas.set(Slot::F(place), &many).expect("sum");
    }
    formulas.set(Slot::Formula, "f9 * f9 * f9 > 0").expect("formula");
    assert!(formulas.fits(&proposal()));
}

/// An expression in full parentheses, and the same without redundant ones.
fn expressions() -> impl Strategy<Value = (String, String, u8)> {
    let leaf = prop_oneof![
        (0..50_u32).prop_map(|n| (n.to_string(), n.to_string(), 0)),
        Just(("inc".to_owned(), "inc".to_owned(), 0)),
        Just(("rated".to_owned(), "rated".to_owned(), 0)),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let operators = [
            ("*", 2),
            ("/", 2),
            ("+", 3),
            ("-", 3),
            ("<", 4),
            (">=", 4),
            ("=", 5),
            ("!=", 6),
            ("&", 7),
            ("|", 8),
        ];
        let two = (inner.clone(), inner.clone(), 0..operators.len()).prop_map(
            move |((a, short_a, loose_a), (b, short_b, loose_b), which)| {
                let (sign, loose) = operators[which];
                let left = if loose_a > loose { format!("({short_a})") } else { short_a };
                let right = if loose_b >= loose { format!("({short_b})") } else { short_b };
                (format!("({a} {sign} {b})"), format!("{left}{sign}{right}"), loose)
            },
        );
        let one = (inner, any::<bool>()).prop_map(|((a, short, loose), not)| {
            let sign = if not { "!" } else { "-" };
            let short = if loose > 1 { format!("({short})") } else { short };
            (format!("({sign}{a})"), format!("{sign}{short}"), 1)
        });
        prop_oneof![3 => two, 1 => one]
    })
}

proptest! {
    /// Parentheses that precedence implies change nothing.
    #[test]
    fn precedence_is_parentheses((full, short, _) in expressions()) {
        prop_assume!(full.len() < LONGEST);
        let (full, short) = (value(&full, &proposal()), value(&short, &proposal()));
        prop_assert_eq!(full.to_bits(), short.to_bits());
    }

    /// Any text is read or refused with a column inside of it, and a formula that was read has a
    /// value.
    #[test]
    fn any_text(text in "[a-z0-9 ()!&|<>=+*/#.-]{0,40}|\\PC{0,20}") {
        match parse::parse(&text, 9) {
            Ok(tree) => {
                for value in tree.values(&proposal(), &[1.0; 9]) {
                    prop_assert!(value.is_finite());
                }
                for part in &tree.parts {
                    prop_assert!(text.get(part.place.clone()).is_some());
                }
            }
            Err(problem) => prop_assert!((1..=text.chars().count() + 1).contains(&problem.column)),
        }
    }
}
