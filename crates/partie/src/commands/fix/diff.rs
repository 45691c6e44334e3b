//! The changes as a unified diff, record by record.

use std::io::{self, Write};

use similar::{Algorithm, ChangeTag, TextDiff};

use crate::report::visible;

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// Writes the diff of one file.
pub(super) struct Diff<'a> {
    out: &'a mut dyn Write,
    file: String,
    colour: bool,
    /// Somebody looks at it, so nothing in it may steer the terminal.
    terminal: bool,
    headed: bool,
    /// Lines so far, in the old and in the new text.
    old: usize,
    new: usize,
    /// What ends in the middle of a line, of the old and of the new text.
    held: (String, String),
}

impl<'a> Diff<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        file: &str,
        colour: bool,
        terminal: bool,
    ) -> Diff<'a> {
        let (file, held) = (file.to_owned(), (String::new(), String::new()));
        Diff { out, file, colour, terminal, headed: false, old: 0, new: 0, held }
    }

    /// The next stretch of both texts. If one of them ends in the middle of a line, both
    /// wait for the next stretch.
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
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let (old, new) = std::mem::take(&mut self.held);
        if old != new {
            self.hunks(&old, &new)?;
        }
        let lines = |text: &str| text.split_inclusive('\n').count();
        self.old += lines(&old);
        self.new += lines(&new);
        Ok(())
    }

    fn hunks(&mut self, old: &str, new: &str) -> io::Result<()> {
        // A carriage return alone ends no line for those who apply a diff.
        let (old, new): (Vec<_>, Vec<_>) =
            (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
        let diff = TextDiff::configure().algorithm(Algorithm::Patience).diff_slices(&old, &new);
        for group in diff.grouped_ops(CONTEXT) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let (old, new) = (
                first.old_range().start..last.old_range().end,
                first.new_range().start..last.new_range().end,
            );
            if !self.headed {
                self.headed = true;
                let file = visible(&self.file);
                self.line("1", &format!("--- {file}"))?;
                self.line("1", &format!("+++ {file}\t(mended)"))?;
            }
            let range = |r: &std::ops::Range<usize>, before: usize| match r.len() {
                // An empty range names the line before it.
                0 => format!("{},0", before + r.start),
                1 => (before + r.start + 1).to_string(),
                n => format!("{},{n}", before + r.start + 1),
            };
            let head = format!("@@ -{} +{} @@", range(&old, self.old), range(&new, self.new));
            self.line("36", &head)?;
            for op in &group {
                for change in diff.iter_changes(op) {
                    let (sign, colour) = match change.tag() {
                        ChangeTag::Delete => ("-", "31"),
                        ChangeTag::Insert => ("+", "32"),
                        ChangeTag::Equal => (" ", ""),
                    };
                    let text = change.value();
                    let bare = text.strip_suffix('\n').unwrap_or(text);
                    let shown = if self.terminal { visible(bare) } else { bare.to_owned() };
                    self.line(colour, &format!("{sign}{shown}"))?;
                    if !text.ends_with('\n') {
                        self.line("", "\\ No newline at end of file")?;
                    }
                }
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

    #[test]
    fn line_numbers_go_on_from_stretch_to_stretch() {
        let mut out = Vec::new();
        let mut diff = Diff::new(&mut out, "a.pgn", false, false);
        diff.add("1\n2\n", "1\n2\n").expect("memory");
        diff.add("3\n4\n", "3\nfour\n").expect("memory");
        diff.add("5 ", "5\n6\n").expect("memory");
        diff.add("6\n7", "7").expect("memory");
        diff.finish().expect("memory");
        let text = String::from_utf8(out).expect("text");
        let expected = "\
--- a.pgn
+++ a.pgn\t(mended)
@@ -3,2 +3,2 @@
 3
-4
+four
@@ -5,2 +5,3 @@
-5 6
+5
+6
 7
\\ No newline at end of file
";
        assert_eq!(text, expected);
    }
}
