//! Table rows in canonical form.

use unicode_width::UnicodeWidthStr;

/// The columns of a table.
#[derive(Debug, Default)]
pub struct Table {
    /// The widest cell of each, in columns of a display.
    widths: Vec<usize>,
    /// A table that may be cut is not padded, because no piece has all cells.
    pub long: bool,
}

impl Table {
    /// Makes room for the cells of a row.
    pub fn measure(&mut self, cells: &[String]) {
        for (i, cell) in cells.iter().enumerate() {
            match self.widths.get_mut(i) {
                Some(width) => *width = (*width).max(cell.width()),
                None => self.widths.push(cell.width()),
            }
        }
    }

    /// Writes a row.
    pub fn write(&self, cells: &[String], out: &mut String) {
        out.push('|');
        for (cell, width) in cells.iter().zip(&self.widths) {
            let width = if self.long { 0 } else { width.saturating_sub(cell.width()) };
            out.push(' ');
            out.push_str(cell);
            out.extend(std::iter::repeat_n(' ', width));
            if !cell.is_empty() || width > 0 {
                out.push(' ');
            }
            out.push('|');
        }
    }
}
