//! Past games for people.

use std::io::{self, Write};

use super::since;
use crate::store::{Best, Day, GameRecord, Share};

/// The widest a bar of the time line gets.
const BAR: usize = 30;
/// The widest a column gets, in characters.
const WIDEST: usize = 40;

/// Writes the leaderboard, the latest games and the time line.
pub fn write(
    out: &mut dyn Write,
    best: &[Best],
    games: &[GameRecord],
    days: &[Day],
) -> io::Result<()> {
    for game in ["minesweeper", "tetris"] {
        let rows: Vec<_> = best.iter().filter(|best| best.game == game).map(board_row).collect();
        let header: &[&str] = match game {
            "minesweeper" => &["player", "level", "strategy", "games", "won", "rate", "fastest"],
            _ => {
                &["player", "level", "strategy", "games", "best score", "most lines", "lines/game"]
            }
        };
        if !rows.is_empty() {
            writeln!(out, "Best at {game}")?;
            table(out, header, &rows)?;
        }
    }
    writeln!(out, "Latest games")?;
    let rows: Vec<_> = games.iter().map(game_row).collect();
    table(out, &["when", "player", "game", "level", "where", "result", "time", "counts"], &rows)?;
    if days.is_empty() {
        return Ok(());
    }
    writeln!(out, "Day by day")?;
    let most = days.iter().map(|day| day.games).max().unwrap_or(1).max(1);
    let rows: Vec<_> = days.iter().map(|day| day_row(day, most)).collect();
    table(out, &["day", "game", "games", "went", ""], &rows)
}

fn board_row(best: &Best) -> Vec<String> {
    let level = best.level.clone().unwrap_or_else(|| "-".into());
    let strategy = best.strategy.clone().unwrap_or_else(|| "(by hand)".into());
    let number = |n: Option<u64>| n.map_or_else(|| "-".into(), |n| n.to_string());
    let mut row = vec![best.player.clone(), level, strategy, best.games.to_string()];
    if best.game == "minesweeper" {
        let fastest = best.best_seconds.map_or_else(|| "-".into(), |s| format!("{s:.2} s"));
        row.extend([best.wins.to_string(), share(best.win_rate), fastest]);
    } else {
        let mean = best.lines_per_game.map_or_else(
            || "-".into(),
            |mean| {
                let stderr = best.lines_stderr.map(|stderr| format!(" ± {stderr:.1}"));
                format!("{mean:.1}{}", stderr.unwrap_or_default())
            },
        );
        row.extend([number(best.best_score), number(best.best_lines), mean]);
    }
    row
}

fn share(share: Option<Share>) -> String {
    share.map_or_else(
        || "-".into(),
        |share| format!("{:.1} ± {:.1} %", share.rate * 100.0, share.stderr * 100.0),
    )
}

fn game_row(game: &GameRecord) -> Vec<String> {
    let counts = [
        ("lines", game.lines),
        ("pieces", game.pieces),
        ("score", game.score),
        ("clicks", Some(game.clicks)),
        ("guesses", Some(game.guesses.into())),
        ("misreads", Some(game.misreads.into())),
        ("misdrops", Some(game.misdrops.into())),
    ];
    let counts = counts.iter().filter_map(|(name, count)| {
        let count = (*count)?;
        (count > 0).then(|| format!("{count} {name}"))
    });
    vec![
        since::minute(game.ended_ms),
        game.player.clone(),
        game.game.to_string(),
        game.level.clone().unwrap_or_else(|| "-".into()),
        format!("{} {}", game.target.name(), game.place),
        game.result.name().into(),
        format!("{:.2} s", game.seconds),
        counts.collect::<Vec<_>>().join(", "),
    ]
}

fn day_row(day: &Day, most: u64) -> Vec<String> {
    let went = match day.win_rate {
        Some(rate) => format!("{} won, {}", day.wins, share(Some(rate))),
        None => format!("{} lines", day.lines),
    };
    let bar = "#".repeat((day.games as usize * BAR).div_ceil(most as usize));
    vec![day.day.clone(), day.game.clone(), day.games.to_string(), went, bar]
}

/// Writes rows in columns as wide as their widest text, and a blank line.
fn table(out: &mut dyn Write, header: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    let head: Vec<String> = header.iter().map(|text| (*text).to_string()).collect();
    let all: Vec<Vec<String>> = std::iter::once(&head)
        .chain(rows)
        .map(|row| row.iter().map(|t| plain(t)).collect())
        .collect();
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..head.len()).map(|column| width(column).unwrap_or(0)).collect();
    for row in &all {
        let cells = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
        writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    writeln!(out)
}

/// A text that cannot steer the terminal and fits a line: titles and names come from outside.
fn plain(text: &str) -> String {
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let clean: Vec<char> = clean.take(WIDEST + 1).collect();
    if clean.len() > WIDEST {
        return clean[..WIDEST - 1].iter().chain(&['…']).collect();
    }
    clean.into_iter().collect()
}

/// The error of the output behind an error of the CSV writer.
pub fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_strange_titles_stay_on_their_line() {
        let mut out = Vec::new();
        let rows =
            [vec!["a\u{1b}[2J\nb".to_string(), "1".into()], vec!["long name".into(), "22".into()]];
        table(&mut out, &["who", "n"], &rows).expect("written");
        let text = String::from_utf8(out).expect("text");
        assert_eq!(text, "  who        n\n  a [2J b    1\n  long name  22\n\n");
        assert_eq!(plain(&"x".repeat(99)).chars().count(), 40);
    }
}
