//! Right certificates are accepted, with the correct totals.

use std::io::Cursor;

use shomei_game::{Dice, Game, Goal, Kind, Notation, Side, Status, TreeGame};
use shomei_proof::{
    Child, Claim, Damage, Header, HeaderError, IndexedReader, PlainResult, Reader, Record,
    Rejection, Totals, Writer, check, plain_search,
};

use crate::support::{file, proved, random_game, strategy, truth, verify, write};

#[test]
fn certificates_of_random_games_are_accepted() {
    let mut random = Dice::new(1);
    let (mut proofs, mut disproofs) = (0, 0);
    for _ in 0..2000 {
        let game = random_game(&mut random);
        let claim = truth(&game);
        for resolve in [None, Some(3)] {
            let records = strategy(&game, &mut random, resolve);
            let verified = verify(&game, &file(&game, claim, &records))
                .unwrap_or_else(|e| panic!("{e}\n{}\n{records:?}", game.rules()));
            assert_eq!(verified.claim, claim);
            assert_eq!(verified.totals.records, records.len() as u64);
            assert!(verified.peak_positions <= records.len() as u64);
            assert_eq!(verified.longest_line.is_some(), claim == Claim::Proved);
        }
        match claim {
            Claim::Proved => proofs += 1,
            Claim::Disproved => disproofs += 1,
        }
    }
    assert!(proofs > 300 && disproofs > 300, "{proofs} {disproofs}");
}

/// Plain search gives the value of the retrograde iteration for every position.
#[test]
fn plain_search_agrees_with_the_fixpoint() {
    let mut random = Dice::new(2);
    for _ in 0..1000 {
        let game = random_game(&mut random);
        let steps = proved(&game);
        for position in game.positions() {
            let won = game.status(&position) == Status::Won || steps.contains_key(&position);
            match plain_search(&game, &position, 20_000) {
                PlainResult::Won { .. } => assert!(won),
                PlainResult::Failed { .. } => assert!(!won),
                PlainResult::Limit => {}
            }
        }
    }
}

#[test]
fn verified_says_what_was_checked() {
    let text =
        "r = OR { Failed, a } a = AND { b, c, Won } b = OR { c } c = AND { Won, d } d = OR { Won }";
    let game = TreeGame::parse(text).unwrap();
    let records = [
        Record::Choice {
            mv: 1,
            child: Child::Record(1),
        },
        Record::All {
            children: vec![Child::Record(2), Child::Record(3), Child::Terminal],
        },
        Record::Choice {
            mv: 0,
            child: Child::Record(3),
        },
        Record::All {
            children: vec![Child::Terminal, Child::Record(4)],
        },
        Record::Resolved { nodes: 2 },
    ];
    let verified = verify(&game, &file(&game, Claim::Proved, &records)).unwrap();
    let totals = Totals {
        records: 5,
        edges: 7,
        terminals: 2,
        resolved: 1,
    };
    assert_eq!(verified.totals, totals);
    assert_eq!(verified.search_nodes, 2);
    // Records 2 and 3 are pending while record 1 has been removed.
    assert_eq!(verified.peak_positions, 2);
    // r, a, b, c, and d is left to plain search.
    assert_eq!(verified.longest_line, Some(4));
}

#[test]
fn a_finished_root_needs_no_record() {
    let game = TreeGame::parse("r = OR { Won, Failed }").unwrap();
    let won = game.parse_position("Won").unwrap();
    let accepts = |claim| {
        let file = write(&Header::of(&game, &won, claim), &[]);
        check(&game, &won, Reader::open(&file[..]).unwrap())
    };
    assert_eq!(accepts(Claim::Proved).unwrap().longest_line, Some(0));
    assert!(accepts(Claim::Disproved).is_err());
    let open = verify(&game, &file(&game, Claim::Proved, &[]));
    assert_eq!(open.unwrap_err(), Rejection::RootUnanswered);
}

