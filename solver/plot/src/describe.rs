//! Describes a picture and its numbers in sentences, for readers who cannot see the picture.

use super::board::spread as spread_of_board;
use super::figure::{Bars, Board, Body, Curve, Figure, Groups, Heat, Levels, Ratio, Spikes, Spread, Square, Whose};
use super::spikes::are_exact;
use super::text::grouped;

/// Returns a description of a picture, including the picture's notes.
pub fn describe(figure: &Figure) -> String {
    let says = match &figure.body {
        Body::Curve(curve) => curve_says(curve),
        Body::Bars(bars) => bars_say(bars),
        Body::Spikes(spikes) => spikes_say(spikes),
        Body::Heat(heat) => heat_says(heat),
        Body::Board(board) => board_says(board),
        Body::Levels(levels) => levels_say(levels),
        Body::Groups(groups) => groups_say(groups),
        Body::Spread(spread) => spread_says(spread),
        Body::Diagrams(diagrams) => diagrams.says.clone(),
    };
    let notes = figure.notes.join("; ");
    if notes.is_empty() { says } else { format!("{says} {notes}.") }
}

/// Formats a number with a noun. The noun is `one` for the number 1, and `several` for other numbers.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { several })
}

/// Formats an exact value as a fraction, followed by a decimal fraction with four places.
fn share(ratio: Ratio) -> String {
    if ratio.denominator() == 1 { ratio.to_string() } else { format!("{ratio} ({:.4})", ratio.value()) }
}

fn curve_says(curve: &Curve) -> String {
    let mut says = format!("Points of {} over {}", curve.y, curve.x);
    let compare = |a: &&(u32, Ratio), b: &&(u32, Ratio)| a.1.value().total_cmp(&b.1.value());
    if let (Some(first), Some(last)) = (curve.points.first(), curve.points.last())
        && let (Some(least), Some(greatest)) = (curve.points.iter().min_by(compare), curve.points.iter().max_by(compare))
    {
        says += &format!(
            ": {} from {} to {}, the least {} at {}, the greatest {} at {}, the last {}",
            counted(curve.points.len(), "point", "points"),
            grouped(first.0.into()),
            grouped(last.0.into()),
            share(least.1),
            grouped(least.0.into()),
            share(greatest.1),
            grouped(greatest.0.into()),
            share(last.1)
        );
    }
    if let Some((_, name)) = &curve.level {
        says += &format!("; a line at the {name}");
    }
    if let Some((missing, why)) = &curve.missing {
        says += &format!("; {} without a point: {why}", counted(missing.len(), "place", "places"));
    }
    says + "."
}

fn bars_say(bars: &Bars) -> String {
    let panels = bars.panels.iter().map(|panel| {
        let greatest = panel.counts.iter().enumerate().max_by_key(|&(index, count)| (*count, std::cmp::Reverse(index)));
        let most = greatest.map_or_else(String::new, |(index, count)| {
            format!(", most at {}: {}", bars.bars.get(index).map_or("", String::as_str), grouped(*count))
        });
        let last = panel.counts.iter().rposition(|count| *count > 0).and_then(|index| bars.bars.get(index));
        let last = last.map_or_else(String::new, |name| format!(", the last at {name}"));
        format!("{}: {} in all{most}{last}", panel.name, grouped(panel.counts.iter().sum()))
    });
    format!("Bars of the number of {} by {}. {}.", bars.y, bars.x, panels.collect::<Vec<_>>().join("; "))
}

fn spikes_say(spikes: &Spikes) -> String {
    let how = if are_exact(spikes) { "Spikes at the exact values".to_owned() } else { format!("Bars at multiples of 1/{}", spikes.parts) };
    let panels = spikes.panels.iter().map(|panel| {
        let most = panel.spikes.iter().max_by(|a, b| a.count.cmp(&b.count).then(b.share.total_cmp(&a.share)));
        let most = most.map_or_else(String::new, |spike| {
            format!(", most often {} ({} times)", short(&spike.exact, &spike.decimal), grouped(spike.count))
        });
        let ends = match (panel.spikes.first(), panel.spikes.last()) {
            (Some(low), Some(high)) => format!(" from {} to {}", short(&low.exact, &low.decimal), short(&high.exact, &high.decimal)),
            _ => String::new(),
        };
        format!("{}: {}{ends}{most}", panel.name, counted(panel.spikes.len(), "value", "different values"))
    });
    format!("{how}, as high as the number of {} with the {}. {}.", spikes.y, spikes.x, panels.collect::<Vec<_>>().join("; "))
}

/// Returns the fraction `exact`, or the decimal fraction `decimal` if the fraction is long.
fn short<'a>(exact: &'a str, decimal: &'a str) -> &'a str {
    if exact.len() <= 24 { exact } else { decimal }
}

