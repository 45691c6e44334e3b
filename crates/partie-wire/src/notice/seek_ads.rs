//! Ads for games: as lines for programs (`<s>`, `<sn>`, `<sc>`, `<sr>` of `iset
//! seekinfo 1` and `iset seekremove 1`), as sentences, and as the table of `sought`.

use std::fmt::Write as _;

use crate::style12::Rating;
use partie_core::Color;

use super::lines::{Block, Count, Lines};
use crate::{
    display::DisplayOptions,
    fields::{Name, Titled},
    ivars::Ivar,
    proposal::rated,
    template::Field,
};

/// An ad for a game.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Ad {
    /// Its number.
    pub index: u32,
    /// The seeker.
    pub name: Name,
    /// Titles as bits: 01 unregistered, 02 computer, 04 GM, 08 IM, 10 FM, 20 WGM, 40 WIM,
    /// 80 WFM.
    pub titles: u8,
    /// The seeker's rating in this kind of game.
    pub rating: Rating,
    /// Minutes at the start.
    pub minutes: u32,
    /// Seconds a move.
    pub increment: u32,
    /// Set if ratings change.
    pub rated: bool,
    /// The kind of game: `blitz`, `wild/fr`, `crazyhouse`.
    pub kind: String,
    /// The side that the seeker asks for, if any.
    #[serde(with = "partie_core::serialize::optional_text")]
    pub color: Option<Color>,
    /// The ratings that may answer, both ends included.
    pub range: (u32, u32),
    /// Set if the seeker confirms each answer.
    pub manual: bool,
    /// Set if the seeker's formula applies.
    pub formula: bool,
}

impl Ad {
    /// `8 w=visar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f`.
    fn write_line(&self, out: &mut String) {
        let (rating, certainty) = match self.rating {
            Rating::Settled(n) => (n, ' '),
            Rating::Estimated(n) => (n, 'E'),
            Rating::Provisional(n) => (n, 'P'),
            Rating::None | Rating::Unrated | Rating::Guest | Rating::Unregistered => (0, 'P'),
        };
        let color = self.color.map_or('?', |color| color.fold_wb('W', 'B'));
        let Ad { index, name, titles, minutes, increment, kind, range: (low, high), .. } = self;
        let _ = write!(
            out,
            "{index} w={name} ti={titles:02x} rt={rating}{certainty} t={minutes} i={increment} \
             r={} tp={kind} c={color} rr={low}-{high} a={} f={}",
            if self.rated { 'r' } else { 'u' },
            if self.manual { 'f' } else { 't' },
            if self.formula { 't' } else { 'f' },
        );
    }

    /// Reads what [`Ad::write_line`] writes. Guests have no rating by their title.
    fn read_line(text: &str) -> Option<Ad> {
        let (index, mut rest) = text.split_once(' ')?;
        let mut field = |name: &str, next: &str| {
            let (value, after) = rest.strip_prefix(name)?.split_once(next)?;
            // The space before the next name belongs to it.
            rest = &rest[rest.len() - after.len() - next.len()..];
            Some(value)
        };
        let name = field("w=", " ti=")?;
        let titles = field(" ti=", " rt=")?;
        let rating = field(" rt=", " t=")?;
        let minutes = field(" t=", " i=")?;
        let increment = field(" i=", " r=")?;
        let rated = field(" r=", " tp=")?;
        let kind = field(" tp=", " c=")?;
        let color = field(" c=", " rr=")?;
        let range = field(" rr=", " a=")?;
        let auto = field(" a=", " f=")?;
        let formula = rest.strip_prefix(" f=")?;
        let titles = u8::from_str_radix(titles, 16).ok()?;
        let rating = match rating.trim_end() {
            "0" | "0P" if titles & 1 == 1 => Rating::Guest,
            "0" | "0P" => Rating::Unrated,
            text => <Rating as Field>::take(text)?,
        };
        let (low, high) = range.split_once('-')?;
        let flag = |text: &str, yes: &str, no: &str| {
            if text == yes { Some(true) } else { (text == no).then_some(false) }
        };
        Some(Ad {
            index: <u32 as Field>::take(index)?,
            name: Name::take(name)?,
            titles,
            rating,
            minutes: <u32 as Field>::take(minutes)?,
            increment: <u32 as Field>::take(increment)?,
            rated: flag(rated, "r", "u")?,
            kind: kind.to_owned(),
            color: match color {
                "?" => None,
                "W" => Some(Color::White),
                "B" => Some(Color::Black),
                _ => return None,
            },
            range: (<u32 as Field>::take(low)?, <u32 as Field>::take(high)?),
            manual: !flag(auto, "t", "f")?,
            formula: flag(formula, "t", "f")?,
        })
    }

