//! Styled lines on the whole terminal.

use ratatui::{
    style::{Color, Modifier, Style},
    text::{Line as Row, Span as Run},
    widgets::Paragraph,
};

use crate::board::{ColourDepth, StyledLine, StyledSpan, style::TerminalColour};

/// Returns lines as a paragraph.
pub(in crate::commands) fn paragraph(lines: &[StyledLine], colours: ColourDepth) -> Paragraph<'static> {
    Paragraph::new(lines.iter().map(|line| row(line, colours)).collect::<Vec<_>>())
}

/// Returns a line as a row of the terminal.
pub(in crate::commands) fn row(line: &[StyledSpan], colours: ColourDepth) -> Row<'static> {
    Row::from(
        line.iter()
            .map(|span| Run::styled(span.text.clone(), style(span, colours)))
            .collect::<Vec<_>>(),
    )
}

fn style(span: &StyledSpan, colours: ColourDepth) -> Style {
    let appearance = span.style.appearance();
    let mut style = Style::new();
    if appearance.bold {
        style = style.add_modifier(Modifier::BOLD);
    }
    if appearance.reverse {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if let Some(color) = appearance.colour.and_then(|shade| color(shade, colours)) {
        style = style.fg(color);
    }
    if let Some(color) = span.background.shade().and_then(|shade| color(shade, colours)) {
        style = style.bg(color);
    }
    style
}

const fn color(shade: TerminalColour, colours: ColourDepth) -> Option<Color> {
    match colours {
        ColourDepth::None => None,
        ColourDepth::Sixteen => Some(Color::Indexed(shade.sixteen)),
        ColourDepth::Indexed => Some(Color::Indexed(shade.indexed)),
        ColourDepth::True => Some(Color::Rgb(shade.rgb.0, shade.rgb.1, shade.rgb.2)),
    }
}
