//! Acceptance of matches by a player's variables, lists and formula.

use partie_core::Color;
use partie_wire::{notice::offer::OfferNotice, variables::Variable};

use crate::{
    challenge::Challenge,
    formula::{Formulas, Proposal, Slot},
    ids::PlayerId,
    lists::List,
    players::Players,
    rating::{Record, assess},
    time::Tick,
    title::Title,
};

/// The reason why two players do not play each other by their lists, from the asker's side.
pub(crate) fn refuses(players: &Players, asker: PlayerId, asked: PlayerId) -> Option<OfferNotice> {
    let who = players.name(asked).into();
    Some(if players.censors(asked, asker) {
        OfferNotice::CensorsYou { who }
    } else if players.censors(asker, asked) {
        OfferNotice::YouCensor { who }
    } else if avoids(players, asked, asker) {
        OfferNotice::OnNoplay { who }
    } else if avoids(players, asker, asked) {
        OfferNotice::YouNoplay { who }
    } else {
        return None;
    })
}

/// Returns true if a player's noplay list names another.
fn avoids(players: &Players, who: PlayerId, whom: PlayerId) -> bool {
    let name = players.name(whom);
    players.get(who).is_some_and(|p| p.lists(List::Noplay, &name))
}

/// Returns true if a match that `opponent` proposes fits a player's formula.
pub(crate) fn fits_formula(
    players: &Players,
    now: Tick,
    owner: PlayerId,
    opponent: PlayerId,
    challenge: &Challenge,
) -> bool {
    let Some(variables) = players.variables(owner) else { return true };
    if variables.text(Variable::Formula).is_none() {
        return true;
    }
    let mut formulas = Formulas::default();
    for (place, part) in (0u8..).zip(Variable::PARTS) {
        // Invalid formulas are ignored.
        let _ = formulas.set(Slot::F(place), variables.text(part).unwrap_or_default());
    }
    let text = variables.text(Variable::Formula).unwrap_or_default();
    if formulas.set(Slot::Formula, text).is_err() {
        return true;
    }
    formulas.fits(&as_formulas_see(players, now, owner, opponent, challenge))
}

/// A player's formula as it is shown.
pub(crate) fn formula_of(players: &Players, owner: PlayerId) -> String {
    let text = players.variables(owner).and_then(|v| v.text(Variable::Formula));
    text.unwrap_or_default().to_owned()
}

/// The facts of a match that `opponent` proposes to `owner`.
fn as_formulas_see(
    players: &Players,
    now: Tick,
    owner: PlayerId,
    opponent: PlayerId,
    challenge: &Challenge,
) -> Proposal {
    let category = challenge.category();
    let record = |id| -> Record {
        players.get(id).and_then(|p| p.account.records.of(category)).copied().unwrap_or_default()
    };
    let (mine, theirs) = (record(owner), record(opponent));
    let titles = players.titles(opponent);
    let color = challenge.color.map(|c| !c);
    let of_mine = color.unwrap_or(Color::White);
    let assessment = assess(&mine, &theirs, now);
    Proposal {
        kind: challenge.kind,
        category,
        rated: challenge.rated,
        private: false,
        mine: *challenge.controls.get(of_mine),
        theirs: *challenge.controls.get(!of_mine),
        color,
        my_rating: mine.rating.unwrap_or(0),
        rating: theirs.rating.unwrap_or(0),
        rd: theirs.strength(now).rd,
        standing: theirs.standing(now),
        registered: players.get(opponent).is_some_and(|p| p.registered),
        computer: titles.contains(Title::Computer),
        timeseal: players.online_state(opponent).is_some_and(|p| p.sealed),
        abuser: players.get(opponent).is_some_and(|p| p.is(List::Abuser)),
        titled: titles.bits() > 3,
        win: assessment.win,
        draw: assessment.draw,
        loss: assessment.loss,
    }
}
