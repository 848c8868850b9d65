//! Rows of comma-separated values.

use std::ops::Range;

/// The rows of a table. An unclosed quote takes the rest.
pub fn read(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// The range of a row in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// In bytes of the table, without the line feed.
    pub span: Range<usize>,
    pub cells: usize,
    /// Whether it contains only white space.
    pub blank: bool,
}

/// The ranges of the rows of a table, with the same cells as [`read`].
pub fn rows(text: &str) -> impl Iterator<Item = Row> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        if start >= text.len() {
            return None;
        }
        let (mut cells, mut quoted, mut cell) = (1, false, start);
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' if quoted && bytes.get(at + 1) == Some(&b'"') => at += 1,
                b'"' if quoted => quoted = false,
                b'"' if at == cell => quoted = true,
                b',' if !quoted => (cells, cell) = (cells + 1, at + 1),
                b'\n' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        let span = start..at.min(text.len());
        at += 1;
        let blank = text.get(span.clone()).is_some_and(|row| row.trim().is_empty());
        Some(Row { span, cells, blank })
    })
}

/// Rows as text, without a line feed at the end.
pub fn write(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| row.iter().map(|cell| written(cell)).collect::<Vec<_>>().join(",");
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn written(cell: &str) -> String {
    if cell.contains(['"', ',', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive() {
        for rows in [
            vec![vec!["a", "b"], vec!["1", ""]],
            vec![vec!["say \"hi\"", "x,y"], vec!["two\nlines", "é"]],
            vec![vec!["", "", ""]],
        ] {
            let rows: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
            assert_eq!(read(&write(&rows)), rows);
        }
        assert_eq!(read("a,\"open\nb"), [["a", "open\nb"]]);
        assert!(read("").is_empty());
    }

    #[test]
    fn rows_have_their_place() {
        for text in ["a,b\n\"x,\ny\",2\n\n \n3", "\"open\n,", "\"\"\"q\"\"\",,\n", ",", "", "é,\"\"x\"\n\n"]
        {
            let cells: Vec<_> = read(text).iter().map(Vec::len).collect();
            assert_eq!(rows(text).map(|row| row.cells).collect::<Vec<_>>(), cells, "{text:?}");
        }
        let spans: Vec<_> = rows("a,b\n\n\"c\nd\"\n").map(|row| (row.span, row.blank)).collect();
        assert_eq!(spans, [(0..3, false), (4..4, true), (5..10, false)]);
    }
}
