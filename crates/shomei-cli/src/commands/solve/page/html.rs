//! Builds markup from beginning to end.

use shomei_game::escape;

/// HTML that is also valid XML.
#[derive(Clone, Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Adds trusted markup without escaping.
    pub(super) fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// Adds text to an element or attribute. Invisible characters are escaped, because some change
    /// the direction of the following text and some are forbidden.
    pub(super) fn text(&mut self, text: &str) {
        for letter in escape::lines(text).chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                _ => self.0.push(letter),
            }
        }
    }

    /// Opens an element with these attributes.
    pub(super) fn open(&mut self, element: &str, attributes: &[(&str, &str)]) {
        self.0.push('<');
        self.0.push_str(element);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            self.text(value);
            self.0.push('"');
        }
        self.0.push('>');
    }

    /// Closes an element.
    pub(super) fn close(&mut self, element: &str) {
        self.0.push_str("</");
        self.0.push_str(element);
        self.0.push_str(">\n");
    }

    /// Adds an element with text.
    pub(super) fn element(&mut self, element: &str, attributes: &[(&str, &str)], text: &str) {
        self.open(element, attributes);
        self.text(text);
        self.close(element);
    }

    /// Adds a term and its explanation to a definition list.
    pub(super) fn term(&mut self, term: &str, explanation: &str) {
        self.element("dt", &[], term);
        self.element("dd", &[], explanation);
    }

    pub(super) fn as_text(&self) -> &str {
        &self.0
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_markup() {
        let mut html = Html::default();
        html.element(
            "b",
            &[("title", "\"><i>'")],
            "<script>&\u{202e}\u{0}</script>",
        );
        let expected = "<b title=\"&quot;&gt;&lt;i&gt;&#39;\">&lt;script&gt;&amp;\\u{202e}\\u{0}\
                        &lt;/script&gt;</b>\n";
        assert_eq!(html.as_text(), expected);
    }
}
