//! A replay as one self-contained page, to attach to a bug report.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::difference::{Moment, describe};
use super::format::Header;
use super::replay::{Decision, Replay};
use super::write::png;
use image::RgbImage;

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}\
    pre{background:#f4f4f4;padding:.6em;overflow:auto;line-height:1.15}\
    figure{margin:0}figcaption{font-weight:bold}img{max-width:100%;border:1px solid #999}\
    .two{display:grid;grid-template-columns:1fr 1fr;gap:1em}\
    .bad{color:#b00020}.good{color:#1b6e2a}summary{cursor:pointer}";

/// A replay as a page.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// What was recorded.
    pub header: &'a Header,
    /// What the replay came to.
    pub replay: &'a Replay,
}

impl Page<'_> {
    /// The page's HTML; it needs no other file.
    pub fn html(&self) -> String {
        let mut html = String::from("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">");
        html += "<title>sweepfall replay</title><style>";
        html += STYLE;
        html += "</style>\n<h1>sweepfall replay</h1>\n";
        self.summary(&mut html);
        self.difference(&mut html);
        if !self.replay.decisions.is_empty() {
            html += "<h2>The last decisions</h2>\n";
        }
        self.replay.decisions.iter().rev().for_each(|decision| decision_to(&mut html, decision));
        html + "</html>\n"
    }

    fn summary(&self, html: &mut String) {
        let (header, replay) = (self.header, self.replay);
        let setup = serde_json::to_string_pretty(&header.player).unwrap_or_default();
        let (class, verdict) = match &replay.difference {
            None => ("good", "the replay agrees with the recording".to_string()),
            Some(difference) => ("bad", format!("look {} differs", difference.number)),
        };
        let cut = if replay.cut_off { ", which was cut off" } else { "" };
        push(html, format_args!("<p class=\"{class}\">{verdict}</p>\n<p>Recorded on "));
        *html += &escape(&header.target);
        let versions =
            format!(" by version {}, replayed by {}", header.version, env!("CARGO_PKG_VERSION"));
        *html += &escape(&versions);
        push(
            html,
            format_args!(
                ": {} looks, {} inputs, {} games{cut}.</p>\n<details><summary>How the player was \
                 set up</summary><pre>{}</pre></details>\n",
                replay.looks,
                replay.inputs,
                replay.games,
                escape(&setup)
            ),
        );
    }

    fn difference(&self, html: &mut String) {
        let Some(difference) = &self.replay.difference else { return };
        let text = escape(&difference.to_string());
        push(
            html,
            format_args!("<h2>The first difference</h2>\n<pre>{text}</pre>\n<div class=\"two\">"),
        );
        let (then, now) = difference.pictures();
        moment(html, "Recorded", &difference.then, &then);
        moment(html, "Now", &difference.now, &now);
        *html += "</div>\n";
    }
}

fn moment(html: &mut String, title: &str, moment: &Moment, picture: &RgbImage) {
    push(html, format_args!("<figure><figcaption>{title}</figcaption>"));
    if let Ok(bytes) = png(picture) {
        image(html, &bytes);
    }
    *html += "<pre>";
    *html += &escape(&moment.seen.board.join("\n"));
    for line in moment.seen.facts.iter().chain(&moment.thoughts) {
        push(html, format_args!("\n{}", escape(line)));
    }
    push(html, format_args!("\n{}</pre></figure>\n", escape(&describe(&moment.step))));
}

fn decision_to(html: &mut String, decision: &Decision) {
    push(html, format_args!("<details><summary>look {}: ", decision.look));
    *html += &escape(&describe(&decision.step));
    *html += "</summary><div class=\"two\"><figure>";
    image(html, &decision.png);
    *html += "</figure><pre>";
    let view = &decision.view;
    let lines: Vec<_> =
        view.board.iter().chain(&view.facts).chain(&view.thoughts).map(|l| escape(l)).collect();
    push(html, format_args!("{}</pre></div></details>\n", lines.join("\n")));
}

fn image(html: &mut String, png: &[u8]) {
    *html += "<img alt=\"\" src=\"data:image/png;base64,";
    STANDARD.encode_string(png, html);
    *html += "\">";
}

fn push(html: &mut String, text: std::fmt::Arguments<'_>) {
    html.write_fmt(text).expect("writing to a string cannot fail");
}

/// `text` as HTML shows it: titles and readings come from outside.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_put_code_into_the_page() {
        assert_eq!(escape("<script>\"&"), "&lt;script&gt;&quot;&amp;");
    }
}