fn heat_says(heat: &Heat) -> String {
    let shares: Vec<Ratio> = heat.rows.iter().flat_map(|row| &row.cells).flatten().copied().collect();
    let compare = |a: &Ratio, b: &Ratio| a.value().total_cmp(&b.value());
    let range = match (shares.iter().copied().min_by(compare), shares.iter().copied().max_by(compare)) {
        (Some(low), Some(high)) => format!(", from {} to {}", share(low), share(high)),
        _ => String::new(),
    };
    let columns = heat.rows.first().map_or(0, |row| row.cells.len());
    let without = heat.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.is_none()).count();
    let without = if without == 0 { String::new() } else { format!(", {} of no share", counted(without, "cell", "cells")) };
    format!(
        "A map of colours with {} ({}) and {} ({} from {}): {}{range}{without}.",
        counted(heat.rows.len(), "row", "rows"),
        heat.y,
        counted(columns, "column", "columns"),
        heat.x,
        heat.first,
        heat.scale
    )
}

fn board_says(board: &Board) -> String {
    let (mut pieces, mut shares) = (Vec::new(), Vec::new());
    for (number, rank) in board.ranks.iter().enumerate() {
        for (file, square) in ('a'..).zip(rank) {
            let name = format!("{file}{}", board.ranks.len() - number);
            match square {
                Square::Piece(piece) => pieces.push(format!("{}{name}", piece.fen())),
                Square::Share { share, lines, .. } => shares.push((*share, format!("{} at {name}", lines.join(" to ")))),
                Square::Empty => {}
            }
        }
    }
    let low = shares.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or("", |(_, text)| text);
    let high = shares.iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or("", |(_, text)| text);
    let half = spread_of_board(board);
    format!(
        "A board of {} by {} squares with {}. {} squares have a number, {}, from {low} to {high}; colours from {:.3} ({}) to {:.3} ({}).",
        board.files,
        board.ranks.len(),
        if pieces.is_empty() { "no other piece".to_owned() } else { pieces.join(", ") },
        shares.len(),
        board.scale,
        0.5 - half,
        board.ends[0],
        0.5 + half,
        board.ends[1]
    )
}

fn levels_say(levels: &Levels) -> String {
    let all = || levels.cells.iter().flatten().copied();
    let (low, high) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let count = |sign: i32| grouped(all().filter(|number| number.signum() == sign).count() as u64);
    let line = levels.line.as_ref().map_or_else(String::new, |line| format!("; a line marks the {}", line.name));
    format!(
        "A map of colours with {} ({}) and {} ({}): {} from {low} to {high}; {} cells {}, {} even, {} {}{line}.",
        counted(levels.cells.len(), "row", "rows"),
        levels.y,
        counted(levels.cells.first().map_or(0, Vec::len), "column", "columns"),
        levels.x,
        levels.scale,
        count(-1),
        levels.ends[0],
        count(0),
        count(1),
        levels.ends[1]
    )
}

fn groups_say(groups: &Groups) -> String {
    let points = || groups.groups.iter().flat_map(|group| &group.points);
    let range = |of: fn(&(u32, u32, u32)) -> u32| {
        let (low, high) = (points().map(of).min().unwrap_or(0), points().map(of).max().unwrap_or(0));
        format!("from {} to {}", grouped(low.into()), grouped(high.into()))
    };
    let names: Vec<String> =
        groups.groups.iter().map(|group| format!("{} of {}", grouped(group.points.len() as u64), group.name)).collect();
    format!("Points of {} {} over {} {}: {}.", groups.y, range(|point| point.1), groups.x, range(|point| point.0), names.join(", "))
}

fn spread_says(spread: &Spread) -> String {
    let most = spread.depths.iter().enumerate().max_by_key(|&(depth, count)| (*count, std::cmp::Reverse(depth)));
    let (depth, count) = most.map_or((0, 0), |(depth, count)| (depth, *count));
    let branches: Vec<String> = spread
        .branches
        .iter()
        .take(8)
        .map(|branch| format!("{} {} (at most {} moves)", branch.name, grouped(branch.positions), branch.longest))
        .collect();
    let more = if spread.branches.len() > branches.len() {
        format!(", and {} more", spread.branches.len() - branches.len())
    } else {
        String::new()
    };
    let below =
        if branches.is_empty() { String::new() } else { format!(" {}, with positions: {}{more}.", spread.heading, branches.join(", ")) };
    let first = &spread.players[usize::from(spread.first == Whose::Right)];
    format!(
        "Bars of the number of positions by the fewest moves that lead there, in the colour of the side to move ({first} at 0): {} positions in {}, most at {depth}: {}.{below}",
        grouped(spread.depths.iter().sum()),
        counted(spread.depths.len(), "depth", "depths"),
        grouped(count)
    )
}
