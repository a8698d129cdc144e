//! Very long lines and large files.

use std::io::Cursor;

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::{
    Child, Claim, Header, IndexedReader, MAX_PLIES, PlainResult, Reader, Record, Writer, check,
    plain_search,
};

/// A single line with this number of plies to a win, with a failing move in addition to each move
/// of the attacker.
struct Line(u32);

/// The number of plies along the line; odd if the defender is to move. `None` off the line.
type Point = Option<u32>;

impl Game for Line {
    type Position = Point;
    type Move = bool;

    fn role(&self, position: &Point) -> Role {
        match position {
            Some(at) if at % 2 == 1 => Role::Defender,
            _ => Role::Attacker,
        }
    }

    fn status(&self, position: &Point) -> Status {
        match position {
            None => Status::Failed,
            Some(at) if *at == self.0 => Status::Won,
            Some(_) => Status::Open,
        }
    }

    fn moves(&self, position: &Point, out: &mut Vec<bool>) {
        out.push(true);
        if self.role(position) == Role::Attacker {
            out.push(false);
        }
    }

    fn play(&self, position: &Point, on: bool) -> Point {
        position.filter(|_| on).map(|at| at + 1)
    }

    fn key(&self, position: &Point) -> Key {
        Key::of(position.map_or(0, |at| u64::from(at) + 1))
    }
}

#[test]
fn plain_search_follows_long_lines() {
    let nodes = 100_001;
    let result = plain_search(&Line(100_000), &Some(0), nodes);
    assert_eq!(result, PlainResult::Won { nodes });
    let longest = MAX_PLIES as u32;
    let result = plain_search(&Line(longest), &Some(0), u64::MAX);
    assert_eq!(result, PlainResult::Limit);
    let result = plain_search(&Line(longest - 1), &Some(0), u64::MAX);
    assert!(matches!(result, PlainResult::Won { .. }));
}

#[test]
fn large_certificates_are_checked_in_little_memory() {
    let plies = 100_000;
    let header = Header {
        game: "line".into(),
        rules: String::new(),
        attacker: "x".into(),
        root: "0".into(),
        claim: Claim::Proved,
        plies: None,
    };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let record = |number: u64| {
        let last = number + 1 == u64::from(plies);
        let child = if last {
            Child::Terminal
        } else {
            Child::Record(number + 1)
        };
        match number % 2 {
            0 => Record::Choice { mv: 0, child },
            _ => Record::All {
                children: vec![child],
            },
        }
    };
    for number in 0..u64::from(plies) {
        writer.write(&record(number)).unwrap();
    }
    let (file, summary) = writer.finish().unwrap();
    assert!(summary.blocks > 3 && summary.raw_bytes > 290_000);

    let verified = check(&Line(plies), &Some(0), Reader::open(&file[..]).unwrap()).unwrap();
    assert_eq!(verified.peak_positions, 1);
    assert_eq!(verified.longest_line, Some(u64::from(plies)));

    let mut reader = IndexedReader::open(Cursor::new(&file)).unwrap();
    for number in (0..u64::from(plies)).step_by(997) {
        assert_eq!(reader.record(number).unwrap(), Some(record(number)));
    }
}
