//! Offers and ads written for an interface read back unchanged.

use partie_core::Color;
use partie_wire::style12::Rating;
use partie_wire::{
    display::DisplayOptions,
    fields::Name,
    ivars::Ivar,
    notice::{
        Notice,
        interrupted::InterruptedNotice,
        offer::OfferNotice,
        partner::PartnerNotice,
        pending::{PendInfo, PendingList, PendingOffer},
        seek::SeekNotice,
        seek_ads::{Ad, AdNotice, SoughtAd},
        simul::SimulNotice,
    },
    proposal::{OfferKind, Offered, Proposal},
};
use proptest::prelude::*;

/// An interface with all lines on.
fn interface() -> DisplayOptions {
    let mut display = DisplayOptions::default();
    for ivar in [Ivar::Pendinfo, Ivar::Seekinfo, Ivar::Seekremove, Ivar::Showownseek] {
        let _ = display.ivars.set(ivar, true);
    }
    display
}

#[track_caller]
fn comes_back(notice: impl Into<Notice>) {
    let notice = notice.into();
    let mut out = String::new();
    notice.write(&interface(), &mut out);
    let text = out.strip_suffix('\n').expect("a line end");
    assert_eq!(Notice::read(text), notice, "{text}");
}

#[test]
fn all_wordings() {
    OfferNotice::samples().into_iter().for_each(comes_back);
    InterruptedNotice::samples().into_iter().for_each(comes_back);
    SimulNotice::samples().into_iter().for_each(comes_back);
    PartnerNotice::samples().into_iter().for_each(comes_back);
    SeekNotice::samples().into_iter().for_each(comes_back);
}

/// Lines of FICS and its relatives.
#[test]
fn lines_of_real_servers() {
    for line in [
        "<s> 8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f",
        "<s> 1 w=Boris ti=01 rt=0P t=3 i=0 r=u tp=blitz c=W rr=0-9999 a=t f=f",
        "<sn> 2 w=Alpha ti=01 rt=0P t=2 i=12 r=u tp=blitz c=? rr=0-9999 a=f f=f",
        "<s> 3 w=Gamma ti=04 rt=1586E t=15 i=5 r=r tp=wild/fr c=B rr=1500-9999 a=t f=t",
        "<sr> 8 10",
        "<sc>",
        "\n<pt> 2 w=Bravo t=match p=Alpha (++++) [white] Bravo (++++) unrated blitz 3 2",
        "\n<pf> 4 w=Boris t=takeback p=1",
        "\n<pt> 4 w=Boris t=draw p=#",
        "\n<pr> 4",
        "  1 ++++ Boris(U)            3   0 unrated blitz      [white]     0-9999\n1 ads displayed.",
        "0 ads displayed.",
    ] {
        let notice = Notice::read(line);
        assert!(!matches!(notice, Notice::Page(_)), "{line}");
        let mut out = String::new();
        notice.write(&interface(), &mut out);
        assert_eq!(out, format!("{line}\n"));
    }
}

#[test]
fn an_ad_in_words() {
    let Notice::Ad(AdNotice::Listed(ad)) =
        Notice::read("<s> 2 w=Alpha ti=01 rt=0P t=2 i=12 r=u tp=blitz c=W rr=0-9999 a=f f=t")
    else {
        panic!("no ad")
    };
    let mut out = String::new();
    AdNotice::Posted(ad.clone()).write(&DisplayOptions::default(), &mut out);
    assert_eq!(out, "Alpha (++++) seeking 2 12 unrated blitz [white] m f (\"play 2\" to respond)");
    out.clear();
    AdNotice::Listed(ad).write(&DisplayOptions::default(), &mut out);
    AdNotice::Cleared.write(&DisplayOptions::default(), &mut out);
    PendInfo::Removed(4).write(&DisplayOptions::default(), &mut out);
    assert_eq!(out, "");
    AdNotice::Removed(vec![8, 10]).write(&DisplayOptions::default(), &mut out);
    assert_eq!(out, "Ads removed: 8 10");
}