    /// `Boris (++++) seeking 3 0 unrated blitz [white] m ("play 1" to respond)`.
    fn write_sentence(&self, out: &mut String) {
        let Ad { index, name, rating, minutes, increment, kind, .. } = self;
        let rated = if self.rated { "rated" } else { "unrated" };
        let _ = write!(out, "{name} ({rating}) seeking {minutes} {increment} {rated} {kind}");
        if let Some(color) = self.color {
            let _ = write!(out, " [{color}]");
        }
        for (set, sign) in [(self.manual, " m"), (self.formula, " f")] {
            if set {
                out.push_str(sign);
            }
        }
        let _ = write!(out, " (\"play {index}\" to respond)");
    }

    /// Reads a sentence. It lacks titles and rating ranges: no player counts as titled, guests
    /// count as unregistered, and everybody may answer.
    fn read_sentence(text: &str) -> Option<Ad> {
        let (text, index) = text.strip_suffix(" to respond)")?.split_once(" (\"play ")?;
        let (who, what) = text.split_once(" seeking ")?;
        let (name, rating) = who.split_once(" (")?;
        let name = Titled::take(name)?;
        let rating = <Rating as Field>::take(rating.strip_suffix(')')?.trim())?;
        let mut words = what.split_ascii_whitespace().peekable();
        let minutes = <u32 as Field>::take(words.next()?)?;
        let increment = <u32 as Field>::take(words.next()?)?;
        let rated = rated(words.next()?)?;
        let kind = words.next()?.to_owned();
        let color = words.next_if(|word| word.starts_with('[')).map(color);
        let signs: Vec<&str> = words.collect();
        let guest = u8::from(rating == Rating::Guest);
        Some(Ad {
            index: <u32 as Field>::take(index.strip_suffix('"')?)?,
            name: Name(name.name),
            titles: title_bits(&name.titles) | guest,
            rating,
            minutes,
            increment,
            rated,
            kind,
            color: color.map_or(Some(None), |c| c.map(Some))?,
            range: ANY,
            manual: signs.contains(&"m"),
            formula: signs.contains(&"f"),
        })
    }

    /// One line of `sought`.
    fn write_row(&self, titles: &str, out: &mut String) {
        let Ad { index, name, minutes, increment, kind, range: (low, high), .. } = self;
        let rating = self.rating.to_string();
        let name = format!("{name}{titles}");
        let rated = if self.rated { "rated" } else { "unrated" };
        let color = self.color.map(|c| format!("[{c}]")).unwrap_or_default();
        let _ = write!(
            out,
            "{index:>3} {rating:>4} {name:<17} {minutes:>3} {increment:>3} {rated:<7} {kind:<10} \
             {color:<7} {low:>5}-{high:>4} {}{}",
            if self.manual { "m" } else { "" },
            if self.formula { "f" } else { "" },
        );
        out.truncate(out.trim_end().len());
    }

    /// Reads one line of `sought`.
    fn read_row(line: &str) -> Option<SoughtAd> {
        let mut words = line.split_ascii_whitespace().peekable();
        let index = <u32 as Field>::take(words.next()?)?;
        let rating = match words.next()? {
            "0" => Rating::Unrated,
            word => <Rating as Field>::take(word)?,
        };
        let Titled { name, titles } = Titled::take(words.next()?)?;
        let minutes = <u32 as Field>::take(words.next()?)?;
        let increment = <u32 as Field>::take(words.next()?)?;
        let rated = rated(words.next()?)?;
        let kind = words.next()?.to_owned();
        let color = words.next_if(|word| word.starts_with('[')).map(color);
        let color = color.map_or(Some(None), |c| c.map(Some))?;
        // Lasker's server has no ranges.
        let range = match words.next() {
            None => ANY,
            Some(first) => {
                let mut range = first.to_owned();
                if range.ends_with('-') {
                    range.push_str(words.next()?);
                }
                let (low, high) = range.split_once('-')?;
                (<u32 as Field>::take(low)?, <u32 as Field>::take(high)?)
            }
        };
        let flags = words.next().unwrap_or_default();
        Some(SoughtAd {
            ad: Ad {
                index,
                name: Name(name),
                titles: title_bits(&titles),
                rating,
                minutes,
                increment,
                rated,
                kind,
                color,
                range,
                manual: flags.contains('m'),
                formula: flags.contains('f'),
            },
            titles,
        })
    }
}

/// All ratings.
const ANY: (u32, u32) = (0, 9999);

