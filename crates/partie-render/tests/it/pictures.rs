//! Pictures as their readers see them: parsed, decoded, and compared with each other.

use std::collections::{BTreeMap, BTreeSet};

use partie_core::{Boards, Brush, Color, Game, Mark, NodeId, Piece, Role, Square, Variant};
use partie_formats::{ReadOptions, fen};
use partie_pgn as pgn;
use partie_render::{
    Coordinates, DiagramStyle, Frame, GifOptions, Pixels, RenderError, SvgOptions, Theme, draw, svg,
};

const OPENING: &str = "\
[White \"Nováková <script>alert(1)</script> & \\\"Co\\\"\"]
[Black \"Žižka\u{1}]]>\"]
[TimeControl \"300+0\"]

1. e4 {[%clk 0:04:55.5] [%cal Ge2e4,Rd1h5,Xa1a2][%csl Yd4]} d5 2. exd5 {[%clk 0:04:50]} Qxd5 *
";

fn game(text: &str) -> Game {
    pgn::parse(text.as_bytes(), &ReadOptions::default()).value
}

fn boards(text: &str) -> Boards {
    fen::parse_boards(text, None).value
}

fn frame(text: &str) -> Frame {
    Frame::of_boards(&boards(text))
}

fn plain(frame: &Frame, look: DiagramStyle) -> String {
    svg::document(&draw(frame, look), &SvgOptions::default())
}

/// Returns the pieces of a drawing: the id, the piece, and the corner of its square.
fn pieces(svg: &str) -> BTreeMap<String, (String, i32, i32)> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    document
        .descendants()
        .filter(|node| node.has_tag_name("use") && node.has_attribute("x"))
        .map(|node| {
            let number = |name| node.attribute(name).expect("a place").parse().expect("whole");
            let attribute = |name| node.attribute(name).expect("named").to_owned();
            (attribute("id"), (attribute("href"), number("x"), number("y")))
        })
        .collect()
}

const POSITIONS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk1nr/pppp1Qpp/2n5/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "QQQQQQQQ/qqqqqqqq/NNNNNNNN/nnnnnnnn/BBBBBBBB/bbbbbbbb/RRRRRRRR/rrrrrrrr b - - 0 1",
    "k7/8/8/8/8/8/8/8 w - - 0 1",
    "PPPPPPPP/pppppppp/kkkkkkkk/KKKKKKKK/8/8/8/8 w - - 0 1",
    "r2qkb1r/ppp2ppp/2n5/3pp3/3P4/2P5/PP3PPP/RNBQKB1R[NNPbp] w KQkq - 0 7",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+1 0 1",
    "4k3/4Q~3/8/8/8/8/8/4K3[] b - - 0 1",
];

#[test]
fn every_piece_stands_on_its_square() {
    for text in POSITIONS {
        let frame = frame(text);
        let board = frame.boards[0].position.board();
        for (flipped, coordinates) in
            [(false, Coordinates::Inside), (true, Coordinates::None), (true, Coordinates::Outside)]
        {
            let look = DiagramStyle::default().flipped(flipped).coordinates(coordinates);
            let drawn = pieces(&plain(&frame, look));
            let (left, top) = origin(&plain(&frame, look));
            let expected: BTreeMap<_, _> = board
                .clone()
                .into_iter()
                .map(|(square, piece)| {
                    let (file, rank) =
                        (i32::from(square.file() as u8), i32::from(square.rank() as u8));
                    let (x, y) = if flipped { (7 - file, rank) } else { (file, 7 - rank) };
                    (format!("piece-{square}"), (name(piece), left + 100 * x, top + 100 * y))
                })
                .collect();
            assert_eq!(drawn, expected, "{text}");
        }
    }
}

/// The corner of the board.
fn origin(svg: &str) -> (i32, i32) {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let board = document.descendants().find(|n| n.attribute("id") == Some("board")).expect("board");
    let number = |name| board.attribute(name).expect("a place").parse().expect("whole");
    (number("x"), number("y"))
}

fn name(piece: Piece) -> String {
    let role = match piece.role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    };
    format!("#{}-{role}", piece.color.fold_wb("white", "black"))
}

#[test]
fn documents_are_sound_in_every_theme() {
    for theme in Theme::ALL {
        for text in POSITIONS {
            let look = DiagramStyle::default().theme(theme).turn(true).players(true);
            let options = SvgOptions::default().width(300).prefix("p7-");
            let text = svg::document(&draw(&frame(text), look), &options);
            let document = roxmltree::Document::parse(&text).expect("well-formed XML");
            let mut ids = BTreeSet::new();
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                if let Some(id) = node.attribute("id") {
                    assert!(id.starts_with("p7-"), "{id}");
                    assert!(ids.insert(id.to_owned()), "{id} twice");
                }
                for attribute in node.attributes() {
                    assert_ne!(attribute.name(), "style");
                    assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
                }
            }
            for node in document.descendants() {
                if let Some(target) = node.attribute("href") {
                    assert!(ids.contains(&target[1..]), "{target} leads nowhere");
                }
            }
            for label in
                document.root_element().attribute("aria-labelledby").expect("a label").split(' ')
            {
                assert!(ids.contains(label));
            }
        }
    }
}

