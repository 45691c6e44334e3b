use proptest::prelude::*;

use super::*;

fn both(minutes: u16, increment: u16) -> ByColor<Control> {
    let control = Control::fics(minutes, increment);
    ByColor { white: control, black: control }
}

fn at(seconds: i64) -> Tick {
    Tick(1_000_000) + Span::seconds(seconds)
}

/// A game 3 2: for each move the second, the side and its lag, then the clocks (in seconds) and the
/// running one.
#[test]
fn a_game_of_blitz() {
    let mut clock = Clock::new(both(3, 2), Color::White, at(0));
    for (second, lag, white, black, ticking) in [
        (5, 0, 180, 180, false),
        (25, 0, 180, 180, true),
        (35, 0, 172, 180, true),
        (36, 0, 172, 181, true),
        (46, 4, 168, 181, true),
        (47, 5, 168, 183, true),
        (267, 0, -50, 183, true),
    ] {
        let taken = clock.moved(at(second), Span::seconds(lag));
        assert!(taken.lag <= Span::seconds(lag));
        assert_eq!(clock.left(Color::White, at(second)), Span::seconds(white), "at {second}");
        assert_eq!(clock.left(Color::Black, at(second)), Span::seconds(black), "at {second}");
        assert_eq!(clock.is_ticking(), ticking, "at {second}");
    }
    assert_eq!(clock.taken[1].thought, Span::seconds(20));
    assert_eq!(clock.taken[1].charged, Span::ZERO);
    assert_eq!(clock.flag(at(267)), Flag::One(Color::White));
    assert_eq!(clock.next_flag(), Some(at(267 + 183)));
    assert_eq!(clock.flag(at(449)), Flag::One(Color::White));
    assert_eq!(clock.flag(at(450)), Flag::Both);
}

#[test]
fn bughouse_runs_at_once() {
    let mut clock = Clock::bughouse(both(3, 0), Color::White, at(0));
    assert!(clock.is_ticking());
    clock.moved(at(10), Span::ZERO);
    assert_eq!(clock.left(Color::White, at(10)), Span::seconds(170));
    assert_eq!(clock.next_flag(), Some(at(190)));
}

#[test]
fn without_clocks_nobody_loses_on_time() {
    let mut clock = Clock::new(both(0, 0), Color::White, at(0));
    for second in [1_000, 2_000, 3_000, 4_000] {
        clock.moved(at(second), Span::ZERO);
    }
    assert!(clock.is_untimed() && !clock.is_ticking());
    assert_eq!((clock.flag(at(9_999)), clock.next_flag()), (Flag::None, None));
    assert_eq!(clock.left(Color::White, at(9_999)), Span::ZERO);
    assert_eq!(clock.taken[3].thought, Span::seconds(1_000));
    assert_eq!(clock.give(Color::White, Span::seconds(5)), Span::ZERO);
}

#[test]
fn odds_of_time() {
    let controls = ByColor { white: Control::fics(5, 0), black: Control::fics(1, 3) };
    let mut clock = Clock::new(controls, Color::White, at(0));
    for second in [1, 2, 12, 22] {
        clock.moved(at(second), Span::ZERO);
    }
    assert_eq!(clock.left(Color::White, at(22)), Span::seconds(290));
    assert_eq!(clock.left(Color::Black, at(22)), Span::seconds(53));
}

#[test]
fn players_who_change_sides_keep_their_times() {
    let controls = ByColor { white: Control::fics(5, 0), black: Control::fics(1, 3) };
    let mut clock = Clock::bughouse(controls, Color::White, at(0));
    clock.moved(at(20), Span::ZERO);
    clock.exchange(at(30));
    assert_eq!(clock.left(Color::White, at(30)), Span::seconds(50));
    assert_eq!(clock.left(Color::Black, at(30)), Span::seconds(280));
    assert_eq!(clock.left(Color::Black, at(31)), Span::seconds(279));
    assert_eq!(clock.controls.white, Control::fics(1, 3));
    assert_eq!(clock.turn(), Color::Black);
}

