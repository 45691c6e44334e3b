//! Records in containers: their content and their places.

use partie_formats::{Format, ReadOptions, Record};
use partie_records::{
    container::{self, Container},
    dispatch,
};

fn read(name: &str, text: &[u8]) -> (Option<Container>, Vec<Record>) {
    let layers = container::layers(text, Some(name));
    let records = dispatch::games(layers, Box::new(text), &ReadOptions::default());
    (layers.container, records.map(|record| record.expect("memory")).collect())
}

/// Formats a game as one line: its players, its moves in SAN, its result.
fn line(record: &Record) -> String {
    let game = record.game();
    let tag = |name| game.tags.get(name).unwrap_or("?");
    let mut moves = Vec::new();
    let mut position = game.start.clone();
    for (id, ply) in game.plies() {
        moves.push(partie_core::moves::san::write(position.board(id), ply));
        position.play(id, ply).expect("legal");
    }
    format!("{} - {}: {} {}", tag("White"), tag("Black"), moves.join(" "), game.outcome)
}

const TAGS: &str = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 1-0\n";
const GAME: &str = "Ann - Bob: e4 e5 1-0";

/// Encodes a text as lines of base64.
fn base64(text: &str) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    let mut out = String::new();
    for line in text.as_bytes().chunks(45) {
        let mut shown = [0; 60];
        let length = STANDARD.encode_slice(line, &mut shown).expect("room");
        out += str::from_utf8(&shown[..length]).expect("ASCII");
        out.push('\n');
    }
    out
}

const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                    9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5";

/// Breaks long lines as quoted-printable does.
fn broken_lines(text: &str) -> String {
    const LONGEST: usize = 75;
    let mut out = String::new();
    for line in text.lines() {
        let parts: Vec<_> = line.as_bytes().chunks(LONGEST).map(str::from_utf8).collect();
        let parts: Vec<_> = parts.into_iter().map(|part| part.expect("ASCII")).collect();
        out += &parts.join("=\n");
        out.push('\n');
    }
    out
}

