//! Rows of comma-separated values, in quotes where they need them.

/// The rows of a table; a quote that is not closed takes the rest.
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
}
