//! Reports as self-contained web pages.

use std::fmt::Write as _;

use partie_formats::text::turns_direction;

use crate::text_table::TextTable;

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:15px/1.45 'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;\
margin:2rem auto;max-width:75rem;padding:0 1rem}\
h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.2rem;margin:2rem 0 .4rem}\
p{margin:.2rem 0;overflow-wrap:anywhere}.note{opacity:.75;font-size:.9rem}\
.scroll{overflow-x:auto;margin:1rem 0}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.22rem .55rem;border-bottom:1px solid #8884;white-space:nowrap;text-align:left}\
th.r,td.r{text-align:right}thead th{border-bottom:2px solid #888}tbody tr:hover{background:#8882}\
svg{max-width:100%;height:auto}\
.shares{display:flex;width:9rem;height:.85em;border:1px solid #888}\
.shares i{background:#888}.shares i:first-child{background:#f6f6f6}.shares i:last-child{background:#222}\
td.t{white-space:pre}\
.boards{display:flex;flex-wrap:wrap;gap:1.2rem;margin:1rem 0}\
figure{margin:0;width:15rem;max-width:100%}figure.large{width:22rem}\
figcaption{font-size:.9rem;margin-top:.3rem}";

/// Returns a page in a language; the body is HTML already.
pub(crate) fn page(language: &str, title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Partie\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(language),
        escaped(title)
    )
}

/// Returns an element with text in it.
pub(crate) fn element(name: &str, class: &str, text: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<{name}{class} dir=\"auto\">{}</{name}>\n", escaped(text))
}

/// Returns a table.
pub(crate) fn table(table: &TextTable) -> String {
    let mut out = "<div class=\"scroll\"><table>\n<thead><tr>".to_owned();
    let class = |right: bool| if right { " class=\"r\"" } else { "" };
    for column in &table.columns {
        let title = match column.meaning.as_str() {
            "" => String::new(),
            meaning => format!(" title=\"{}\"", escaped(meaning)),
        };
        let (class, heading) = (class(column.right), escaped(&column.heading));
        let _ = write!(out, "<th scope=\"col\"{class}{title}>{heading}</th>");
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (column, cell) in table.columns.iter().zip(row) {
            if column.bar {
                let _ = write!(out, "<td>{}</td>", shares(cell));
                continue;
            }
            let class = if column.tree { " class=\"t\"" } else { class(column.right) };
            let _ = write!(out, "<td{class} dir=\"auto\">{}</td>", escaped(cell));
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table></div>\n"
}

/// Draws shares of a whole, as in `12/5/7`, as a bar of White, draws and Black; nothing if the whole is
/// nothing.
fn shares(parts: &str) -> String {
    let parts: Vec<u64> = parts.split('/').map(|part| part.parse().unwrap_or(0)).collect();
    let all: u64 = parts.iter().sum();
    if all == 0 {
        return String::new();
    }
    let percent = |part: u64| part as f64 * 100.0 / all as f64;
    let mut out = "<div class=\"shares\" title=\"".to_owned();
    for (part, name) in parts.iter().zip(["White ", ", draws ", ", Black "]) {
        let _ = write!(out, "{name}{:.1}%", percent(*part));
    }
    out += "\">";
    for part in parts {
        let _ = write!(out, "<i style=\"width:{:.2}%\"></i>", percent(part));
    }
    out + "</div>"
}

/// Text as HTML and XML want it; control characters, which XML does not know, are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || turns_direction(c) => {}
            c => out.push(c),
        }
    }
    out
}