/// A file's name, its text, its container, and its games.
type Row = (&'static str, String, Option<Container>, &'static [&'static str]);

fn rows() -> Vec<Row> {
    let escaped = TAGS.replace('"', "\\\"").replace('\n', "\\n");
    let quoted_printable = "Content-Transfer-Encoding: quoted-printable\n\n";
    let plus = TAGS.lines().map(|l| format!("  '{l}\\n' +\n")).collect::<Vec<_>>().concat();
    let list = TAGS.lines().map(|l| format!("  '{l}',\n")).collect::<Vec<_>>().concat();
    let rtf = TAGS.replace('\n', "\\par\n");
    let entities = TAGS.replace('"', "&#x22;");
    vec![
        ("a.pgn", TAGS.to_owned(), None, &[GAME]),
        // Strings of programs.
        ("a.js", format!("const pgn = `{TAGS}`;\n"), Some(Container::Quoted), &[GAME]),
        ("b.js", format!("export default {{\n  pgn: `\n{TAGS}`,\n  x: 'y' }};\n"), Some(Container::Quoted), &[GAME]),
        ("c.ts", format!("let a: string = \"{escaped}\"; // don't\nlet b = \"{escaped}\";\n"), Some(Container::Quoted), &[GAME, GAME]),
        ("d.js", format!("const pgn =\n{plus}  '';\n"), Some(Container::Quoted), &[GAME]),
        ("e.js", format!("const pgn = [\n{list}].join('\\n');\n"), Some(Container::Quoted), &[GAME]),
        ("f.py", format!("PGN = \"\"\"{TAGS}\"\"\"\n"), Some(Container::Quoted), &[GAME]),
        ("g.json", format!("[\"{escaped}\",\n \"{escaped}\"]\n"), Some(Container::Quoted), &[GAME, GAME]),
        // What chess.com gives for a month.
        ("h.json", format!("{{\"games\":[{{\"url\":\"https://x/1\",\"pgn\":\"{escaped}\",\"rated\":true}},{{\"url\":\"u\",\"pgn\":\"{escaped}\"}}]}}"), Some(Container::Quoted), &[GAME, GAME]),
        ("i.json", "{\"pgn\":\"[Event \\\"x\\\"]\\n[White \\\"J\\u00f6rg \\ud83d\\ude00\\\"]\\n\\n1. e4 *\"}".to_owned(), Some(Container::Quoted), &["Jörg 😀 - ?: e4 *"]),
        // Moves without tags.
        ("k.js", "let moves = ['e4', 'e5', 'Nf3', 'Nc6'];\nlet other = ['d4', 'd5', 'Nf3'];\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 Nc6 *", "? - ?: d4 d5 Nf3 *"]),
        ("l.py", "lines = [\n    [\"e4\", \"e5\", \"Nf3\"],\n    [\"d4\", \"d5\", \"Nf3\", \"1-0\"],\n]\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 *", "? - ?: d4 d5 Nf3 1-0"]),
        ("m.sql", "INSERT INTO games VALUES (1,'Ann','e4 e5 Nf3'), (2,'Bob','1. d4 d5 2. c4 1-0');\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 *", "? - ?: d4 d5 c4 1-0"]),
        ("n.js", "const pgn = \"1. e4 e5 2. Nf3 Nc6 1-0\"; // don't\nalert('e4');\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 Nc6 1-0"]),
        ("o.json", "[\"e2e4\",\"e7e5\",\"g1f3\"]\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 *"]),
        ("p.js", "let squares = ['a1', 'b1', 'c4', 'c5'];\n".to_owned(), None, &[]),
        ("q.js", format!("let a = \"{escaped}\", line = 'e4 e5 Nf3';\n"), Some(Container::Quoted), &[GAME, "? - ?: e4 e5 Nf3 *"]),
        ("r.txt", "The line (\"1. e4 e5 2. Nf3\") is old.\n\n1. d4 d5 2. c4 1-0\n".to_owned(), None, &["? - ?: d4 d5 c4 1-0"]),
        ("s.py", "import chess\nboard = chess.Board()\nboard.push_san('e4')  # King's pawn\nprint(board)\nboard.push_uci('e7e5')\n# board.push_san('d4')\nboard.push(chess.Move.from_uci('g1f3'))\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 Nf3 *"]),
        ("t.js", "const chess = new Chess();\nchess.move('d4');\nchess.move(\"d5\");\nconst b = new Chess();\nb.move({ from: 'e2', to: 'e4' });\nb.move({from:'e7',to:'e5',promotion:'q'})\n".to_owned(), Some(Container::Quoted), &["? - ?: d4 d5 *", "? - ?: e4 e5 *"]),
        ("u.py", "game.push_san('e4')\ngame.push_san('e5')\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 *"]),
        ("v.js", "const c = new Chess('4k3/8/8/8/8/8/8/4K2R w K - 0 1');\nc.move('O-O');\nc.move('Kd7');\n".to_owned(), Some(Container::Quoted), &["? - ?: O-O Kd7 *"]),
        ("w.json", "[{\"san\":\"e4\"},{\"san\":\"e5\"}]\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 *"]),
        ("x.json", "[\n  {\"ply\":1,\"san\":\"e4\",\"uci\":\"e2e4\"},\n  {\"ply\":2,\"san\":\"e5\",\"uci\":\"e7e5\"}\n]\n".to_owned(), Some(Container::Quoted), &["? - ?: e4 e5 *"]),
        ("y.json", "[{\"san\":\"e4\",\"lines\":[{\"san\":\"d4\"},{\"san\":\"d5\"}]},{\"san\":\"e5\"}]\n".to_owned(), None, &[]),
        ("z.js", "robot.move('left');\nrobot.move('e4');\n".to_owned(), None, &[]),
        ("aa.sql", format!("INSERT INTO games VALUES (1, '{}');\nINSERT INTO games VALUES (2, '{TAGS}');\n", TAGS.replace("Ann", "O''Neil")), Some(Container::Quoted), &["O'Neil - Bob: e4 e5 1-0", GAME]),
        ("ab.php", format!("<?php $pgn = '{TAGS}'; ?>\n"), Some(Container::Quoted), &[GAME]),
        // Names and results in data files and around moves.
        ("a.yaml", "white: Smith\nblack: Jones\nresult: 1-0\nmoves: \"e4 e5 Nf3\"\n".to_owned(), Some(Container::Quoted), &["Smith - Jones: e4 e5 Nf3 1-0"]),
        ("b.yaml", "event: Club\ngames:\n  - white: Smith, J.\n    black: Jones\n    moves: \"e4 e5 Nf3\"\n  - moves: 'd4 d5 Nf3'\n    white: Ann\n    result: 0-1\n".to_owned(), Some(Container::Quoted), &["Smith, J. - Jones: e4 e5 Nf3 *", "Ann - ?: d4 d5 Nf3 0-1"]),
        ("c.yaml", "- white: Smith\n  moves:\n    - \"e4\"\n    - \"e5\"\n    - \"Nf3\"\n- black: Bob\n  moves: [d4, d5, Nf3]\n".to_owned(), Some(Container::Quoted), &["Smith - ?: e4 e5 Nf3 *", "? - Bob: d4 d5 Nf3 *"]),
        ("d.yaml", "players:\n  white:\n    name: Ann\n  black: Bob\nmoves: \"e4 e5 Nf3\"\n---\nwhite: Cyd\nmoves: \"d4 d5 Nf3\"\n".to_owned(), Some(Container::Quoted), &["Ann - Bob: e4 e5 Nf3 *", "Cyd - ?: d4 d5 Nf3 *"]),
        ("a.toml", "# Of the club\nwhite = \"Smith \\\"J\\\"\"\nblack = 'Jones' # of X\nmoves = \"e4 e5 Nf3\"\n".to_owned(), Some(Container::Quoted), &["Smith \"J\" - Jones: e4 e5 Nf3 *"]),
        ("b.toml", "[[games]]\nwhite = \"Smith\"\nmoves = [\"e4\", \"e5\", \"Nf3\"]\n\n[[games]]\nmoves = [\n  \"d4\",\n  \"d5\",\n  \"Nf3\",\n]\nwhite = \"Ann\"\nresult = \"1-0\"\n".to_owned(), Some(Container::Quoted), &["Smith - ?: e4 e5 Nf3 *", "Ann - ?: d4 d5 Nf3 1-0"]),
        ("a.ini", "[game1]\nWhite=Smith\nBlack=Jones\nMoves=e4 e5 Nf3 Nc6\n\n[game2]\nWhite=Ann\nMoves=\"d4 d5 Nf3\"\n".to_owned(), Some(Container::Quoted), &["Smith - Jones: e4 e5 Nf3 Nc6 *", "Ann - ?: d4 d5 Nf3 *"]),
        ("ba.js", "const games = [{ white: 'Ann', 'black': \"Bob\", moves: ['e4', 'e5', 'Nf3'], result: '1-0' },\n  { moves: ['d4', 'd5', 'Nf3'], white: name, whiteElo: 2000 }];\n".to_owned(), Some(Container::Quoted), &["Ann - Bob: e4 e5 Nf3 1-0", "? - ?: d4 d5 Nf3 *"]),
        ("ba.py", "white = \"Smith\"\nblack = \"Jones\"\nmoves = [\"e4\", \"e5\", \"Nf3\"]\nresult = '0-1'\nwhite = 'Ann'\nmoves = 'd4 d5 Nf3'\nprint(moves)\n".to_owned(), Some(Container::Quoted), &["Smith - Jones: e4 e5 Nf3 0-1", "Ann - ?: d4 d5 Nf3 *"]),
        ("ba.json", "{\"players\": {\"white\": {\"name\": \"Ann\", \"rating\": 2000}, \"black\": \"Bob\"}, \"line\": \"e4 e5 Nf3\"}\n".to_owned(), Some(Container::Quoted), &["Ann - Bob: e4 e5 Nf3 *"]),
        // Pages.
        ("a.html", format!("<!DOCTYPE html>\n<html><head><title>1. d4</title><style>p {{}}</style>\n<script>if (a1 < b2) {{ e4(); }}</script></head>\n<body><pre>\n{TAGS}</pre></body></html>\n"), Some(Container::Html), &[GAME]),
        ("b.html", format!("<html><body>\n{}</body></html>\n", TAGS.replace('\n', "<br>\n")), Some(Container::Html), &[GAME]),
        ("c.html", format!("<html><body><textarea>{entities}</textarea></body></html>"), Some(Container::Html), &[GAME]),
        ("d.html", format!("<html><body><script>view({{pgn: `{TAGS}`}});</script></body></html>"), Some(Container::Html), &[GAME]),
        ("e.html", format!("<html><body><script type=\"application/x-chess-pgn\">\n{TAGS}</script></body></html>"), Some(Container::Html), &[GAME]),
        ("f.html", "<html><script>var x = {a: 1};\nfor (;;) { f(x[1], \"1. e4\"); }</script></html>".to_owned(), Some(Container::Html), &[]),
        ("h.html", format!("<html><body title=\"e4\"><div data-pgn=\"{entities}\" class='x'></div><p>See &amp; good luck</p></body></html>"), Some(Container::Html), &[GAME]),
        ("i.html", "<html><body><div data-pgn='1. d4 d5 *'></div><div data-pgn=\"[Event &quot;x&quot;]\n\n1. e4 {> 5} e5 *\">x</div></body></html>".to_owned(), Some(Container::Html), &["? - ?: d4 d5 *", "? - ?: e4 e5 *"]),
        ("j.html", "<html><body title=\"e4\"><p data-pgn=\"1. e4 {x} e5\"></p><p data-moves='e4 e5 Nf3'></p><input value=\"1.d4 d5 (1... Nf6) 2.c4 1-0\"></body></html>".to_owned(), Some(Container::Html), &["? - ?: e4 e5 *", "? - ?: e4 e5 Nf3 *", "? - ?: d4 d5 c4 1-0"]),
        ("k.html", "<html><body><b data-fen=\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"></b><p>Quiet.</p><b data-moves=\"1. O-O Kd7\" data-fen=\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"></b></body></html>".to_owned(), Some(Container::Html), &["? - ?:  *", "? - ?: O-O Kd7 *"]),
        ("l.html", "<html><body><p><span class=\"move\">e4</span><span class='ply san'>e5</span><span class=\"move\"><i class=\"piece\">N</i>f3</span></p></body></html>".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 *"]),
        ("m.html", "<script>foobar</script> 1. e4 e5\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 *"]),
        ("n.html", "<script>1. e4 e5 2. Nf3 Nc6</script>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 Nc6 *"]),
        // Pieces of pages.
        ("o.txt", "<p><span>1.&nbsp;</span><a href=\"#1\">e4</a> <a href=\"#2\">e5</a></p>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 *"]),
        ("p.txt", "<table><tr><td>A</td><td>1. e4 e5 2. Nf3 Nc6 1-0</td></tr>\n<tr><td>B</td><td>1. d4 d5 2. c4 e6 0-1</td></tr></table>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 Nc6 1-0", "? - ?: d4 d5 c4 e6 0-1"]),
        ("q.txt", "<table><tr><th>#</th><th>White</th><th>Black</th></tr><tr><td>1.</td><td>e4</td><td>e5</td></tr><tr><td>2.</td><td>Nf3</td><td>Nc6</td></tr></table>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 Nc6 *"]),
        ("qa.txt", "<p>1. e4 e5</p>\n<p>Nc3 was better</p>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 *"]),
        // PGN with marks of pages is left to its own reader.
        ("g.pgn", TAGS.replace('"', "&quot;").replace('\n', "<br />\n"), None, &[GAME]),
        // Mail.
        ("a.eml", format!("From: x@y.z\nSubject: =?utf-8?Q?Spiel?=\nMIME-Version: 1.0\n{quoted_printable}{}", TAGS.replace('"', "=22").replace("Ann", "A=\nnn")), Some(Container::Mail), &[GAME]),
        ("b.eml", format!("Return-Path: <x>\nContent-Type: multipart/mixed; boundary=abcdefgh\n\n--abcdefgh\n{quoted_printable}{}--abcdefgh--\n", TAGS.replace("Ann", "J=C3=B6rg")), Some(Container::Mail), &["Jörg - Bob: e4 e5 1-0"]),
        ("c.eml", format!("From: x@y.z\nSubject: s\nContent-Transfer-Encoding: base64\n\n{}", base64(TAGS)), Some(Container::Mail), &[GAME]),
        ("d.eml", format!("From x Mon\nContent-Type: multipart/mixed;\n boundary=\"=_b 1\"\n\nFor old programs: 1. d4 *\n\n--=_b 1\nContent-Type: text/plain\n\n{TAGS}-----------\n{TAGS}\n--=_b 1\nContent-Type: application/x-chess-pgn; name=\"a.pgn\"\nContent-Transfer-Encoding: BASE64\n\n{}--=_b 1\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUgAA\n--=_b 1--\n", base64(TAGS)), Some(Container::Mail), &[GAME, GAME, GAME]),
        ("e.eml", format!("From: x@y.z\nContent-Type: multipart/alternative; boundary=abc\n\n--abc\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n{}\n--abc\nContent-Type: text/html\n\n<pre>{TAGS}</pre>\n--abc--\n", TAGS.replace('"', "=22")), Some(Container::Mail), &[GAME]),
        ("f.eml", format!("From: x@y.z\nContent-Type: multipart/mixed; boundary=abc\n\n--abc\nContent-Type: message/rfc822\n\nFrom: z\nContent-Transfer-Encoding: base64\n\n{}\n--abc--\n", base64(TAGS)), Some(Container::Mail), &[GAME]),
        // Two mails in a mailbox; a line of prose that also begins with `From` belongs to its mail.
        ("g.mbox", format!("From a Mon\nContent-Transfer-Encoding: quoted-printable\n\n{q}\nFrom b Tue\nContent-Transfer-Encoding: quoted-printable\n\n{q}", q = TAGS.replace("1.", "{We played.\nFrom here on} 1.")), Some(Container::Mail), &[GAME, GAME]),
        // Quoted-printable without headers.
        ("qp.pgn", TAGS.replace("Ann", "J=C3=B6rg").replace("e5", "e5 {=3D}"), Some(Container::Mail), &["Jörg - Bob: e4 e5 1-0"]),
        ("qr.pgn", broken_lines(&format!("[Event \"Club\"]\n\n{LONG} 1-0\n")), Some(Container::Mail), &["? - ?: e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 Nb3 a5 1-0"]),
        ("qs.pgn", TAGS.replace("Club", "https://x/?id=C3&n=42"), None, &[GAME]),
        // Markdown.
        ("a.md", format!("# A game\n\nSee below.\n\n```pgn\n{TAGS}```\n\nMore.\n\n~~~\n{TAGS}~~~\n"), Some(Container::Markdown), &[GAME, GAME]),
        ("b.md", format!("# T\n\nOutside: 1. d4 d5 2. c4 c6 1-0\n\n```\n{TAGS}```\n\nProse about it.\n\n1. c4 c5 2. g3 g6 1/2-1/2\n"), Some(Container::Markdown), &["? - ?: d4 d5 c4 c6 1-0", GAME, "? - ?: c4 c5 g3 g6 1/2-1/2"]),
        ("c.md", format!("```pgn\n{TAGS}```\nText\n```\n1. c4 c5 *\n```\n```rust\nlet e4 = {{ 1 }};\n```\n"), Some(Container::Markdown), &[GAME, "? - ?: c4 c5 *"]),
        ("d.md", format!("After 5. Nf3 {{ White is better, 1. e4 e5 too.\n\n```\n{TAGS}```\n\nThen 3. Bb5 }} is usual {{.\n\n```\n{TAGS}```\n"), Some(Container::Markdown), &[GAME, GAME]),
        ("e.md", "# T\n\nUse {x and then\n\n1. e4 {best} e5 2. Nf3 Nc6 1-0\n".to_owned(), Some(Container::Markdown), &["? - ?: e4 e5 Nf3 Nc6 1-0"]),
        // LaTeX.
        ("a.tex", "\\mainline{1. e4 e5 2. Nf3 Nc6 3. Bb5 a6}\n".to_owned(), Some(Container::Latex), &["? - ?: e4 e5 Nf3 Nc6 Bb5 a6 *"]),
        ("b.tex", "\\documentclass{article} % 1. d4\n\\usepackage{xskak}\n\\begin{document}\n\\newchessgame[id=a]\nWe \\emph{saw} \\mainline{1. e4 e5 2. Nf3} (or \\variation{2. f4 exf4}, then\n\\variation{3. Bc4}) and 100\\% \\mainline{2... Nc6\\wbetter}\n\\newgame\n\\mainline{1. d4 d5 1-0}\\end{document}\n".to_owned(), Some(Container::Latex), &["? - ?: e4 e5 Nf3 Nc6 *", "? - ?: d4 d5 1-0"]),
        ("c.tex", "\\newchessgame[setfen=4k3/8/8/8/8/8/8/4K2R w K - 0 1]\\mainline{1. Rh8+ Kd7}".to_owned(), Some(Container::Latex), &["? - ?: Rh8+ Kd7 *"]),
        ("d.tex", format!("\\documentclass{{article}}\n\\begin{{document}}\n\\begin{{verbatim}}\n{TAGS}\\end{{verbatim}}\n\\end{{document}}\n"), Some(Container::Latex), &[GAME]),
        ("e.tex", "\\documentclass{article}\n% Shrew\nWe saw 1. e4 e5 2. Nf3 Nc6 \\emph{Stoat}.\n".to_owned(), Some(Container::Latex), &["? - ?: e4 e5 Nf3 Nc6 *"]),
        ("f.tex", "\\documentclass{article}\n\\usepackage{texmate}\n\\begin{document}\nOn this paper.\n\\newgame\n\\move e2e4 e7e5\n\\move g1f3 b8c6\n\\showboard\n\\newgame\n\\move d2d4 d7d5\n\\end{document}\n".to_owned(), Some(Container::Latex), &["? - ?: e4 e5 Nf3 Nc6 *", "? - ?: d4 d5 *"]),
        ("g.tex", "\\newchessgame\nd4 d5 c4\n\\newchessgame[id=b]\ne4 e5 1-0\n\\begin{chessgame}\nc4 c5\n\\end{chessgame}\n\\begin{game}{Ann}{Bob}\nf4 f5\n\\end{game}\n".to_owned(), Some(Container::Latex), &["? - ?: d4 d5 c4 *", "? - ?: e4 e5 1-0", "? - ?: c4 c5 *", "? - ?: f4 f5 *"]),
        // BBCode.
        ("bb.txt", "[b]1. e4 e5 2. Nf3 Nc6[/b] good so far 3. Bb5 a6 1-0\n".to_owned(), Some(Container::Forum), &["? - ?: e4 e5 Nf3 Nc6 Bb5 a6 1-0"]),
        ("bc.txt", format!("My [i]game[/i]:\n[pgn]{TAGS}[/pgn]\n[color=red]And[/color] so on\n[PGN]{TAGS}[/PGN]\n"), Some(Container::Forum), &[GAME, GAME]),
        ("bd.txt", "[fen]4k3/8/8/8/8/8/8/4K2R w K - 0 1[/fen]\n[b]1. Rh8+[/b] Kd7\n".to_owned(), Some(Container::Forum), &["? - ?: Rh8+ Kd7 *"]),
        ("be.txt", "Look:\n[pgn]1. e4 e5 2. Nf3 Nc6[/pgn]\n".to_owned(), Some(Container::Forum), &["? - ?: e4 e5 Nf3 Nc6 *"]),
        ("bf.txt", "A study:\n[diagram]4k3/8/8/8/8/8/8/4K2R w K - 0 1[/diagram]\n1. Rh8+ Kd7 *\n".to_owned(), Some(Container::Forum), &["? - ?: Rh8+ Kd7 *"]),
        ("bg.txt", format!("[diagram]{TAGS}[/diagram]\n[chess size=400]\n{TAGS}[/chess]\n"), Some(Container::Forum), &[GAME, GAME]),
        ("bh.txt", "[diagram][Event \"Club\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *\n[/diagram]\n".to_owned(), Some(Container::Forum), &["? - ?: O-O Kd7 *"]),
        ("bi.txt", "1. e4 e5 [url=foobar]x[/url] 2. Nf3\n".to_owned(), Some(Container::Forum), &["? - ?: e4 e5 Nf3 *"]),
        // XML.
        ("a.xml", "<games><game><move n='1'>e4</move><move>e5</move><move>Nf3</move></game><game id=\"2\"><move white=\"d4\" black=\"d5\"/><move white=\"c4\"/></game></games>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 *", "? - ?: d4 d5 c4 *"]),
        ("b.xml", "<move><white>e4</white><black>e5</black></move>".to_owned(), Some(Container::Html), &["? - ?: e4 e5 *"]),
        ("c.xml", "<?xml version=\"1.0\"?>\n<game white=\"Ann\" black='Bob \"X\"'><ply>e4</ply><ply>e5</ply><ply>Nf3</ply><result>1-0</result></game>\n".to_owned(), Some(Container::Html), &["Ann - Bob \"X\": e4 e5 Nf3 1-0"]),
        ("d.xml", "<m n=\"1\"><w>e4</w><b>e5</b></m><m n=\"2\"><w>Nf3</w></m>\n".to_owned(), Some(Container::Html), &["? - ?: e4 e5 Nf3 *"]),
        ("e.xml", "<games>\n<game><White>Ann</White><Black>Bob</Black><Result>1-0</Result>\n<moves>1. e4 e5 1-0</moves></game>\n<game><white>Ann</white><black>Bob</black><moves>e4 e5 1-0</moves></game></games>\n".to_owned(), Some(Container::Html), &[GAME, GAME]),
        ("f.xml", "<game><date>2024-05-01</date><fen>4k3/8/8/8/8/8/8/4K2R w K - 0 1</fen><san>Rh8+</san><comment>A {quiet} move &amp; more</comment><variation><san>O-O</san></variation><san>Kd7</san></game>\n".to_owned(), Some(Container::Html), &["? - ?: Rh8+ Kd7 *"]),
        ("g.xml", format!("<?xml version='1.0'?>\n<chess><pgn><![CDATA[{TAGS}]]></pgn></chess>\n"), Some(Container::Html), &[GAME]),
        ("h.xml", "<?xml version=\"1.0\"?>\n<theme><game><date>2012</date><white>#fff</white></game><move>left</move><move to=\"e4\"/><unit white=\"a1\"/></theme>\n".to_owned(), Some(Container::Html), &[]),
        // RTF.
        ("a.rtf", format!("{{\\rtf1\\ansi\\ansicpg1250{{\\fonttbl{{\\f0 Times;}}}}{{\\*\\generator x;}}\\f0\\fs24 {rtf}}}"), Some(Container::Rtf), &[GAME]),
        ("b.rtf", "{\\rtf1\\ansi\\ansicpg1250\\uc1 [White \"Ji\\'f8\\u237?\"]\\par\\par 1. e4 \\{x\\} *}".to_owned(), Some(Container::Rtf), &["Jiří - ?: e4 *"]),
        // JSON of other programs.
        ("j.json", "{\"games\": [{\"moves\": \"e4 e5\"}, {\"tags\": {\"White\": \"Ann\"}, \"moves\": [\"d4\"]}]}".to_owned(), Some(Container::Json), &["? - ?: e4 e5 *", "Ann - ?: d4 *"]),
        ("k.json", "{\n  \"moves\": [\n    \"e4\",\n    \"e5\"\n  ]\n}\n".to_owned(), Some(Container::Json), &["? - ?: e4 e5 *"]),
        ("n.json", "{\"headers\": {\"White\": \"Ann\"},\n \"moves\": [{\"san\": \"e4\", \"uci\": \"e2e4\", \"clk\": 5}, {\"move\": \"e7e5\"}]}\n".to_owned(), Some(Container::Json), &["? - ?: e4 e5 *"]),
        ("l.json", "[\n  {\"moves\": \"e4\"},\n  {\"moves\": \"d4\"}\n]\n".to_owned(), Some(Container::Json), &["? - ?: e4 *", "? - ?: d4 *"]),
        ("m.ndjson", "{\"moves\": [\"e4\"\n{\"moves\": [\"e4\"]}\n".to_owned(), None, &["? - ?:  *", "? - ?: e4 *"]),
        // Lichess.
        ("a.ndjson", "{\"id\":\"abc\",\"rated\":true,\"variant\":\"standard\",\"speed\":\"blitz\",\"createdAt\":1709164800000,\"status\":\"mate\",\"players\":{\"white\":{\"user\":{\"name\":\"Ann\"},\"rating\":1500},\"black\":{\"aiLevel\":3}},\"winner\":\"white\",\"moves\":\"d4 d5 c4\",\"clock\":{\"initial\":180,\"increment\":2}}\n\n{\"id\":\"d\",\"variant\":\"standard\",\"players\":{},\"status\":\"draw\",\"moves\":\"e4 e5\"}\n".to_owned(), Some(Container::Lichess), &["Ann - lichess AI level 3: d4 d5 c4 1-0", "? - ?: e4 e5 1/2-1/2"]),
        ("puzzles.csv", "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1852,74,96,6607,crushing long,https://lichess.org/787zsVup/black#48,\n".to_owned(), Some(Container::Puzzles), &["? - ?: Bxg3 Rxe7 Qb1+ Nc1 Qxc1+ Qxc1 *"]),
        // Partie's own output, and ordinary texts.
        ("own.ndjson", "{\"tags\":{\"White\":\"A\"},\"moves\":[\"e2e4\"],\"unread\":\"\\\"[Event\"}\n".to_owned(), None, &["A - ?: e4 *"]),
        (
            "own2.ndjson",
            "{\"tags\":{},\"moves\":[\"e2e4\"],\"unread\":\"[Event \\\"x\\\"]\"}\n".to_owned(),
            None,
            &["? - ?: e4 *"],
        ),
        ("said.pgn", "{He said \"[Event \"x\"]\"} 1. e4 *\n".to_owned(), None, &["? - ?: e4 *"]),
    ]
}