prop_compose! {
    fn rating()(kind in 0..5, number in 1..3000_u16) -> Rating {
        match kind {
            0 => Rating::Settled(number),
            1 => Rating::Estimated(number),
            2 => Rating::Provisional(number),
            3 => Rating::Unrated,
            _ => Rating::Guest,
        }
    }
}

fn color() -> impl Strategy<Value = Option<Color>> {
    prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))]
}

fn name() -> impl Strategy<Value = Name> {
    "[A-Za-z]{3,17}".prop_map(Name)
}

prop_compose! {
    fn ad()(
        index in 0..1000_u32, name in name(), bits in 0..4_u8, rating in rating(),
        minutes in 0..1000_u32, increment in 0..1000_u32, rated: bool,
        kind in "[a-z]{3,10}(/fr)?", color in color(),
        low in 0..5000_u32, high in 5000..10_000_u32, manual: bool, formula: bool,
    ) -> Ad {
        let titles = bits << 1 | u8::from(rating == Rating::Guest);
        Ad { index, name, titles, rating, minutes, increment, rated, kind, color,
            range: (low, high), manual, formula }
    }
}

prop_compose! {
    fn proposal()(
        from in name(), to in name(), numbers in (1..3000_u16, 1..3000_u16), color in color(),
        rated: bool, category in "[a-z]{4,11}",
        time in proptest::option::of((0..1000_u32, 0..1000_u32)),
        odds in proptest::option::of((0..1000_u32, 0..1000_u32)),
        board in proptest::option::of("wild/[0-8]"), adjourned: bool,
    ) -> Proposal {
        Proposal { from, from_rating: Rating::Settled(numbers.0), color, to,
            to_rating: Rating::Settled(numbers.1), rated, category, time,
            odds: odds.filter(|_| time.is_some()), board, adjourned }
    }
}

fn offered() -> impl Strategy<Value = Offered> {
    let plain: Vec<OfferKind> = OfferKind::ALL
        .iter()
        .copied()
        .filter(|k| !matches!(k, OfferKind::Match | OfferKind::Takeback))
        .collect();
    prop_oneof![
        proposal().prop_map(|p| Offered::Match(Box::new(p))),
        (1..200_u32).prop_map(Offered::Takeback),
        proptest::sample::select(plain).prop_map(Offered::Plain),
    ]
}

prop_compose! {
    fn pending()(index in 1..1000_u32, with in name(), what in offered()) -> PendingOffer {
        PendingOffer { index, with, what }
    }
}

/// Titles that say the same as the bits.
fn titles(ad: &Ad) -> String {
    [("(*)", 0), ("(C)", 2), ("(GM)", 4), ("(U)", 1)]
        .into_iter()
        .filter(|(_, bit)| *bit == 0 || ad.titles & bit != 0)
        .map(|(title, _)| title)
        .collect()
}

proptest! {
    #[test]
    fn ads(ad in ad()) {
        comes_back(AdNotice::Listed(ad.clone()));
        comes_back(AdNotice::Own(ad.clone()));
        comes_back(AdNotice::Posted(ad));
    }

    #[test]
    fn tables(ads in proptest::collection::vec(ad(), 0..5)) {
        let rows = ads.into_iter().map(|ad| SoughtAd { titles: titles(&ad), ad }).collect();
        comes_back(AdNotice::Sought(rows));
    }

    #[test]
    fn offers(offer in pending()) {
        comes_back(PendInfo::To(offer.clone()));
        comes_back(PendInfo::From(offer));
    }

    #[test]
    fn lists(
        to in proptest::collection::vec(pending(), 0..4),
        from in proptest::collection::vec(pending(), 0..4),
    ) {
        comes_back(PendingList { to, from });
    }

    #[test]
    fn hostile_lines_are_no_panic(text in "(<s> |<sn> |<pt> |<pf> |<pr> |Offers )?.{0,80}") {
        let _ = Notice::read(&text);
    }
}
