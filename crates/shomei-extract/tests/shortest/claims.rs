//! Claims *no win within N plies* on random graphs, with and without a resource: the search, the
//! certificate and the checker compared with a brute-force search of every line.

use super::*;

/// The claims on one graph: the start and the positions after its moves, each number of
/// plies, and two amounts of coins. Returns how many hold and how many do not.
fn compare(shape: Shape, seed: u64) -> [usize; 2] {
    let tree = game(seed, shape, 24);
    let start = tree.start();
    let market = Market { tree, seed };
    let within = Within::new(&market);
    let mut brute = Brute::new(&market);
    let options = DfPnOptions::default();
    let limits = Limits::default();
    let mut count = [0, 0];
    for coins in [0, 2] {
        let root = Stall { node: start, coins };
        if market.status(&root) != Status::Open {
            continue;
        }
        let mut search = Shortest::new(&within, &root, &options, 1 << 20, &limits).unwrap();
        let mut positions = vec![root];
        let mut moves = Vec::new();
        market.moves(&root, &mut moves);
        positions.extend(moves.iter().map(|&mv| market.play(&root, mv)));
        positions.retain(|at| market.status(at) == Status::Open);
        for position in positions {
            for plies in 1..12 {
                let place = format!("seed {seed}, {shape:?}, {plies} plies, {position:?}");
                let wins = brute.wins(&position, plies);
                let searched = search.ask(&Bounded { position, plies }, u64::MAX, &mut Silent);
                assert_eq!(searched.report.answer == Answer::Proved, wins, "{place}");
                assert_ne!(searched.report.answer, Answer::Unknown, "{place}");
                count[usize::from(wins)] += 1;
                let least = plies + 1;
                search.move_to(&position, Bracket { least, most: None });
                if wins {
                    // No strategy of the defender exists, so none can be written.
                    assert!(search.no_shorter().is_err(), "{place}");
                    continue;
                }
                let (strategy, covered) = search.no_shorter().unwrap().unwrap();
                assert_eq!(covered, plies, "{place}");
                // The same records cannot show more plies than the rules allow.
                for more in 0..4 {
                    let header = Header {
                        game: String::new(),
                        rules: String::new(),
                        attacker: String::new(),
                        root: String::new(),
                        claim: strategy.claim(),
                        plies: Some(plies + more),
                    };
                    let (file, _) = strategy.write(&header, Vec::new()).unwrap();
                    let verdict = check(&market, &position, Reader::open(&file[..]).unwrap());
                    match more {
                        0 => assert!(verdict.is_ok(), "{place}"),
                        _ if verdict.is_ok() => {
                            assert!(!brute.wins(&position, plies + more), "{place} and {more}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    count
}

/// `SHOMEI_CLAIMS` is how many claims are compared.
#[test]
fn claims_of_no_win_within_plies_agree_with_brute_force() {
    let wanted = std::env::var("SHOMEI_CLAIMS").map_or(6_000, |text| text.parse().unwrap());
    let mut count = [0, 0];
    let graphs = (0..).flat_map(|seed| Shape::ALL.map(|shape| (shape, seed)));
    for (shape, seed) in graphs {
        let [hold, fail] = compare(shape, seed);
        count = [count[0] + hold, count[1] + fail];
        if count[0] + count[1] >= wanted {
            break;
        }
    }
    eprintln!("{} claims hold, {} do not", count[0], count[1]);
    assert!(count[0] > wanted / 5 && count[1] > wanted / 5, "{count:?}");
}