#[test]
fn records_can_be_fetched_by_number() {
    let mut random = Dice::new(3);
    for _ in 0..200 {
        let game = random_game(&mut random);
        let records = strategy(&game, &mut random, Some(4));
        let file = file(&game, truth(&game), &records);
        let mut reader = IndexedReader::open(Cursor::new(&file)).unwrap();
        assert_eq!(reader.totals().records, records.len() as u64);
        for (number, record) in (0u64..).zip(&records).collect::<Vec<_>>().into_iter().rev() {
            assert_eq!(reader.record(number).unwrap().as_ref(), Some(record));
        }
        assert_eq!(reader.record(records.len() as u64).unwrap(), None);
    }
}

#[test]
fn a_file_on_disk_reads_back() {
    let game = TreeGame::parse("r = OR { Won }").unwrap();
    let header = Header::of(&game, &game.start(), Claim::Proved);
    let mut writer = Writer::new(tempfile::tempfile().unwrap(), &header).unwrap();
    let record = Record::Choice {
        mv: 0,
        child: Child::Terminal,
    };
    assert_eq!(writer.write(&record).unwrap(), 0);
    let (disk, summary) = writer.finish().unwrap();
    assert_eq!(disk.metadata().unwrap().len(), summary.bytes);
    assert_eq!((summary.blocks, summary.raw_bytes), (1, 3));
    let mut reader = IndexedReader::open(disk).unwrap();
    assert_eq!(reader.header(), &header);
    assert_eq!(reader.record(0).unwrap(), Some(record));
}

#[test]
fn the_header_opens_only_as_the_game_writes_it() {
    let game = TreeGame::open("r = OR { Won }", Goal::win(Side::Second)).unwrap();
    let header = Header::of(&game, &game.start(), Claim::Disproved);
    assert_eq!(header.attacker, "and");
    let (opened, root) = header.open::<TreeGame>().unwrap();
    assert_eq!(Header::of(&opened, &root, Claim::Disproved), header);

    let error = |change: fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        header.open::<TreeGame>().unwrap_err()
    };
    let other = error(|h| h.game = "loa".into());
    assert!(matches!(other, HeaderError::OtherGame { .. }));
    let side = error(|h| h.attacker = "AND".into());
    assert_eq!(
        side.to_string(),
        "the attacker is \"AND\", expected \"or\" or \"and\""
    );
    let rules = error(|h| h.rules = "r = OR {".into());
    assert!(matches!(rules, HeaderError::Notation { .. }));
    let root = error(|h| h.root = "q".into());
    assert!(root.to_string().starts_with("the root position: column 1"));
    let spaced = error(|h| h.root = " r".into());
    assert!(matches!(spaced, HeaderError::NotCanonical { .. }));
}

#[test]
fn texts_that_are_too_long_cannot_be_written() {
    let game = TreeGame::parse("r = OR { Won }").unwrap();
    let mut header = Header::of(&game, &game.start(), Claim::Proved);
    header.game = "x".repeat(64);
    assert!(Writer::new(Vec::new(), &header).is_ok());
    header.game.push('x');
    let error = Writer::new(Vec::new(), &header).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the name of the game has 65 bytes, at most 64 can be written"
    );
}

/// Only the end of the records confirms that the file is complete, and this end never follows an
/// error.
#[test]
fn an_error_is_never_followed_by_the_end() {
    let game = TreeGame::parse("r = OR { Won }").unwrap();
    let record = Record::Choice {
        mv: 0,
        child: Child::Terminal,
    };
    let mut file = file(&game, Claim::Proved, &[record]);
    file.push(0);
    let mut reader = Reader::open(&file[..]).unwrap();
    assert!(reader.next_record().unwrap().is_some());
    let error = reader.next_record().unwrap_err();
    assert_eq!(error.to_string(), Damage::TrailingData.to_string());
    assert!(reader.next_record().is_err());
}
