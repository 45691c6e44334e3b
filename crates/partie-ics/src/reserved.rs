//! Names that players might take for the server or its staff: only administrators can assign them.

/// Names of the server and its staff.
const RESERVED: [&str; 14] = [
    "root",
    "system",
    "server",
    "sysop",
    "operator",
    "moderator",
    "webmaster",
    "postmaster",
    "hostmaster",
    "superuser",
    "support",
    "security",
    "staff",
    "official",
];
/// A word with which no other name begins or ends.
const ADMIN: &str = "admin";

/// Returns true for a reserved name, the site's name, and names that resemble one of these.
pub(crate) fn is_reserved(name: &str, site: &str) -> bool {
    let name = looks(name);
    let is = |word: &str| {
        let rest = name.strip_prefix(&looks(word));
        // A plural, or the last letter once more.
        rest.is_some_and(|rest| {
            rest.is_empty() || rest == "s" || rest.len() == 1 && looks(word).ends_with(rest)
        })
    };
    let site: String = site.chars().filter(char::is_ascii_alphabetic).collect();
    let admin = looks(ADMIN);
    let is_admin = name.starts_with(&admin) || name.trim_end_matches('s').ends_with(&admin);
    is_admin || RESERVED.into_iter().any(is) || !site.is_empty() && is(&site)
}

/// The letters of a name as they look: letters that are mistaken for others are one letter, and
/// more than two in a row are two.
fn looks(name: &str) -> String {
    let mut text = name.to_ascii_lowercase().replace('l', "i");
    for (pair, letter) in [("rn", "m"), ("vv", "w"), ("ci", "d")] {
        text = text.replace(pair, letter);
    }
    let mut letters = String::with_capacity(text.len());
    for letter in text.chars() {
        if !letters.ends_with(&format!("{letter}{letter}")) {
            letters.push(letter);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_server_and_what_looks_like_them() {
        for name in [
            "Admin",
            "Officiall",
            "admin",
            "Admins",
            "TheAdmin",
            "Administrator",
            "Adrnin",
            "Admln",
            "AdmIn",
            "Acimin",
            "Root",
            "Rooot",
            "System",
            "Systems",
            "Systemm",
            "Systern",
            "Server",
            "Partie",
            "PartIe",
            "Partle",
            "Moderator",
            "Sysop",
        ] {
            assert!(is_reserved(name, "Partie"), "{name}");
        }
        for name in [
            "Anna",
            "Observer",
            "Rot",
            "Serverin",
            "Party",
            "Parties1",
            "Systematic",
            "Minda",
            "Rooty",
            "Badminton",
            "Serverver",
        ] {
            assert!(!is_reserved(name, "The Café"), "{name}");
        }
        assert!(is_reserved("TheCaf", "The Café") && !is_reserved("Anna", "♞"));
    }
}
