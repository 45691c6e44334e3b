//! Generated files that are kept in the repository must equal the code's output. With
//! `PARTIE_WRITE=1` the tests write them.

use std::{fs, path::Path};

fn holds(path: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("PARTIE_WRITE").is_some() {
        fs::write(&path, expected).expect("written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} is old; run with PARTIE_WRITE=1", path.display());
}

#[test]
fn the_icon() {
    holds("assets/icon.svg", &partie_page::icon());
}

#[test]
fn the_pieces_of_the_style_sheet() {
    use partie_core::{Color, Piece, Role};
    for color in Color::ALL {
        for role in Role::ALL {
            let side = color.fold_wb("white", "black");
            let role_name = format!("{role:?}").to_lowercase();
            let path = format!("../../web/src/pieces/{side}-{role_name}.svg");
            holds(&path, &partie_render::svg::piece(Piece { color, role }));
        }
    }
}
