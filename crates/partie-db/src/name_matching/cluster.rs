//! Spellings put together.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, hash_map::DefaultHasher},
    hash::Hasher as _,
};

use super::{
    Census, Confidence,
    census::Spelling,
    compare::{LessSpecific, NameDifference, NameRelation, ParsedName, compare, plain_key},
    form::{CommonForm, tidy},
};
use crate::phonetics::phonetics;

/// Spellings of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The spelling to use for all of them.
    pub suggestion: String,
    /// Number of games with any of them.
    pub games: u64,
    /// All spellings, the most frequent first.
    pub members: Vec<Member>,
}

/// A spelling in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The spelling.
    pub spelling: Spelling,
    /// Reason why it belongs to the group; none for the spelling that is suggested.
    pub because: Option<(Confidence, NameDifference)>,
}

/// A spelling that may stand for several names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousSpelling {
    /// The spelling.
    pub spelling: Spelling,
    /// The names.
    pub candidates: Vec<String>,
}

/// Groups the spellings of one name, the most frequent first, at a confidence or higher; and
/// returns the spellings that may stand for several names.
#[must_use]
pub fn clusters(census: &Census, level: Confidence) -> (Vec<Group>, Vec<AmbiguousSpelling>) {
    let spellings = &census.spellings;
    let forms = forms(census);
    let mut joining = Joining {
        census,
        common: CommonForm::of(census, &forms),
        forms: &forms,
        cluster: (0..spellings.len() as u32).collect(),
        members: (0..spellings.len() as u32).map(|i| vec![i]).collect(),
    };
    let mut strong = Vec::new();
    let mut weak: BTreeMap<Specificity, BTreeMap<u32, BTreeSet<u32>>> = BTreeMap::new();
    for (a, b) in candidates(census, &forms) {
        let Some(relation) = joining.relation(a, b).filter(|r| r.confidence >= level) else {
            continue;
        };
        let (less, more) = match relation.weaker {
            LessSpecific::Neither => {
                strong.push((Reverse(relation.confidence), a, b));
                continue;
            }
            LessSpecific::First => (a, b),
            LessSpecific::Second => (b, a),
        };
        let rank =
            if relation.late { Specificity::LateInitial } else { Specificity::of(relation.why) };
        weak.entry(rank).or_default().entry(less).or_default().insert(more);
    }
    strong.sort_unstable();
    for (_, a, b) in strong {
        joining.join(a, b);
    }
    let mut open = BTreeMap::new();
    for (rank, by_spelling) in weak {
        for (less, fuller) in by_spelling {
            let own = joining.cluster[less as usize];
            // Who played in the same years comes first.
            let is_taken = joining.members[own as usize].len() > 1 || open.contains_key(&less);
            if rank == Specificity::LateInitial && is_taken {
                continue;
            }
            let others: BTreeSet<u32> = fuller
                .iter()
                .map(|more| joining.cluster[*more as usize])
                .filter(|cluster| *cluster != own)
                .collect();
            let mut others = others.into_iter();
            match (others.next(), others.next()) {
                (Some(_), None) => fuller.into_iter().for_each(|more| joining.join(less, more)),
                (Some(_), Some(_)) => _ = open.insert(less, fuller),
                _ => {}
            }
        }
    }
    let mut groups: Vec<_> = joining
        .members
        .iter()
        .filter(|members| members.len() > 1)
        .map(|members| joining.group(members))
        .collect();
    let single = joining.members.iter().filter_map(|members| match members[..] {
        [single] if !open.contains_key(&single) => joining.in_common_form(single),
        _ => None,
    });
    let is_wanted = |group: &Group| group.members[0].because.is_some_and(|(c, _)| c >= level);
    groups.extend(single.filter(is_wanted));
    groups
        .sort_by(|a, b| (Reverse(a.games), &a.suggestion).cmp(&(Reverse(b.games), &b.suggestion)));
    let open = open.into_iter().map(|(less, fuller)| {
        let names: BTreeSet<_> = fuller
            .into_iter()
            .map(|more| joining.best(&joining.members[joining.cluster[more as usize] as usize]))
            .collect();
        let candidates = names.into_iter().map(|best| spellings[best as usize].text.clone());
        AmbiguousSpelling {
            spelling: spellings[less as usize].clone(),
            candidates: candidates.collect(),
        }
    });
    let mut open: Vec<_> = open.filter(|open| open.candidates.len() > 1).collect();
    open.sort_by_key(|open| (Reverse(open.spelling.games), open.spelling.text.clone()));
    (groups, open)
}

