//! The rules of a search, selected by its number of expansions.

use std::fmt;
use std::str::FromStr;

use shomei_game::Role;

use super::Rule;

/// The choice among several children with the least number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    #[default]
    First,
    /// Where the attacker moves, the child with the largest disproof number, which is usually the
    /// one that was searched most. On 113 tsume problems, with the moves in five different orders,
    /// it takes 1.04, 0.93, 0.98, 1.03 and 0.97 of the nodes by the geometric mean.
    LargerDn,
}

/// The groups of moves whose members are searched one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Groups {
    /// [`shomei_game::MoveHints::group`].
    #[default]
    Whole,
    /// [`shomei_game::MoveHints::part_of_group`].
    Split,
}

/// The rules of a search for some range of expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How proof numbers are combined where the defender moves.
    pub pn: Rule,
    /// How disproof numbers are combined where the attacker moves.
    pub dn: Rule,
    /// The choice among several best children.
    pub ties: Ties,
    /// The groups of moves.
    pub groups: Groups,
}

/// The rules of a search and their changes by the number of expansions.
///
/// On 117 tsume problems, the weak rule for disproof numbers takes 0.92 of the nodes that sums
/// take, by the geometric mean, and 0.99 of the total nodes. If the first of several best children
/// is searched, the factors are 0.86 and 0.84.
///
/// The text form is the rule of proof numbers, a slash, and the rule of disproof numbers; a single
/// rule applies to both. `+larger-dn` selects [`Ties::LargerDn`]. Later rules follow after a comma,
/// with the number of expansions at which they begin and a colon: `sum/weak+larger-dn,2000000:sum`.
/// `+split-groups` selects [`Groups::Split`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The first rules.
    first: Rules,
    /// Later rules, each with the number of expansions at which it begins, in increasing order.
    later: Vec<(u64, Rules)>,
}

impl Rules {
    /// The rule for delta where this side moves.
    #[inline]
    #[must_use]
    pub fn at(self, mover: Role) -> Rule {
        match mover {
            Role::Attacker => self.dn,
            Role::Defender => self.pn,
        }
    }
}

impl Schedule {
    /// Adds rules that begin at `from` expansions. Returns `None` unless `from` is larger than all
    /// earlier starts.
    #[must_use]
    pub fn then(mut self, from: u64, rules: Rules) -> Option<Schedule> {
        if from <= self.later.last().map_or(0, |&(before, _)| before) {
            return None;
        }
        self.later.push((from, rules));
        Some(self)
    }

    /// The rules after this number of expansions.
    #[inline]
    #[must_use]
    pub fn rules_at(&self, expanded: u64) -> Rules {
        let begun = self.later.partition_point(|&(from, _)| expanded >= from);
        match begun {
            0 => self.first,
            _ => self.later[begun - 1].1,
        }
    }

    /// Whether this rule occurs in the schedule.
    pub(crate) fn has(&self, rule: Rule) -> bool {
        let later = self.later.iter().map(|(_, rules)| rules);
        let mut all = later.chain([&self.first]);
        all.any(|rules| rules.pn == rule || rules.dn == rule)
    }
}

impl From<Rule> for Rules {
    fn from(rule: Rule) -> Rules {
        Rules {
            pn: rule,
            dn: rule,
            ..Rules::default()
        }
    }
}

impl From<Rules> for Schedule {
    fn from(first: Rules) -> Schedule {
        Schedule {
            first,
            later: Vec::new(),
        }
    }
}

impl From<Rule> for Schedule {
    fn from(rule: Rule) -> Schedule {
        Rules::from(rule).into()
    }
}

const LARGER_DN: &str = "+larger-dn";
const SPLIT_GROUPS: &str = "+split-groups";

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pn)?;
        if self.dn != self.pn {
            write!(f, "/{}", self.dn)?;
        }
        f.write_str(match self.ties {
            Ties::First => "",
            Ties::LargerDn => LARGER_DN,
        })?;
        f.write_str(match self.groups {
            Groups::Whole => "",
            Groups::Split => SPLIT_GROUPS,
        })
    }
}

impl FromStr for Rules {
    type Err = ();

    fn from_str(text: &str) -> Result<Rules, ()> {
        let (rules, groups) = match text.strip_suffix(SPLIT_GROUPS) {
            Some(rules) => (rules, Groups::Split),
            None => (text, Groups::Whole),
        };
        let (rules, ties) = match rules.strip_suffix(LARGER_DN) {
            Some(rules) => (rules, Ties::LargerDn),
            None => (rules, Ties::First),
        };
        let (pn, dn) = rules.split_once('/').unwrap_or((rules, rules));
        Ok(Rules {
            pn: pn.parse()?,
            dn: dn.parse()?,
            ties,
            groups,
        })
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.later
            .iter()
            .try_for_each(|(from, rules)| write!(f, ",{from}:{rules}"))
    }
}

impl FromStr for Schedule {
    type Err = ();

    fn from_str(text: &str) -> Result<Schedule, ()> {
        let mut parts = text.split(',');
        let first: Rules = parts.next().unwrap_or_default().parse()?;
        let mut schedule = Schedule::from(first);
        for part in parts {
            let (from, rules) = part.split_once(':').ok_or(())?;
            let is_number = from.bytes().all(|byte| byte.is_ascii_digit());
            let from = from.parse().ok().filter(|_| is_number).ok_or(())?;
            schedule = schedule.then(from, rules.parse()?).ok_or(())?;
        }
        Ok(schedule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_read_as_it_is_written() {
        let texts = [
            "sum",
            "weak+larger-dn",
            "sum/weak,1:branch",
            "sum,1:weak+split-groups",
            "sum/weak+larger-dn,4:sum+larger-dn+split-groups",
            "sum/weak+larger-dn,2097152:sum+larger-dn,3000000:partition/sum",
        ];
        for text in texts {
            let schedule: Schedule = text.parse().unwrap();
            assert_eq!(schedule.to_string(), text);
        }
        assert_eq!("weak/weak".parse(), Ok(Schedule::from(Rule::Weak)));
    }

    #[test]
    fn each_rule_holds_from_its_expansions_on() {
        let schedule: Schedule = "sum/weak,3:branch,7:sum/partition".parse().unwrap();
        let dn_at = |expanded| schedule.rules_at(expanded).dn;
        assert_eq!([0, 2].map(dn_at), [Rule::Weak; 2]);
        assert_eq!([3, 6].map(dn_at), [Rule::Branch; 2]);
        assert_eq!([7, 1 << 40].map(dn_at), [Rule::Partition; 2]);
        assert!(schedule.has(Rule::Partition) && !Schedule::default().has(Rule::Partition));
    }

    #[test]
    fn other_texts_are_refused() {
        let texts = [
            "",
            "max",
            "sum/",
            "sum/weak/sum",
            "sum,weak",
            "sum,0:weak",
            "sum,7:weak,7:sum",
            "sum,7:weak,3:sum",
            "5:sum",
            "sum+smaller-dn",
            "sum, 3:weak",
            "sum,+3:weak",
        ];
        for text in texts {
            assert_eq!(text.parse::<Schedule>(), Err(()), "{text}");
        }
    }
}