/// `[white]`.
fn color(word: &str) -> Option<Color> {
    word.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Returns the bits of titles, which stand in parentheses.
#[must_use]
pub fn title_bits(titles: &str) -> u8 {
    const BITS: [(&str, u8); 8] = [
        ("(U)", 0x01),
        ("(C)", 0x02),
        ("(GM)", 0x04),
        ("(IM)", 0x08),
        ("(FM)", 0x10),
        ("(WGM)", 0x20),
        ("(WIM)", 0x40),
        ("(WFM)", 0x80),
    ];
    BITS.iter().filter(|(title, _)| titles.contains(title)).fold(0, |all, (_, bit)| all | bit)
}

/// An ad in the table of `sought`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SoughtAd {
    /// The ad.
    pub ad: Ad,
    /// All titles of the player, as after the name: `(*)(TD)`.
    pub titles: String,
}

/// News about ads.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdNotice {
    /// A player's ad is new or changed.
    Posted(Ad),
    /// The player's own is: `<sn>`, for programs that want to see it.
    Own(Ad),
    /// An ad that was there before, for programs that ask for all.
    Listed(Ad),
    /// Earlier ads are obsolete; all ads follow. For programs.
    Cleared,
    /// Ads are gone.
    Removed(Vec<u32>),
    /// The answer to `sought`.
    Sought(Vec<SoughtAd>),
}

impl AdNotice {
    /// Returns true if the viewer gets it as a line for programs, with or without the sentence.
    pub(crate) fn is_line(&self, display: &DisplayOptions) -> bool {
        let has = |ivar| display.ivars.has(ivar);
        match self {
            AdNotice::Posted(_) | AdNotice::Listed(_) | AdNotice::Cleared => has(Ivar::Seekinfo),
            AdNotice::Own(_) => has(Ivar::Seekinfo) && has(Ivar::Showownseek),
            AdNotice::Removed(_) => has(Ivar::Seekremove),
            AdNotice::Sought(_) => false,
        }
    }

    /// Appends what the viewer wants to see of it.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        let lines = display.ivars.has(Ivar::Seekinfo);
        match self {
            AdNotice::Posted(ad) => {
                if lines {
                    out.push_str("<s> ");
                    ad.write_line(out);
                    out.push_str("\n\n");
                }
                ad.write_sentence(out);
            }
            AdNotice::Own(ad) | AdNotice::Listed(ad) if self.is_line(display) => {
                out.push_str(if matches!(self, AdNotice::Own(_)) { "<sn> " } else { "<s> " });
                ad.write_line(out);
            }
            AdNotice::Cleared if lines => out.push_str("<sc>"),
            AdNotice::Own(_) | AdNotice::Listed(_) | AdNotice::Cleared => {}
            AdNotice::Removed(indexes) => {
                let seekremove = display.ivars.has(Ivar::Seekremove);
                out.push_str(if seekremove { "<sr>" } else { "Ads removed:" });
                for index in indexes {
                    let _ = write!(out, " {index}");
                }
            }
            AdNotice::Sought(ads) => {
                for SoughtAd { ad, titles } in ads {
                    ad.write_row(titles, out);
                    out.push('\n');
                }
                // Programs wait for "ads displayed", however few they are.
                let _ = write!(out, "{} ads displayed.", ads.len());
            }
        }
    }

    fn read_line(text: &str) -> Option<AdNotice> {
        let text = text.trim_end();
        if text == "<sc>" {
            return Some(AdNotice::Cleared);
        }
        if let Some(line) = text.strip_prefix("<sn> ") {
            return Ad::read_line(line).map(AdNotice::Own);
        }
        if let Some(rest) = text.strip_prefix("<sr> ").or(text.strip_prefix("Ads removed: ")) {
            let indexes: Option<Vec<u32>> = rest.split(' ').map(<u32 as Field>::take).collect();
            return indexes.map(AdNotice::Removed);
        }
        Ad::read_sentence(text).map(AdNotice::Posted)
    }
}

/// A line for programs, with its sentence or without it, a sentence alone, or a table.
impl Block for AdNotice {
    fn take(lines: &mut Lines<'_>) -> Option<AdNotice> {
        let line = lines.peek()?;
        if let Some(line) = line.strip_prefix("<s> ") {
            let ad = Ad::read_line(line)?;
            lines.next();
            // The same in words for players makes it news.
            let sentence = |line| Ad::read_sentence(line).filter(|said| said.index == ad.index);
            return Some(match lines.after_empty(|lines| lines.next_if(sentence)) {
                Some(_) => AdNotice::Posted(ad),
                None => AdNotice::Listed(ad),
            });
        }
        if let Some(notice) = AdNotice::read_line(line) {
            lines.next();
            return Some(notice);
        }
        let ads = lines.while_some(Ad::read_row);
        let count = lines.after_empty(|lines| lines.next_if(|line| Count::read(line, "ad")));
        (count.is_some() || !ads.is_empty()).then_some(AdNotice::Sought(ads))
    }
}