/// Order in which less specific spellings are assigned: the most specific ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    MoreNames,
    Initial,
    LateInitial,
    FamilyPart,
    FamilyOnly,
}

impl Specificity {
    const fn of(why: NameDifference) -> Specificity {
        match why {
            NameDifference::Initial => Specificity::Initial,
            NameDifference::FamilyPart => Specificity::FamilyPart,
            NameDifference::FamilyOnly => Specificity::FamilyOnly,
            _ => Specificity::MoreNames,
        }
    }
}

struct Joining<'a> {
    census: &'a Census,
    common: CommonForm<'a>,
    forms: &'a [ParsedName],
    /// The cluster of every spelling.
    cluster: Vec<u32>,
    /// The spellings of every cluster.
    members: Vec<Vec<u32>>,
}

impl Joining<'_> {
    /// Relation of two spellings; `None` if they played each other.
    fn relation(&self, a: u32, b: u32) -> Option<NameRelation> {
        if self.census.met(a, b) {
            return None;
        }
        let named = |i: u32| (&self.census.spellings[i as usize], &self.forms[i as usize]);
        compare(named(a), named(b))
    }

    /// Merges two clusters if each spelling of one agrees with each of the other, so that a
    /// chain of small steps does not lead to another name.
    fn join(&mut self, a: u32, b: u32) {
        let (mut to, mut from) = (self.cluster[a as usize], self.cluster[b as usize]);
        if to == from {
            return;
        }
        let agree = self.members[to as usize]
            .iter()
            .all(|x| self.members[from as usize].iter().all(|y| self.relation(*x, *y).is_some()));
        if !agree {
            return;
        }
        if self.members[to as usize].len() < self.members[from as usize].len() {
            (to, from) = (from, to);
        }
        for moved in std::mem::take(&mut self.members[from as usize]) {
            self.cluster[moved as usize] = to;
            self.members[to as usize].push(moved);
        }
    }

    /// The best spelling of a cluster: in Latin letters if one of them names the player, family name and
    /// given names in full, in the order of the PGN standard, without titles, not in capitals; then the
    /// most frequent.
    fn best(&self, members: &[u32]) -> u32 {
        let worth = |i: &u32| {
            let spelling = &self.census.spellings[*i as usize];
            let form = match &self.forms[*i as usize] {
                ParsedName::PlayerName(player_name) => {
                    (player_name.fullness() + 1, player_name.comma, !player_name.adorned)
                }
                ParsedName::Title(title) => (u8::from(title.place.is_some()), false, true),
                ParsedName::Plain(_) => (0, false, true),
            };
            let text = &spelling.text;
            let latin = is_latin(text);
            let lower =
                text.chars().any(char::is_lowercase) || !text.chars().any(char::is_alphabetic);
            let upper = text.chars().next().is_some_and(|c| !c.is_lowercase());
            let accents = text.chars().filter(|c| !c.is_ascii()).count();
            // An initial says too little to replace a name in another script.
            let named = form.0 > 2 || !matches!(self.forms[*i as usize], ParsedName::PlayerName(_));
            (latin && named, form, lower && upper, spelling.games, accents, Reverse(text))
        };
        members.iter().copied().max_by(|a, b| worth(a).cmp(&worth(b))).unwrap_or_default()
    }

    /// Returns the only spelling of a player in the form of the other names, if it has another, and is
    /// not the name of another player then.
    fn in_common_form(&self, single: u32) -> Option<Group> {
        let spelling = &self.census.spellings[single as usize];
        let ParsedName::PlayerName(name) = &self.forms[single as usize] else { return None };
        let (suggestion, confidence) = self.common.written(&spelling.text, name);
        if name.adorned || suggestion == spelling.text || self.census.has(&suggestion) {
            return None;
        }
        let because = Some((confidence, NameDifference::Form));
        let members = vec![Member { spelling: spelling.clone(), because }];
        Some(Group { suggestion, games: spelling.games, members })
    }

    fn group(&self, members: &[u32]) -> Group {
        let best = self.best(members);
        let spellings = &self.census.spellings;
        let mut members: Vec<_> = members
            .iter()
            .map(|i| Member {
                spelling: spellings[*i as usize].clone(),
                because: (*i != best)
                    .then(|| self.relation(*i, best).map(|r| (r.confidence, r.why)))
                    .flatten(),
            })
            .collect();
        members.sort_by(|a, b| {
            let key = |m: &Member| (m.because.is_some(), Reverse(m.spelling.games));
            key(a).cmp(&key(b)).then_with(|| a.spelling.text.cmp(&b.spelling.text))
        });
        Group {
            suggestion: match &self.forms[best as usize] {
                ParsedName::PlayerName(name) => {
                    self.common.written(&spellings[best as usize].text, name).0
                }
                _ => tidy(&spellings[best as usize].text, true),
            },
            games: members.iter().map(|m| m.spelling.games).sum(),
            members,
        }
    }
}

