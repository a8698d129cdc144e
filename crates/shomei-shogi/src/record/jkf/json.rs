//! JSON with the place of every value, so that an error about a value names its line and column.
//!
//! A stack takes the place of recursion, since branches may have branches in any number, and all
//! values are in one list, so that dropping them takes no recursion either.

use std::collections::HashSet;

use shomei_game::NotationError;

use crate::record::scan::{Spot, shown};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    Text(String),
    List(Vec<usize>),
    /// Names with their values, each name once.
    Object(Vec<(String, usize)>),
}

/// A JSON text. Value 0 is the whole.
pub(super) struct Json {
    values: Vec<(Value, Spot)>,
}

/// A list or an object that is not closed yet.
struct Open {
    value: usize,
    /// The name of the member that comes next, in an object.
    name: Option<String>,
    /// The names that the object has.
    names: HashSet<String>,
}

impl Json {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// With the line and column, when it is not JSON, or an object has a name twice.
    pub(super) fn parse(text: &str) -> Result<Json, NotationError> {
        let mut json = Json { values: Vec::new() };
        let mut scan = Letters::of(text);
        let mut open: Vec<Open> = Vec::new();
        loop {
            scan.skip_blanks();
            let is_open = json.value(&mut scan, &mut open)?;
            if is_open && !json.closes_at_once(&mut scan, &mut open)? {
                continue;
            }
            if !json.after_value(&mut scan, &mut open)? {
                break;
            }
        }
        scan.skip_blanks();
        match scan.peek() {
            None => Ok(json),
            Some(_) => Err(scan.expected("nothing after the object")),
        }
    }

    /// The value with this number, and where it begins.
    pub(super) fn at(&self, number: usize) -> (&Value, Spot) {
        let (value, spot) = &self.values[number];
        (value, *spot)
    }

    /// Reads the beginning of a value, with its name where it is in an object. Whether it is a
    /// list or an object, which is open then.
    fn value(
        &mut self,
        scan: &mut Letters<'_>,
        open: &mut Vec<Open>,
    ) -> Result<bool, NotationError> {
        let spot = scan.spot;
        let value = match scan.peek() {
            Some('{') => Value::Object(Vec::new()),
            Some('[') => Value::List(Vec::new()),
            Some('"') => Value::Text(scan.text()?),
            Some('-' | '0'..='9') => Value::Number(scan.number()?),
            Some(letter) if letter.is_ascii_alphabetic() => scan.word()?,
            _ => return Err(scan.expected("a value")),
        };
        let is_open = matches!(value, Value::Object(_) | Value::List(_));
        let number = self.values.len();
        self.values.push((value, spot));
        if let Some(outer) = open.last_mut() {
            match (&mut self.values[outer.value].0, outer.name.take()) {
                (Value::Object(members), Some(name)) => members.push((name, number)),
                (Value::List(values), _) => values.push(number),
                _ => {}
            }
        }
        if is_open {
            scan.next();
            open.push(Open {
                value: number,
                name: None,
                names: HashSet::new(),
            });
        }
        Ok(is_open)
    }

    /// Closes what was just opened if it is empty, or else reads the name of its first member.
    fn closes_at_once(
        &self,
        scan: &mut Letters<'_>,
        open: &mut Vec<Open>,
    ) -> Result<bool, NotationError> {
        scan.skip_blanks();
        let Some(inner) = open.last() else {
            return Ok(true);
        };
        let close = self.close_of(inner);
        if scan.peek() == Some(close) {
            scan.next();
            open.pop();
            return Ok(true);
        }
        self.name(scan, open)?;
        Ok(false)
    }

    /// Reads what stands between a value and the next one; `false` where the text is complete.
    fn after_value(
        &self,
        scan: &mut Letters<'_>,
        open: &mut Vec<Open>,
    ) -> Result<bool, NotationError> {
        while let Some(inner) = open.last() {
            let close = self.close_of(inner);
            scan.skip_blanks();
            match scan.peek() {
                Some(',') => {
                    scan.next();
                    scan.skip_blanks();
                    self.name(scan, open)?;
                    return Ok(true);
                }
                Some(letter) if letter == close => {
                    scan.next();
                    open.pop();
                }
                _ => return Err(scan.expected(&format!("',' or '{close}'"))),
            }
        }
        Ok(false)
    }

    /// Reads the name of a member and its colon, where an object is open.
    fn name(&self, scan: &mut Letters<'_>, open: &mut [Open]) -> Result<(), NotationError> {
        let Some(inner) = open.last_mut() else {
            return Ok(());
        };
        if !matches!(self.values[inner.value].0, Value::Object(_)) {
            return Ok(());
        }
        let spot = scan.spot;
        if scan.peek() != Some('"') {
            return Err(scan.expected("the name of a member in quotation marks"));
        }
        let name = scan.text()?;
        if !inner.names.insert(name.clone()) {
            return Err(spot.error(format!("a second \"{}\"", shown(&name))));
        }
        inner.name = Some(name);
        scan.skip_blanks();
        match scan.peek() {
            Some(':') => scan.next(),
            _ => return Err(scan.expected("':'")),
        };
        Ok(())
    }

    fn close_of(&self, open: &Open) -> char {
        match self.values[open.value].0 {
            Value::Object(_) => '}',
            _ => ']',
        }
    }
}

/// What is left of a text, with the place of the next character.
struct Letters<'t> {
    rest: std::str::Chars<'t>,
    spot: Spot,
}

impl<'t> Letters<'t> {
    fn of(text: &'t str) -> Letters<'t> {
        Letters {
            rest: text.chars(),
            spot: Spot { line: 1, column: 1 },
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        match letter {
            '\n' => {
                self.spot.line += 1;
                self.spot.column = 1;
            }
            _ => self.spot.column += 1,
        }
        Some(letter)
    }

    fn skip_blanks(&mut self) {
        while self
            .peek()
            .is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))
        {
            self.next();
        }
    }