#[test]
fn games_in_containers() {
    let mut wrong = Vec::new();
    for (name, text, container, games) in rows() {
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let (found, records) = read(name, text.as_bytes());
            let lines: Vec<_> = records.iter().map(line).collect();
            if (found, &lines[..])
                != (container, &games.iter().map(|g| (*g).to_owned()).collect::<Vec<_>>()[..])
            {
                wrong.push(format!("{name}: {found:?} {lines:?}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The code around games does not become part of them.
#[test]
fn strings_of_programs_hold_only_games() {
    for (name, text, container, _) in rows() {
        let (_, records) = read(name, text.as_bytes());
        for record in records.iter().filter(|_| container == Some(Container::Quoted)) {
            let account = partie_records::account(record, &ReadOptions::default());
            assert_eq!(account.words_kept(&record.text), 0, "{name}: {text}");
        }
    }
}

/// Values around moves that are not tags become comments, as do values of tags that a game has
/// already.
#[test]
fn values_around_moves_are_kept() {
    for (name, text, kept) in [
        (
            "a.yaml",
            "# Found by Cyd\nwhite: Ann\nplace: Brno}\nmoves: \"e4 e5 Nf3\"\nwhite: Eve\n",
            &["Found by Cyd", "place: Brno)", "white: Eve"][..],
        ),
        // Another game that could not be read.
        (
            "b.toml",
            "[[games]]\nmoves = \"e4 e5 Nf3\"\n[[games]]\nresult = \"1-0\"\nmoves = \"d4 x\"\n",
            &["result = \"1-0\"", "moves = \"d4 x\""],
        ),
        ("b.yaml", "moves: \"e4 e5 Nf3\"\nblack: '#fff'\n", &["black: '#fff'"]),
        ("c.yaml", "- \"e4 e5 Nf3\"\n- white\n- 'Ann'\n", &["'Ann'"]),
        (
            "a.toml",
            "[a]\nwhite = \"Ann\"\n[b]\nmoves = \"e4 e5 Nf3\"\n[c]\nmoves = \"d4 d5 Nf3\"\n",
            &["white = \"Ann\""],
        ),
        (
            "a.js",
            "const g = { title: 'A \\'fine\\' game', by: \"Cyd\", moves: ['e4', 'e5', 'Nf3'], draw: () => 5 };\nalert('x');\n",
            &["title: 'A 'fine' game'", "by: \"Cyd\""],
        ),
        ("a.sql", "INSERT INTO games VALUES (1,'Ann','e4 e5 Nf3');\n", &["'Ann'"]),
    ] {
        let (_, records) = read(name, text.as_bytes());
        let comments: Vec<String> = records
            .iter()
            .flat_map(|record| {
                record.game().tree.annotations(partie_core::NodeId::ROOT).comments.clone()
            })
            .map(|comment| comment.text)
            .collect();
        assert_eq!(comments, kept, "{name}: {text}");
    }
}

/// Words of a container that are not for its layout become comments.
#[test]
fn words_of_containers_are_kept() {
    for (text, words) in [
        ("1. e4 e5 [url=foobar]x[/url] 2. Nf3\n", "foobar"),
        ("{See [url=\"foobar\"]x[/url].} 1. e4 e5 2. Nf3 *\n", "foobar"),
        ("[quote=Ann]Well[/quote]\n1. e4 e5 2. Nf3\n", "Ann"),
        ("<script>foobar</script> 1. e4 e5\n", "foobar"),
    ] {
        let (_, records) = read("a.txt", text.as_bytes());
        let [record] = &records[..] else { panic!("{text}: {records:?}") };
        let game = record.game();
        let first = Some(partie_core::NodeId::ROOT);
        let nodes = std::iter::successors(first, |node| game.tree.next(*node));
        let comments: Vec<_> =
            nodes.flat_map(|node| game.tree.annotations(node).comments.clone()).collect();
        assert!(comments.iter().any(|c| c.text.contains(words)), "{text}: {comments:?}");
    }
}

/// A record's places are the places of its text in the file.
#[test]
fn places_are_those_of_the_file() {
    for (name, text, container, _) in rows() {
        if container.is_none() {
            continue;
        }
        let (_, records) = read(name, text.as_bytes());
        let mut seen = 0;
        for record in &records {
            for word in ["e4", "d4", "Bxg3", "e5", "Ann", "Bob", "Kd7"] {
                if !text.contains(word) {
                    continue;
                }
                let Some(at) = record.text.windows(word.len()).position(|w| w == word.as_bytes())
                else {
                    continue;
                };
                let place = record.place(at);
                let there = &text.as_bytes()[place.byte as usize..];
                // Moves of puzzles stand there as UCI, names in objects, and all in base64.
                let kept = !matches!(container, Some(Container::Lichess | Container::Puzzles))
                    && name != "d.eml";
                assert!(
                    there.starts_with(word.as_bytes()) || !kept && word != "d4",
                    "{name}: {word} at {place:?}: {:?}",
                    String::from_utf8_lossy(&there[..there.len().min(20)])
                );
                let before = &text[..place.byte as usize];
                assert_eq!(place.line, before.matches('\n').count() as u64 + 1, "{name} {word}");
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u64 + 1;
                assert_eq!(place.column, column, "{name} {word}");
                seen += 1;
            }
            let expected = match name {
                // Moves in UCI and in prose are no PGN.
                "o.json" | "e.tex" | "f.tex" | "s.py" | "t.js" | "be.txt" | "o.txt" | "p.txt"
                | "q.txt" | "qa.txt" => Format::Scoresheet,
                _ if container == Some(Container::Json) => Format::Ndjson,
                _ => Format::Pgn,
            };
            assert_eq!(record.format, expected, "{name}");
        }
        assert!(
            seen > 0
                || records.is_empty()
                || matches!(name, "i.json" | "c.eml" | "f.eml")
                || name == "b.rtf"
                || name == "puzzles.csv",
            "{name}"
        );
    }
}

/// The last of several members of one name counts; the others are kept and reported.
#[test]
fn members_that_stand_twice() {
    let text = "{\"id\":\"q\",\"id\":\"abc\",\"variant\":\"standard\",\"players\":{\"white\":\
                {\"rating\":1,\"rating\":1500}},\"moves\":\"d4\",\"moves\":\"e4 e5\"}\n";
    let (container, records) = read("a.ndjson", text.as_bytes());
    assert_eq!(container, Some(Container::Lichess));
    let [record] = &records[..] else { panic!("{records:?}") };
    assert_eq!(line(record), "? - ?: e4 e5 *");
    assert_eq!(record.game().tags.get("WhiteElo"), Some("1500"));
    let written = String::from_utf8_lossy(&record.text);
    for lost in [r#""id":"q""#, r#""rating":1"#, r#""moves":"d4""#] {
        assert!(written.contains(&format!("{{Not read: {lost}}}")), "{written}");
    }
    assert!(record.parsed.worst() >= Some(partie_formats::Severity::Warning));
}

/// Unpacking ends for any bytes, also for a file that breaks off.
#[test]
fn torn_containers() {
    for (name, text, container, _) in rows() {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = read(name, &text.as_bytes()[..end]);
            if let Some(container) = container {
                let _ = container::unpack(container, &text.as_bytes()[..end]);
            }
        }
    }
}

/// Fences around moves without tags are not words of a text.
#[test]
fn fences_are_no_words() {
    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 1-0\n";
    for text in [
        format!("```pgn\n{MOVES}```\n"),
        format!("```\n{MOVES}```\n\n~~~~ pgn\n{MOVES}~~~~\n"),
        format!("  ```\n  {MOVES}  ```\n"),
    ] {
        let (container, records) = read("a.md", text.as_bytes());
        assert_eq!((container, records.len()), (None, text.matches("1. e4").count()), "{text}");
        for record in &records {
            assert_eq!(line(record), "? - ?: e4 e5 Nf3 Nc6 1-0", "{text}");
            let account = partie_records::account(record, &ReadOptions::default());
            assert_eq!(account.words_kept(&record.text), 0, "{text}");
        }
    }
}

/// Text around records is kept, as are the headers of a mail that interest a reader.
#[test]
fn text_around_games() {
    let mail = "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_?=\n =?utf-8?B?TWFyYWJ1?= {1}\nX-Spam: no\n\
                Content-Transfer-Encoding: quoted-printable\n\n1. e4 e5 *\n";
    for (name, text, kept) in [
        ("a.eml", mail, &["Subject: Grüße Marabu {1)"][..]),
        ("a.md", "Hello\n\n```\n[Event \"x\"]\n\n1. e4 e5 *\n```\n\nBye\n", &["Hello", "Bye"]),
    ] {
        let (_, records) = read(name, text.as_bytes());
        let comments: Vec<String> = records
            .iter()
            .flat_map(|record| {
                let tree = &record.game().tree;
                let nodes = std::iter::once(partie_core::NodeId::ROOT).chain(tree.mainline());
                nodes
                    .flat_map(|node| tree.annotations(node).comments.iter().map(|c| c.text.clone()))
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(comments, kept, "{name}");
    }
}
