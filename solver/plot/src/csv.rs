//! Writes the data of a picture as comma-separated values (RFC 4180). The first row is a header. Exact numbers are
//! written in two columns, first as fractions and then as decimal fractions.

use super::figure::Whose;
use super::figure::{Body, Ratio, Square, Table, length};
use super::spread::to_move;

/// Writes the data of a picture as a table.
pub fn write(body: &Body) -> String {
    let mut text = String::new();
    // Appends each row to the text at once instead of collecting rows, because a heat map may have half a million rows.
    let mut row = |fields: &[&str]| {
        for (number, field) in fields.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            if field.contains([',', '"', '\n', '\r']) {
                text.push('"');
                text.push_str(&field.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(field);
            }
        }
        text.push('\n');
    };
    match body {
        Body::Curve(curve) => {
            let [x, y] = curve.columns;
            let level = curve.level.as_ref().map(|(level, _)| both(Some(*level)));
            let mut head = vec![x.to_owned(), y.to_owned(), decimal(y)];
            head.extend(level.iter().flat_map(|_| ["limit".to_owned(), decimal("limit")]));
            row(&head.iter().map(String::as_str).collect::<Vec<_>>());
            let missing = curve.missing.iter().flat_map(|(missing, _)| missing).map(|&x| (x, None));
            let mut points: Vec<(u32, Option<Ratio>)> = curve.points.iter().map(|&(x, y)| (x, Some(y))).chain(missing).collect();
            points.sort_by_key(|point| point.0);
            for (x, y) in points {
                let [exact, decimal] = both(y);
                let x = x.to_string();
                let mut fields = vec![x.as_str(), &exact, &decimal];
                fields.extend(level.iter().flatten().map(String::as_str));
                row(&fields);
            }
        }
        Body::Bars(bars) => {
            let [x, y] = bars.columns;
            row(&["player", x, y]);
            for panel in &bars.panels {
                for (name, count) in bars.bars.iter().zip(&panel.counts) {
                    row(&[&panel.name, name, &count.to_string()]);
                }
            }
        }
        Body::Spikes(spikes) => {
            row(&["value_of", "value", "value_decimal", &spikes.y]);
            for panel in &spikes.panels {
                for spike in &panel.spikes {
                    row(&[panel.short, &spike.exact, &spike.decimal, &spike.count.to_string()]);
                }
            }
        }
        Body::Heat(heat) => {
            let [column, limit, share] = heat.columns;
            row(&["row", limit, &decimal(limit), column, share, &decimal(share)]);
            for (number, line) in (1_u32..).zip(&heat.rows) {
                let (number, [limit, limit_decimal]) = (number.to_string(), both(line.limit));
                for (column, cell) in (heat.first..).zip(&line.cells) {
                    let [share, share_decimal] = both(*cell);
                    row(&[&number, &limit, &limit_decimal, &column.to_string(), &share, &share_decimal]);
                }
            }
        }
        Body::Board(board) => {
            row(&["square", "piece", "low", "low_decimal", "high", "high_decimal"]);
            for (number, rank) in board.ranks.iter().enumerate() {
                for (file, square) in ('a'..).zip(rank) {
                    let name = format!("{file}{}", board.ranks.len() - number);
                    match square {
                        Square::Share { exact, .. } => {
                            let number =
                                |index: usize| exact.get(index).or(exact.last()).map_or(["", ""], |[a, b]| [a.as_str(), b.as_str()]);
                            let ([low, low_decimal], [high, high_decimal]) = (number(0), number(1));
                            row(&[&name, "", low, low_decimal, high, high_decimal]);
                        }
                        Square::Piece(piece) => row(&[&name, &piece.fen().to_string(), "", "", "", ""]),
                        Square::Empty => row(&[&name, "", "", "", "", ""]),
                    }
                }
            }
        }
        Body::Levels(levels) => {
            let [column, line, number] = levels.names;
            let mut head = vec![line, column, number];
            head.extend(levels.line.iter().map(|line| line.short));
            row(&head);
            let numbers = |first: u32, every: u32| (u64::from(first)..).step_by(every.max(1) as usize);
            for (index, (at, cells)) in numbers(levels.rows.first, levels.rows.every).zip(&levels.cells).enumerate() {
                let at = at.to_string();
                let place = levels.line.as_ref().and_then(|line| line.places.get(index)).map(u32::to_string);
                for (column, cell) in numbers(levels.columns.first, levels.columns.every).zip(cells) {
                    let (column, cell) = (column.to_string(), cell.to_string());
                    let mut fields = vec![at.as_str(), &column, &cell];
                    fields.extend(levels.line.iter().map(|_| place.as_deref().unwrap_or_default()));
                    row(&fields);
                }
            }
        }
        Body::Groups(groups) => {
            row(&groups.columns);
            let mut points: Vec<_> = groups.groups.iter().flat_map(|group| &group.points).collect();
            points.sort_unstable();
            for (x, y, tells) in points {
                row(&[&x.to_string(), &y.to_string(), &tells.to_string()]);
            }
        }
        Body::Spread(spread) => {
            row(&["part", "depth", "move", "to_move", "positions", "longest"]);
            let name = |whose: Whose| &spread.players[usize::from(whose == Whose::Right)];
            for (depth, count) in spread.depths.iter().enumerate() {
                row(&["depth", &depth.to_string(), "", name(to_move(spread, depth)), &count.to_string(), ""]);
            }
            for branch in &spread.branches {
                row(&["reply", "", &branch.name, "", &branch.positions.to_string(), &branch.longest.to_string()]);
            }
        }
        Body::Diagrams(diagrams) => {
            let Table { head, rows } = &diagrams.table;
            assert!(rows.iter().all(|fields| length(fields.len()) == length(head.len())), "a field for each column");
            row(head);
            for fields in rows {
                row(&fields.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
    }
    text
}

/// Returns the heading of the column of decimal fractions. `name` is the heading of the column of fractions.
fn decimal(name: &str) -> String {
    format!("{name}_decimal")
}

/// Formats a number as a fraction and as a decimal fraction, in this order. If the number is `None`, both strings are
/// empty.
fn both(number: Option<Ratio>) -> [String; 2] {
    number.map_or_else(Default::default, |number| [number.to_string(), number.decimal()])
}
