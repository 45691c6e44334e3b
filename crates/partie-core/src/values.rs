//! Chess words in messages.

use crate::{
    BoardId, Color, File, Outcome, Ply, Rank, Role, Square, Variant, message,
    message::{Message, Value, all_of, values},
    moves::NotRead,
    rules::SetupProblem,
};

values!(|shown| Value::Text(shown.to_string()); BoardId File Outcome Ply Rank Square Variant);
values!(|error| error.message().to_value(); NotRead);
values!(|problem| all_of(problem.reasons()); SetupProblem);
values!(|color| side(*color).to_value(); Color);
values!(|role| piece(*role).to_value(); Role);

const fn side(color: Color) -> Message {
    match color {
        Color::White => message!("White"),
        Color::Black => message!("Black"),
    }
}

const fn piece(role: Role) -> Message {
    match role {
        Role::Pawn => message!("pawn"),
        Role::Knight => message!("knight"),
        Role::Bishop => message!("bishop"),
        Role::Rook => message!("rook"),
        Role::Queen => message!("queen"),
        Role::King => message!("king"),
    }
}
