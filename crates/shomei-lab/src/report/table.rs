//! Tables in Markdown.

/// The rows of a table, and its columns.
pub(crate) struct Table<R> {
    rows: Vec<R>,
    heads: Vec<String>,
    /// The cells by column.
    cells: Vec<Vec<String>>,
}

impl<R> Table<R> {
    /// A table whose first column contains the names of the rows.
    pub(crate) fn new(
        head: &str,
        rows: impl IntoIterator<Item = R>,
        name: impl Fn(&R) -> String,
    ) -> Table<R> {
        let mut table = Table {
            rows: rows.into_iter().collect(),
            heads: Vec::new(),
            cells: Vec::new(),
        };
        table.column(head, name);
        table
    }

    /// Adds a column.
    pub(crate) fn column(&mut self, head: impl Into<String>, cell: impl Fn(&R) -> String) {
        self.heads.push(head.into());
        self.cells.push(self.rows.iter().map(cell).collect());
    }

    /// The table as Markdown; the first column contains text, the others contain numbers.
    pub(crate) fn numbers(&self) -> String {
        self.aligned("---:")
    }

    /// The table as Markdown; all columns contain text.
    pub(crate) fn words(&self) -> String {
        self.aligned("---")
    }

    fn aligned(&self, others: &str) -> String {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let rule = |place| if place == 0 { "---" } else { others };
        let mut text = line(self.heads.iter().map(String::as_str).collect());
        text += &line((0..self.heads.len()).map(rule).collect());
        for row in 0..self.rows.len() {
            text += &line(self.cells.iter().map(|column| &*column[row]).collect());
        }
        text
    }
}