#[test]
fn hostile_names_stay_text() {
    let game = game(OPENING);
    let look = DiagramStyle::default().players(true);
    let frame = Frame::at(&game, game.tree.next(NodeId::ROOT).expect("a move"));
    let text = plain(&frame, look);
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(document.descendants().all(|n| !n.has_tag_name("script")));
    let words: String = document.descendants().filter_map(|n| n.text()).collect();
    assert!(words.contains("Nováková <script>alert(1)</script> & \"Co\""), "{words}");
    assert!(words.contains("Žižka\u{fffd}]]>"), "{words}");
}

#[test]
fn the_description_says_the_position() {
    let scene = draw(&frame(POSITIONS[1]), DiagramStyle::default());
    assert_eq!(
        scene.description(),
        "White: king on e1, queen on f7, rooks on a1 h1, bishops on c1 c4, knights on b1 g1, \
         pawns on a2 b2 c2 d2 f2 g2 h2 e4. Black: king on e8, queen on d8, rooks on a8 h8, \
         bishops on c5 c8, knights on c6 g8, pawns on e5 a7 b7 c7 d7 g7 h7. \
         Black is to move and is mated."
    );
    let game = game("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    let scene = draw(&Frame::at(&game, game.tree.mainline_end()), DiagramStyle::default());
    assert_eq!(scene.title(), "A – B, after 1... e5");
}

#[test]
fn moments_know_moves_clocks_and_marks() {
    let game = game(OPENING);
    let frames: Vec<_> = Frame::mainline(&game).collect();
    assert_eq!(frames.len(), 5);
    let clocks = |ply: usize| {
        let seats = &frames[ply].boards[0].seats;
        [Color::White, Color::Black].map(|c| seats.get(c).clock.map(|clock| clock.0))
    };
    assert_eq!(clocks(0), [Some(300_000), Some(300_000)]);
    assert_eq!(clocks(1), [Some(295_500), Some(300_000)]);
    assert_eq!(clocks(4), [Some(290_000), Some(300_000)]);
    assert_eq!(frames[2].boards[0].moved, Some((Some(Square::D7), Square::D5)));
    let mark = |from, to, brush| Mark { from, to, brush };
    assert_eq!(
        frames[1].boards[0].marks,
        [
            mark(Square::E2, Some(Square::E4), Brush::Green),
            mark(Square::D1, Some(Square::H5), Brush::Red),
            mark(Square::D4, None, Brush::Yellow),
        ]
    );
    assert!(frames[2].boards[0].marks.is_empty());
}

#[test]
fn castling_ends_where_the_king_stands() {
    let game = game("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *");
    let last = Frame::at(&game, game.tree.mainline_end());
    assert_eq!(last.boards[0].moved, Some((Some(Square::E1), Square::G1)));
}

#[test]
fn both_boards_of_bughouse_stand_side_by_side() {
    let start = Boards::start(Variant::Bughouse);
    let text = plain(&Frame::of_boards(&start), DiagramStyle::default());
    let drawn = pieces(&text);
    assert_eq!(drawn.len(), 64);
    let place = |id: &str| (drawn[id].1, drawn[id].2);
    let (a, b) = (place("a-piece-e1"), place("b-piece-e8"));
    // The partners, White on board A and Black on board B, both sit below.
    assert_eq!(a.1, b.1);
    assert!(b.0 >= a.0 + 800 - 400, "{a:?} {b:?}");
    assert!(place("a-piece-e8").1 < a.1 && place("b-piece-e1").1 < b.1);
}

#[test]
fn pockets_show_what_is_in_hand() {
    let text = plain(&frame(POSITIONS[6]), DiagramStyle::default());
    for hand in ["hand-white-knight", "hand-white-pawn", "hand-black-bishop", "hand-black-pawn"] {
        assert!(text.contains(&format!("id=\"{hand}\"")), "{hand}");
    }
    assert!(text.contains(">×2</text>"));
    assert!(!text.contains("hand-white-queen"));
}

/// Returns the distance of two pictures in the channel where they differ most, and on average.
/// Edges differ a little: one is drawn in one go, the other by way of numbers with two
/// decimals.
fn difference(ours: &Pixels, theirs: &resvg::tiny_skia::Pixmap) -> (u8, f64) {
    assert_eq!((ours.width(), ours.height()), (theirs.width(), theirs.height()));
    let channels: Vec<u8> = ours
        .rgb()
        .zip(theirs.pixels())
        .flat_map(|(a, b)| {
            let b = [b.red(), b.green(), b.blue()];
            [0, 1, 2].map(|i| a[i].abs_diff(b[i]))
        })
        .collect();
    let sum: u64 = channels.iter().map(|c| u64::from(*c)).sum();
    (channels.iter().copied().max().unwrap_or(0), sum as f64 / channels.len() as f64)
}

#[test]
fn another_program_paints_the_svg_as_we_paint_the_scene() {
    let game = game(OPENING);
    let marked = Frame::at(&game, game.tree.next(NodeId::ROOT).expect("a move"));
    for theme in Theme::ALL {
        for frame in [frame(POSITIONS[1]), frame(POSITIONS[3]), marked.clone()] {
            // Without letters: resvg has no fonts here.
            let look =
                DiagramStyle::default().theme(theme).turn(true).coordinates(Coordinates::None);
            let scene = draw(&frame, look);
            let options = SvgOptions::default().width(320);
            let text = svg::document(&scene, &options);
            let tree = resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default())
                .expect("resvg reads it");
            let ours = Pixels::paint(&scene, 320).expect("painted");
            let mut theirs =
                resvg::tiny_skia::Pixmap::new(ours.width(), ours.height()).expect("room");
            resvg::render(&tree, resvg::tiny_skia::Transform::default(), &mut theirs.as_mut());
            let (most, mean) = difference(&ours, &theirs);
            assert!(most < 72 && mean < 0.3, "{theme:?}: {most} {mean}");
        }
    }
}