/// Returns true if all letters are of the Latin script.
fn is_latin(text: &str) -> bool {
    let is_latin =
        |c: char| matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{300}'..='\u{36f}');
    text.chars().filter(|c| c.is_alphabetic()).all(is_latin)
}

/// All spellings in their parts.
pub(super) fn forms(census: &Census) -> Vec<ParsedName> {
    let form = |spelling: &Spelling| {
        if spelling.is_account() {
            return ParsedName::account(&spelling.text);
        }
        ParsedName::of(census.field, &spelling.text)
    };
    census.spellings.iter().map(form).collect()
}

/// Pairs of spellings that are worth comparing, each once, in order.
pub(super) fn candidates(census: &Census, forms: &[ParsedName]) -> Vec<(u32, u32)> {
    let mut blocks = Blocks::default();
    for (i, (form, spelling)) in forms.iter().zip(&census.spellings).enumerate() {
        let i = i as u32;
        blocks.put(b'=', &[&plain_key(form)], i);
        for id in spelling.ids.keys() {
            blocks.put(b'#', &[&id.to_string()], i);
        }
        match form {
            ParsedName::Plain(_) => {}
            ParsedName::Title(title) => {
                blocks.put(b'=', &[title.place.as_ref().unwrap_or(&title.joined)], i);
                let sounds: Vec<_> = title.words.iter().map(|word| phonetics(word)).collect();
                blocks.put_slips(b'~', &sounds.concat(), i);
                blocks.put_slips(b'/', &title.joined, i);
            }
            ParsedName::PlayerName(player_name) => {
                for reading in &player_name.readings {
                    let initial = reading.given.first().map(|g| phonetics(&g.word)[..1].to_owned());
                    let initial = initial.unwrap_or_default();
                    let family = phonetics(&reading.family);
                    blocks.put_slips(b'~', &format!("{initial}{family}"), i);
                    blocks.put_slips(b'/', &format!("{initial}{}", reading.family), i);
                    if let Some(first) = &reading.first {
                        blocks.put(b'~', &[&initial, &phonetics(first)], i);
                    }
                    if player_name.is_bare() {
                        blocks.bare.entry(family).or_default().push(i);
                    } else {
                        blocks.named.entry(family).or_default().push(i);
                    }
                }
            }
        }
    }
    blocks.pairs()
}

/// Groups of spellings that share a part.
#[derive(Default)]
struct Blocks {
    /// Hashes of shared parts. A collision only costs a comparison.
    keys: Vec<(u64, u32)>,
    /// Family names alone and with given names: the former are only compared with the latter.
    bare: BTreeMap<String, Vec<u32>>,
    named: HashMap<String, Vec<u32>>,
}

impl Blocks {
    fn put(&mut self, kind: u8, parts: &[&str], spelling: u32) {
        let mut hash = DefaultHasher::new();
        hash.write_u8(kind);
        for part in parts {
            hash.write(part.as_bytes());
        }
        self.keys.push((hash.finish(), spelling));
    }

    /// Puts a spelling into a block with every other that differs in one letter: both
    /// become the same if that letter is left out.
    fn put_slips(&mut self, kind: u8, key: &str, spelling: u32) {
        self.put(kind, &[key], spelling);
        if key.len() > 5 {
            for at in 1..key.len() {
                self.put(kind, &[&key[..at], &key[at + 1..]], spelling);
            }
        }
    }

    fn pairs(mut self) -> Vec<(u32, u32)> {
        self.keys.sort_unstable();
        self.keys.dedup();
        let mut pairs = Vec::new();
        for block in self.keys.chunk_by(|a, b| a.0 == b.0) {
            for (at, (_, a)) in block.iter().enumerate() {
                pairs.extend(block[at + 1..].iter().map(|(_, b)| (*a, *b)));
            }
        }
        for (family, bare) in &self.bare {
            for named in self.named.get(family).into_iter().flatten() {
                pairs.extend(bare.iter().map(|bare| (*bare.min(named), *bare.max(named))));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}
