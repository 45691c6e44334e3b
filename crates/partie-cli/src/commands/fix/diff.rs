//! The changes as a unified diff.

use std::{
    collections::VecDeque,
    io::{self, Write},
};

use similar::{Algorithm, ChangeTag, TextDiff};

use crate::report::visible;

/// Number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// Maximum number of lines in adjoining changes before they are written.
const MOST_LINES: usize = 1 << 16;

/// Number of lines compared at a time: the cost of one long change is quadratic.
const BLOCK: usize = 1024;

/// Writes the diff of one file.
pub(super) struct Diff<'a> {
    out: &'a mut dyn Write,
    file: String,
    colour: bool,
    /// True if the diff is shown on a terminal, which control characters must not reach.
    terminal: bool,
    headed: bool,
    /// Numbers of lines so far, in the old and in the new text.
    old: usize,
    new: usize,
    /// Incomplete last lines of the old and the new text.
    held: (String, String),
    /// The last lines, if no change is near.
    before: VecDeque<String>,
    /// The changes that are not yet shown, and the lines around them.
    hunk: Option<Hunk>,
}

/// Changes that are shown together.
struct Hunk {
    /// Number of lines before it.
    old: usize,
    new: usize,
    lines: Vec<(ChangeTag, String)>,
    /// Number of unchanged lines at its end.
    same: usize,
}

impl Hunk {
    /// Removes unchanged lines at the end, except for `most` of them.
    fn cut(&mut self, most: usize) -> Vec<(ChangeTag, String)> {
        let changed = self.lines.len() - self.same;
        self.lines.split_off(changed + self.same.min(most))
    }

    /// A range of lines of one of the texts, as diffs write it.
    fn range(&self, before: usize, other: ChangeTag) -> String {
        match self.lines.iter().filter(|(tag, _)| *tag != other).count() {
            // An empty range names the line before it.
            0 => format!("{before},0"),
            1 => (before + 1).to_string(),
            n => format!("{},{n}", before + 1),
        }
    }
}