#[test]
fn pauses_cost_nothing() {
    let mut clock = Clock::new(both(1, 0), Color::White, at(0));
    clock.moved(at(0), Span::ZERO);
    clock.moved(at(0), Span::ZERO);
    assert!(clock.pause(at(10)));
    assert!(!clock.pause(at(11)));
    assert!(clock.is_paused() && !clock.is_ticking());
    assert_eq!(clock.left(Color::White, at(500)), Span::seconds(50));
    assert_eq!(clock.next_flag(), None);
    assert!(clock.unpause(at(1_000)));
    assert!(!clock.unpause(at(1_001)));
    assert_eq!(clock.next_flag(), Some(at(1_050)));
    let taken = clock.moved(at(1_005), Span::ZERO);
    assert_eq!(taken.charged, Span::seconds(15));
}

#[test]
fn more_time() {
    let mut clock = Clock::bughouse(both(1, 0), Color::White, at(0));
    assert_eq!(clock.give(Color::Black, Span::seconds(30)), Span::seconds(30));
    assert_eq!(clock.give(Color::Black, Span::seconds(9_999)), MOST_MORETIME);
    assert_eq!(clock.give(Color::Black, Span::seconds(-3)), Span::ZERO);
    assert_eq!(clock.left(Color::Black, at(7)), Span::seconds(690));
}

#[test]
fn the_least_cost_of_a_move() {
    let clock = Clock::bughouse(both(1, 0), Color::White, at(0));
    let mut clock = clock.with_least_move_time(LEAST_MOVE_TIME);
    let taken = clock.moved(at(0), Span::ZERO);
    assert_eq!((taken.thought, taken.charged), (Span::ZERO, Span(100)));
    let taken = clock.moved(at(12), Span::seconds(12));
    assert_eq!((taken.lag, taken.charged), (MOST_LAG, Span::seconds(2)));
}

#[test]
fn adjourned_games_go_on() {
    let mut clock = Clock::new(both(2, 12), Color::White, at(0));
    for second in [1, 2, 12] {
        clock.moved(at(second), Span::ZERO);
    }
    let saved = clock.save(at(20));
    let mut later = Clock::restore(saved.clone());
    assert!(later.is_paused());
    later.unpause(at(100_000));
    assert_eq!(later.left(Color::Black, at(100_000)), Span::seconds(112));
    assert_eq!(later.left(Color::White, at(100_000)), Span::seconds(122));
    assert_eq!(later.save(at(100_000)), saved);
}

proptest! {
    /// After any moves and pauses, taking back moves restores the clocks, and the deadline is the
    /// first moment at which the flag falls.
    #[test]
    fn taken_back_is_as_if_never_played(
        moves in proptest::collection::vec((0..100_000_i64, -5_000..20_000_i64, any::<bool>()), 0..30),
        back in 0..40_usize,
        at_once in any::<bool>(),
    ) {
        let mut now = at(0);
        let mut clock = if at_once {
            Clock::bughouse(both(3, 5), Color::White, now)
        } else {
            Clock::new(both(3, 5), Color::White, now)
        };
        let mut readings = vec![clock.left];
        for (span, lag, pause) in moves {
            if pause {
                clock.pause(now);
                now = now + Span(span);
                clock.unpause(now);
            }
            now = now + Span(span);
            let taken = clock.moved(now, Span(lag));
            prop_assert!(taken.thought >= Span::ZERO && taken.lag >= Span::ZERO);
            prop_assert_eq!(taken.thought + taken.lag, Span(span));
            readings.push(clock.left);
            if let Some(flag) = clock.next_flag().filter(|flag| *flag > now) {
                let fell = |tick| {
                    matches!(clock.flag(tick), Flag::Both) || clock.flag(tick) == Flag::One(clock.turn())
                };
                prop_assert!(fell(flag) && !fell(flag - Span(1)));
            }
        }
        let plies = readings.len() - 1;
        prop_assert_eq!(clock.take_back(back, now), back.min(plies));
        prop_assert_eq!(clock.left, readings[plies - back.min(plies)]);
        prop_assert_eq!(clock.taken.len(), plies - back.min(plies));
    }
}
