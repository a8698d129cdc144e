//! The values of variables.

use std::borrow::Cow;

use fluent_bundle::types::FluentNumber;

use crate::Value;

/// A value that a message can take: a text, or a whole number. Numbers choose between plural forms
/// and are written with commas between the thousands; give a number that is a name, such as a
/// port, as a text.
pub trait Argument {
    /// It as Fluent takes it.
    fn value(&self) -> Value<'_>;
}

impl Argument for str {
    fn value(&self) -> Value<'_> {
        Value::String(Cow::Borrowed(self))
    }
}

impl Argument for String {
    fn value(&self) -> Value<'_> {
        self.as_str().value()
    }
}

impl Argument for Cow<'_, str> {
    fn value(&self) -> Value<'_> {
        self.as_ref().value()
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> Value<'_> {
        T::value(self)
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {
        $(
            impl Argument for $number {
                #[allow(
                    clippy::cast_lossless,
                    clippy::cast_precision_loss,
                    reason = "counts are below 2^53, and one macro serves all types"
                )]
                fn value(&self) -> Value<'_> {
                    Value::Number(FluentNumber::new(*self as f64, Default::default()))
                }
            }
        )*
    };
}

whole_numbers!(u8 u16 u32 u64 usize i32 i64);

/// A number with commas between the thousands.
///
/// ```
/// assert_eq!(shomei_messages::grouped(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How bundles write numbers.
pub(crate) fn number_text<M>(value: &Value<'_>, _: &M) -> Option<String> {
    let Value::Number(number) = value else {
        return None;
    };
    let sign = if number.value < 0.0 { "-" } else { "" };
    Some(format!("{sign}{}", grouped(number.value.abs() as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(
            number_text(&(-1_234_567_i64).value(), &()),
            Some("-1,234,567".to_string())
        );
        assert_eq!(number_text(&"12".value(), &()), None);
    }
}
