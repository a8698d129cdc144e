//! The rules about names and flags, and the crates that do not follow them yet.

use super::crates::Crate;
use super::{Finding, flags, names};

/// Crates and the rules that they may break. The list only shrinks: an entry that is not needed is
/// an error.
const PENDING: &[(&str, &str)] = &[];

type Check = fn(&Crate) -> Vec<Finding>;

const RULES: [(&str, Check); 2] = [("names", names::check), ("flags", flags::check)];

/// Checks every crate for every rule.
pub(crate) fn check(crates: &[Crate]) -> Vec<Finding> {
    check_but_for(PENDING, crates)
}

fn check_but_for(pending: &[(&str, &str)], crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for of in crates {
        for (rule, check) in RULES {
            let found = check(of);
            let is_pending = pending.contains(&(&of.name, rule));
            if !is_pending {
                findings.extend(found);
            } else if found.is_empty() {
                let message = format!("`{}` follows the rule `{rule}`: drop the entry", of.name);
                findings.push(Finding::new("xtask/src/tidy/pending.rs", 1, message));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::crates::crates;
    use crate::tidy::samples::{file, places};

    #[test]
    fn an_entry_holds_as_long_as_it_is_needed() {
        let checked = |pending: &[(&str, &str)], text: &str| {
            places(&check_but_for(
                pending,
                &crates(&[file("crates/x/src/a.rs", text)]),
            ))
        };
        let bad = "fn f(all: bool) {}\n";
        assert_eq!(checked(&[], bad), ["crates/x/src/a.rs:1"]);
        assert_eq!(checked(&[("x", "flags")], bad), [""; 0]);
        assert_eq!(checked(&[("x", "names")], bad).len(), 2);
        assert_eq!(
            checked(&[("x", "flags")], "fn f() {}\n"),
            ["xtask/src/tidy/pending.rs:1"]
        );
    }
}