#[test]
fn png_files_have_their_size() {
    let scene = draw(&frame(POSITIONS[0]), DiagramStyle::default().players(true));
    let pixels = Pixels::paint(&scene, 232).expect("painted");
    let file = pixels.png(scene.title()).expect("encoded");
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&file)).read_info().expect("a PNG");
    let mut buffer = vec![0; decoder.output_buffer_size().expect("small")];
    let info = decoder.next_frame(&mut buffer).expect("a picture");
    assert_eq!((info.width, info.height), (232, scene.height_for(232)));
    let rgb: Vec<u8> = pixels.rgb().flatten().collect();
    assert_eq!(buffer[..info.buffer_size()], rgb);
    for width in [0, 20_000] {
        assert!(matches!(Pixels::paint(&scene, width), Err(RenderError::Size { .. })));
    }
}

/// All frames of a film, put together as a viewer does; and the area of each.
fn frames(file: &[u8]) -> (Vec<Vec<[u8; 3]>>, Vec<usize>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![[0; 3]; width * height];
    let (mut pictures, mut areas, mut delays) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let x = usize::from(frame.left) + i % usize::from(frame.width);
            let y = usize::from(frame.top) + i / usize::from(frame.width);
            if pixel[3] > 0 {
                canvas[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        pictures.push(canvas.clone());
        areas.push(usize::from(frame.width) * usize::from(frame.height));
        delays.push(frame.delay);
    }
    (pictures, areas, delays)
}

#[test]
fn a_film_shows_every_position() {
    let game = game(OPENING);
    for theme in [Theme::Brown, Theme::Print] {
        let look = DiagramStyle::default().theme(theme).players(true);
        let options = GifOptions::default().width(200).delay(50).last_delay(300);
        let mut file = Vec::new();
        let count = partie_render::gif::write(Frame::mainline(&game), look, &options, &mut file)
            .expect("film");
        let (pictures, areas, delays) = frames(&file);
        assert_eq!((count, pictures.len()), (5, 5));
        assert_eq!(delays, [50, 50, 50, 50, 300]);
        assert!(areas[1..].iter().all(|area| area < &areas[0]), "{areas:?}");
        for (frame, picture) in Frame::mainline(&game).zip(&pictures) {
            let pixels = Pixels::paint(&draw(&frame, look), 200).expect("painted");
            assert_eq!(picture.len(), (pixels.width() * pixels.height()) as usize);
            let furthest = pixels
                .rgb()
                .zip(picture)
                .map(|(a, b)| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>())
                .max();
            assert!(furthest < Some(90), "{theme:?}: a colour is {furthest:?} off");
        }
        assert!(file.windows(11).any(|w| w == b"NETSCAPE2.0"), "the film does not repeat");
    }
    let nothing = partie_render::gif::write(
        std::iter::empty(),
        DiagramStyle::default(),
        &GifOptions::default(),
        &mut Vec::new(),
    );
    assert!(matches!(nothing, Err(RenderError::NothingToShow)));
}