    fn expected(&self, what: &str) -> NotationError {
        let found = match self.peek() {
            None => "the end of the file".to_string(),
            Some(letter) => format!("'{}'", shown(letter.encode_utf8(&mut [0; 4]))),
        };
        self.spot.error(format!("expected {what}, found {found}"))
    }

    /// The characters from here on that fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.peek().filter(|&letter| fits(letter)) {
            taken.push(letter);
            self.next();
        }
        taken
    }

    /// A number. Its form is checked by who needs it: JKF has whole numbers alone.
    fn number(&mut self) -> Result<String, NotationError> {
        let spot = self.spot;
        let text = self.take(|c| matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
        match text.parse::<f64>() {
            Ok(_) => Ok(text),
            Err(_) => Err(spot.error(format!("{text} is no number"))),
        }
    }

    /// `true`, `false` or `null`.
    fn word(&mut self) -> Result<Value, NotationError> {
        let spot = self.spot;
        let word = self.take(|c| c.is_ascii_alphanumeric());
        match word.as_str() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            "null" => Ok(Value::Null),
            _ => Err(spot.error(format!("expected a value, found {}", shown(&word)))),
        }
    }

    /// A text in quotation marks.
    fn text(&mut self) -> Result<String, NotationError> {
        let begin = self.spot;
        self.next();
        let mut text = String::new();
        loop {
            let spot = self.spot;
            match self.next() {
                None => return Err(begin.error("this text is never closed")),
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape(spot)?),
                Some(letter) if letter < ' ' => {
                    return Err(spot
                        .error("a control character in a text: write it as \\u and four digits"));
                }
                Some(letter) => text.push(letter),
            }
        }
    }

    /// The character that an escape means, after its backslash.
    fn escape(&mut self, spot: Spot) -> Result<char, NotationError> {
        let unknown = || spot.error("this is no escape of JSON");
        Ok(match self.next() {
            Some(letter @ ('"' | '\\' | '/')) => letter,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let high = self.unit().ok_or_else(unknown)?;
                let is_pair = (0xd800..0xdc00).contains(&high);
                let units = match is_pair && self.next() == Some('\\') && self.next() == Some('u') {
                    true => vec![high, self.unit().ok_or_else(unknown)?],
                    false => vec![high],
                };
                let mut letters = char::decode_utf16(units);
                match (letters.next(), letters.next()) {
                    (Some(Ok(letter)), None) => letter,
                    _ => return Err(spot.error("half of a character")),
                }
            }
            _ => return Err(unknown()),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next()?.to_digit(16)?;
            unit = unit * 16 + u16::try_from(digit).ok()?;
        }
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Json::parse(text).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn values_have_their_places() {
        let json = Json::parse(
            "{\"a\": [1, -2.5e3, true, null],\n \"b\\n\": \"\\u00e9\\ud83d\\ude00\\/\"}\n",
        );
        let json = json.map_err(|error| error.to_string()).unwrap();
        let (Value::Object(members), _) = json.at(0) else {
            panic!("no object")
        };
        assert_eq!(members[1].0, "b\n");
        let spot = |line, column| Spot { line, column };
        assert_eq!(
            json.at(members[1].1),
            (&Value::Text("é😀/".to_string()), spot(2, 9))
        );
        let (Value::List(values), _) = json.at(members[0].1) else {
            panic!("no list")
        };
        let found: Vec<_> = values.iter().map(|&value| json.at(value)).collect();
        let number = |text: &str| Value::Number(text.to_string());
        assert_eq!(found[0], (&number("1"), spot(1, 8)));
        assert_eq!(found[1], (&number("-2.5e3"), spot(1, 11)));
        assert_eq!(found[3], (&Value::Null, spot(1, 25)));
    }

    #[test]
    fn faults_have_their_places() {
        for (text, expected) in [
            (
                "",
                "line 1, column 1: expected a value, found the end of the file",
            ),
            (
                "{",
                "line 1, column 2: expected the name of a member in quotation marks, found the end of the file",
            ),
            ("{\"a\"}", "line 1, column 5: expected ':', found '}'"),
            (
                "{\"a\":1,}",
                "line 1, column 8: expected the name of a member in quotation marks, found '}'",
            ),
            (
                "{\"a\":1\n\"b\":2}",
                "line 2, column 1: expected ',' or '}', found '\"'",
            ),
            ("{\"a\":1,\"a\":2}", "line 1, column 8: a second \"a\""),
            ("[1,]", "line 1, column 4: expected a value, found ']'"),
            ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
            ("[1}", "line 1, column 3: expected ',' or ']', found '}'"),
            ("[tru]", "line 1, column 2: expected a value, found tru"),
            ("[1-]", "line 1, column 2: 1- is no number"),
            ("\n[\"a", "line 2, column 2: this text is never closed"),
            (
                "[\"a\tb\"]",
                "line 1, column 4: a control character in a text: write it as \\u and four digits",
            ),
            ("[\"\\x\"]", "line 1, column 3: this is no escape of JSON"),
            ("[\"\\ud800\"]", "line 1, column 3: half of a character"),
            (
                "[] x",
                "line 1, column 4: expected nothing after the object, found 'x'",
            ),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
    }

    /// Neither reading nor dropping takes a stack.
    #[test]
    fn depth_takes_no_stack() {
        let deep = 200_000;
        let text = "[".repeat(deep) + &"]".repeat(deep);
        assert_eq!(
            Json::parse(&text).map(|json| json.values.len()).ok(),
            Some(deep)
        );
        assert!(error(&"[".repeat(deep)).ends_with("found the end of the file"));
    }
}