impl<'a> Diff<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        file: &str,
        colour: bool,
        terminal: bool,
    ) -> Diff<'a> {
        Diff {
            out,
            file: file.to_owned(),
            colour,
            terminal,
            headed: false,
            old: 0,
            new: 0,
            held: (String::new(), String::new()),
            before: VecDeque::new(),
            hunk: None,
        }
    }

    /// Adds the next segment of both texts. If one of them ends within a line, both wait
    /// for the next segment.
    pub(super) fn add(&mut self, old: &str, new: &str) -> io::Result<()> {
        self.held.0.push_str(old);
        self.held.1.push_str(new);
        if self.held.0.ends_with('\n') && self.held.1.ends_with('\n') {
            self.flush()?;
        }
        Ok(())
    }

    /// Shows what still waits, at the end of the texts.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.show()
    }

    fn flush(&mut self) -> io::Result<()> {
        let (old, new) = std::mem::take(&mut self.held);
        // For programs that apply a diff, a lone carriage return ends no line.
        let (old, new): (Vec<_>, Vec<_>) =
            (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        if old == new {
            // Only the last of these lines may stand before a change.
            let last = if self.hunk.is_some() { 0 } else { old.len().saturating_sub(CONTEXT) };
            self.old += last;
            self.new += last;
            for line in &old[last..] {
                self.change(ChangeTag::Equal, line)?;
            }
            return Ok(());
        }
        let (mut old, mut new) = (&old[..], &new[..]);
        while !old.is_empty() || !new.is_empty() {
            let near = (&old[..old.len().min(BLOCK)], &new[..new.len().min(BLOCK)]);
            let whole = near.0.len() == old.len() && near.1.len() == new.len();
            let diff =
                TextDiff::configure().algorithm(Algorithm::Patience).diff_slices(near.0, near.1);
            let mut changes: Vec<_> = diff.iter_all_changes().collect();
            // Lines after the last equal ones may have counterparts after the block.
            let equal = changes.iter().rposition(|change| change.tag() == ChangeTag::Equal);
            if let Some(last) = equal.filter(|last| !whole && *last >= changes.len() / 2) {
                changes.truncate(last + 1);
            }
            let count = |other| changes.iter().filter(|change| change.tag() != other).count();
            (old, new) = (&old[count(ChangeTag::Insert)..], &new[count(ChangeTag::Delete)..]);
            for change in &changes {
                self.change(change.tag(), change.value())?;
            }
        }
        Ok(())
    }

    /// The next line of one of the texts, or of both.
    fn change(&mut self, tag: ChangeTag, line: &str) -> io::Result<()> {
        if tag == ChangeTag::Equal {
            if let Some(hunk) = &mut self.hunk {
                hunk.lines.push((tag, line.to_owned()));
                hunk.same += 1;
                if hunk.same > 2 * CONTEXT {
                    self.show()?;
                }
            } else {
                self.remember(line.to_owned());
            }
        } else {
            if self.hunk.as_ref().is_some_and(|hunk| hunk.lines.len() > MOST_LINES) {
                self.show()?;
            }
            let hunk = self.hunk.get_or_insert_with(|| {
                let count = self.before.len();
                let before = self.before.drain(..).map(|line| (ChangeTag::Equal, line));
                let (old, new) = (self.old - count, self.new - count);
                Hunk { old, new, lines: before.collect(), same: 0 }
            });
            hunk.lines.push((tag, line.to_owned()));
            hunk.same = 0;
        }
        self.old += usize::from(tag != ChangeTag::Insert);
        self.new += usize::from(tag != ChangeTag::Delete);
        Ok(())
    }

    /// Remembers a line that may stand before a change.
    fn remember(&mut self, line: String) {
        if self.before.len() == CONTEXT {
            self.before.pop_front();
        }
        self.before.push_back(line);
    }

    /// Shows the changes that wait.
    fn show(&mut self) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else { return Ok(()) };
        // Lines after it must not be repeated before the next one.
        for (_, line) in hunk.cut(CONTEXT) {
            self.remember(line);
        }
        if !self.headed {
            self.headed = true;
            let file = visible(&self.file);
            self.line("1", &format!("--- {file}"))?;
            self.line("1", &format!("+++ {file}\t(repaired)"))?;
        }
        let old = hunk.range(hunk.old, ChangeTag::Insert);
        let new = hunk.range(hunk.new, ChangeTag::Delete);
        self.line("36", &format!("@@ -{old} +{new} @@"))?;
        for (tag, text) in hunk.lines {
            let (sign, colour) = match tag {
                ChangeTag::Delete => ("-", "31"),
                ChangeTag::Insert => ("+", "32"),
                ChangeTag::Equal => (" ", ""),
            };
            let bare = text.strip_suffix('\n').unwrap_or(&text);
            let shown = if self.terminal { visible(bare) } else { bare.to_owned() };
            self.line(colour, &format!("{sign}{shown}"))?;
            if !text.ends_with('\n') {
                self.line("", "\\ No newline at end of file")?;
            }
        }
        Ok(())
    }

    fn line(&mut self, colour: &str, text: &str) -> io::Result<()> {
        if self.colour && !colour.is_empty() {
            writeln!(self.out, "\x1b[{colour}m{text}\x1b[0m")
        } else {
            writeln!(self.out, "{text}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_carriage_return_ends_no_line() {
        let mut out = Vec::new();
        let mut diff = Diff::new(&mut out, "a.pgn", false, false);
        diff.add("1\r2\n3\n", "1\r2\nthree\n").expect("memory");
        diff.finish().expect("memory");
        let text = String::from_utf8(out).expect("text");
        assert!(text.ends_with("@@ -1,2 +1,2 @@\n 1\r2\n-3\n+three\n"), "{text:?}");
    }

    fn diff(segments: &[(&str, &str)]) -> String {
        let mut out = Vec::new();
        let mut diff = Diff::new(&mut out, "a.pgn", false, false);
        for (old, new) in segments {
            diff.add(old, new).expect("memory");
        }
        diff.finish().expect("memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn changes_near_each_other_stand_together_also_over_stretches() {
        let text =
            diff(&[("1\n2\n", "1\n2\n"), ("3\n4\n", "3\nfour\n"), ("5 ", "5\n6\n"), ("6\n7", "7")]);
        let expected = "\
--- a.pgn
+++ a.pgn\t(repaired)
@@ -1,6 +1,7 @@
 1
 2
 3
-4
-5 6
+four
+5
+6
 7
\\ No newline at end of file
";
        let minus_plus = "-4\n+four\n-5 6\n+5\n+6\n";
        assert_eq!(text.replace(minus_plus, "-4\n-5 6\n+four\n+5\n+6\n"), expected);
    }

    /// A diff transforms one text into the other, however long they are.
    #[test]
    fn long_games_are_compared_in_blocks() {
        let line = |n: usize| format!("{}\n", n % 7);
        let old: String = (0..5000).map(line).collect();
        let new: String =
            (0..5000).flat_map(|n| [line(n), "more\n".repeat(usize::from(n % 3 == 0))]).collect();
        let text = diff(&[(&old, &new)]);
        let side = |other: char| -> String {
            let lines = text.split_inclusive('\n').skip(2).filter(|line| !line.starts_with("@@"));
            lines.filter(|line| !line.starts_with(other)).map(|line| &line[1..]).collect()
        };
        assert_eq!(side('+'), old);
        assert_eq!(side('-'), new);
        let minus = text.lines().filter(|line| line.starts_with('-')).count();
        assert_eq!(minus, 1, "only the name of the file");
    }

    #[test]
    fn changes_apart_stand_apart() {
        let same = "a\nb\nc\n";
        let text =
            diff(&[("1\n", "one\n"), (same, same), ("d\n", "d\n"), (same, same), ("2\n", "")]);
        let expected = "\
--- a.pgn
+++ a.pgn\t(repaired)
@@ -1,4 +1,4 @@
-1
+one
 a
 b
 c
@@ -6,4 +6,3 @@
 a
 b
 c
-2
";
        assert_eq!(text, expected);
    }
}
