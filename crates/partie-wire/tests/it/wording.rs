//! Every wording of talk, lists, settings and players is written and read back.

use partie_wire::notice::{
    Notice, admin::AdminNotice, director::DirectorNotice, lists::ListNotice,
    players::PlayersNotice, ratings::RatingsNotice, settings::SettingsNotice, talk::TalkNotice,
};

fn text(notice: &Notice) -> String {
    let mut out = String::new();
    notice.write(&partie_wire::display::DisplayOptions::default(), &mut out);
    out.trim_end_matches('\n').to_owned()
}

macro_rules! read_back {
    ($($test:ident $family:ty),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                for notice in <$family>::samples() {
                    let text = text(&Notice::from(notice.clone()));
                    assert_eq!(<$family>::read(&text), Some(notice.clone()), "{text}");
                    assert_eq!(Notice::read(&text), Notice::from(notice), "{text}");
                }
            }
        )*
    };
}

read_back! {
    who_runs_the_server AdminNotice,
    ratings RatingsNotice,
    directors DirectorNotice,
    what_players_say TalkNotice,
    lists ListNotice,
    settings SettingsNotice,
    players PlayersNotice,
}
