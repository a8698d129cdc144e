//! Files of games: accepted files, and every message with which a file is refused.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::Side;
use shomei_othello::wthor::{self, Game, GameFault, WthorError};
use shomei_othello::{Move, Position};

/// A file with these bytes as moves of its games, all played in 1999.
fn file(games: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![20, 1, 2, 3];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(1999_u16.to_le_bytes());
    bytes.extend([8, 0, 0, 0]);
    for moves in games {
        // Tournament, players, and scores of Black.
        bytes.extend([1, 0, 2, 0, 3, 0, 40, 36]);
        bytes.extend(*moves);
        bytes.resize(bytes.len() + 60 - moves.len(), 0);
    }
    bytes
}

/// The bytes of a list of moves.
fn bytes(moves: &str) -> Vec<u8> {
    let squares = moves.as_bytes().chunks(2);
    squares
        .map(|square| 10 * (square[1] - b'0') + (square[0] - b'A' + 1))
        .collect()
}

fn only(moves: &[u8]) -> Result<Game, String> {
    let file = file(&[moves]);
    let mut games = wthor::games(&file).unwrap();
    assert_eq!(games.len(), 1);
    games.next().unwrap().map_err(|error| error.to_string())
}

#[test]
fn a_game_is_its_moves_and_positions() {
    let file = file(&[&bytes("F5D6C3"), &[], &bytes("F5F6")]);
    let games = wthor::games(&file).unwrap();
    assert_eq!(games.year(), 1999);
    let games: Vec<Game> = games.map(Result::unwrap).collect();
    assert_eq!(games.len(), 3);
    let texts: Vec<String> = games[0].moves().iter().map(Move::to_string).collect();
    assert_eq!(texts, ["F5", "D6", "C3"]);
    let positions: Vec<Position> = games[0].positions().collect();
    assert_eq!(positions.len(), 4);
    assert_eq!(positions[0], Position::start());
    assert_eq!(
        format!("{:?}", positions[3]),
        "------------------X--------XX------OXX-----O-------------------- O"
    );
    let discs = (games[0].black_discs(), games[0].theoretical_black_discs());
    assert_eq!(discs, (40, 36));
    assert_eq!(games[1].positions().count(), 1);
    assert_eq!(games[2].number(), 3);
}

#[test]
fn passes_are_put_in() {
    // Black cannot move after the eighth move of this random game.
    let game = only(&bytes("E6F6D3E7E8D8G7F8E3F3G6")).unwrap();
    let is_pass: Vec<bool> = game.moves().iter().map(|&mv| mv == Move::PASS).collect();
    assert_eq!(is_pass.len(), 12);
    assert_eq!(is_pass.iter().position(|&pass| pass), Some(8));
    for (position, &mv) in game.positions().zip(game.moves()) {
        assert!(position.is_legal(mv));
    }
}

#[test]
fn games_are_refused_and_the_rest_goes_on() {
    let file = file(&[&bytes("F5A1"), &bytes("F5D6")]);
    let games: Vec<_> = wthor::games(&file).unwrap().collect();
    let error = games[0].as_ref().unwrap_err();
    assert_eq!(error.game, 1);
    assert!(matches!(error.fault, GameFault::Illegal { number: 2, .. }));
    assert_eq!(
        error.to_string(),
        "game 1: move 2 (A1): a disc of White on A1 flips nothing; legal are F4 D6 F6"
    );
    assert!(games[1].is_ok());
    assert_eq!(
        only(&[56, 90]).unwrap_err(),
        "game 1: move 2: 90 is not a square; expected row and column, 11 to 88"
    );
    assert_eq!(
        only(&[56, 0, 64]).unwrap_err(),
        "game 1: move 3: there is a move after the end of the game"
    );
    assert_eq!(
        only(&bytes("F5D6C5F4E3F6G5E6E7A1")).unwrap_err(),
        "game 1: move 10 (A1): the game is over: Black is 64 discs ahead"
    );
    assert_eq!(only(&[]).unwrap().black_discs(), 40);
}

#[test]
fn more_discs_than_squares_are_refused() {
    let mut bytes = file(&[&[]]);
    for (discs, is_read) in [(64, true), (65, false)] {
        bytes[16 + 6] = discs;
        let game = wthor::games(&bytes).unwrap().next().unwrap();
        assert_eq!(game.is_ok(), is_read, "{game:?}");
    }
    assert_eq!(
        wthor::games(&bytes)
            .unwrap()
            .next()
            .unwrap()
            .unwrap_err()
            .to_string(),
        "game 1: 65 discs of Black are more than the board has squares"
    );
}

#[test]
fn other_files_are_refused() {
    let refused = |bytes: &[u8]| wthor::games(bytes).unwrap_err();
    assert_eq!(refused(&[20; 15]), WthorError::Header(15));
    assert_eq!(
        refused(&[]).to_string(),
        "0 bytes are too few for the header of 16"
    );
    let good = file(&[&bytes("F5D6"), &bytes("F5F6")]);
    assert_eq!(
        refused(&good[..good.len() - 1]).to_string(),
        "bytes 5 to 8: the number of games is 2, 68 bytes each, but 135 bytes follow the header"
    );
    let longer = [&good[..], &[0]].concat();
    assert_eq!(
        refused(&longer),
        WthorError::Length {
            games: 2,
            found: 137
        }
    );
    let mut large = good.clone();
    large[12] = 10;
    assert_eq!(
        refused(&large).to_string(),
        "byte 13: the board is of size 10, expected 8"
    );
    let mut usual = good.clone();
    usual[12] = 0;
    assert_eq!(wthor::games(&usual).unwrap().count(), 2);
    let mut many = good;
    many[4..8].fill(0xff);
    assert_eq!(
        refused(&many),
        WthorError::Length {
            games: u32::MAX,
            found: 136
        }
    );
    // A list of two players.
    let mut names = vec![0; 16 + 2 * 20];
    names[8] = 2;
    assert_eq!(
        refused(&names).to_string(),
        "bytes 9 and 10: this is a list of 2 names, not of games"
    );
    assert_eq!(wthor::games(&file(&[])).unwrap().count(), 0);
}

mod data {
    use super::*;
    use shomei_testkit::data::bytes;

    /// Real games.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn published_games_are_legal_and_end_with_the_score_stated() {
        let mut over = 0;
        for year in 2001..=2020 {
            let bytes = bytes(&format!("othello/wthor/WTH_{year}.wtb"));
            let games = wthor::games(&bytes).unwrap();
            assert_eq!(games.year(), year);
            for game in games {
                let game = game.unwrap_or_else(|error| panic!("{year}: {error}"));
                let end = game.positions().last().unwrap();
                if end.is_over() {
                    let discs = (64 + end.score(Side::First)) / 2;
                    assert_eq!(
                        i32::from(game.black_discs()),
                        discs,
                        "{year}: {}",
                        game.number()
                    );
                    over += 1;
                }
            }
        }
        assert!(over >= 20 * 500, "{over}");
    }
}
