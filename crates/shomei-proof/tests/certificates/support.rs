//! Random games, their values by retrograde iteration, and certificates built from them. Only the
//! types are shared with the checker.

use std::collections::HashMap;

use shomei_game::{Dice, Game, Notation, Role, Status, TreeGame};
use shomei_proof::{
    CheckError, Child, Claim, Header, PlainResult, Reader, Record, Rejection, Verified, Writer,
    check, plain_search,
};

/// A position of the test games.
pub(crate) type Node = <TreeGame as Game>::Position;

/// A graph with cycles, shared children, dead ends and passes (two positions
/// of the same side in a row). The root is open.
pub(crate) fn random_game(random: &mut Dice) -> TreeGame {
    let nodes = 2 + random.below(12);
    let mut text = String::new();
    for i in 0..nodes {
        let kind = ["OR", "AND"][random.below(2)];
        let least = usize::from(i == 0);
        let children: Vec<String> = (0..least + random.below(4 - least))
            .map(|_| match random.below(6) {
                0 => "Won".into(),
                1 => "Failed".into(),
                _ => format!("n{}", random.below(nodes)),
            })
            .collect();
        text += &format!("n{i} = {kind} {{ {} }}\n", children.join(", "));
    }
    TreeGame::parse(&text).unwrap()
}

/// The positions after the moves of an open position.
pub(crate) fn children(game: &TreeGame, position: Node) -> Vec<Node> {
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.iter().map(|&mv| game.play(&position, mv)).collect()
}

/// The least fixpoint: the proved open positions, each with the step at which it was proved, which
/// is after the steps of all positions that its proof needs.
pub(crate) fn proved(game: &TreeGame) -> HashMap<Node, usize> {
    let mut steps = HashMap::new();
    loop {
        let before = steps.len();
        for position in game.positions() {
            if game.status(&position) != Status::Open || steps.contains_key(&position) {
                continue;
            }
            let won = |child: &Node| game.status(child) == Status::Won || steps.contains_key(child);
            let children = children(game, position);
            let proved = match game.role(&position) {
                Role::Attacker => children.iter().any(won),
                Role::Defender => children.iter().all(won),
            };
            if proved {
                steps.insert(position, steps.len());
            }
        }
        if steps.len() == before {
            return steps;
        }
    }
}

/// The true claim about the start of a game.
pub(crate) fn truth(game: &TreeGame) -> Claim {
    truth_about(game, game.start())
}

/// The true claim about a position.
pub(crate) fn truth_about(game: &TreeGame, position: Node) -> Claim {
    let won = game.status(&position) == Status::Won || proved(game).contains_key(&position);
    if won { Claim::Proved } else { Claim::Disproved }
}

/// The true claim about a position within a number of plies.
pub(crate) fn truth_within(game: &TreeGame, position: Node, plies: u16) -> Claim {
    match wins_within(game, position, plies) {
        true => Claim::Proved,
        false => Claim::Disproved,
    }
}

/// Whether the attacker wins within a number of plies, by a search of all lines.
fn wins_within(game: &TreeGame, position: Node, plies: u16) -> bool {
    match game.status(&position) {
        Status::Won => return true,
        Status::Open if plies > 0 => {}
        _ => return false,
    }
    let mut after = children(game, position).into_iter();
    match game.role(&position) {
        Role::Attacker => after.any(|child| wins_within(game, child, plies - 1)),
        Role::Defender => after.all(|child| wins_within(game, child, plies - 1)),
    }
}

/// The records of a certificate for the true claim about the start of a game. If `resolve` is
/// `Some(n)`, about one position in n is left to plain search.
pub(crate) fn strategy(game: &TreeGame, random: &mut Dice, resolve: Option<usize>) -> Vec<Record> {
    let steps = proved(game);
    let claim = truth(game);
    let mut answers = HashMap::new();
    let mut order = vec![game.start()];
    let mut at = 0;
    while let Some(&position) = order.get(at) {
        let answer = match resolve {
            Some(n) if random.below(n) == 0 => resolved(game, position),
            _ => None,
        };
        let answer = answer.unwrap_or_else(|| Answer::choose(game, position, claim, &steps));
        for child in answer.children(game, position) {
            if game.status(&child) == Status::Open && !order.contains(&child) {
                order.push(child);
            }
        }
        answers.insert(position, answer);
        at += 1;
    }
    if claim == Claim::Proved {
        // A position that was proved later is needed earlier.
        order.sort_by_key(|position| std::cmp::Reverse(steps[position]));
    }
    let number = |child: &Node| match game.status(child) {
        Status::Open => Child::Record(order.iter().position(|p| p == child).unwrap() as u64),
        _ => Child::Terminal,
    };
    let record = |position: &Node| {
        let children = answers[position].children(game, *position);
        let mut children = children.iter().map(number);
        match &answers[position] {
            &Answer::Move(mv) => Record::Choice {
                mv,
                child: children.next().unwrap(),
            },
            Answer::All => Record::All {
                children: children.collect(),
            },
            &Answer::Resolved(nodes) => Record::Resolved { nodes },
        }
    };
    order.iter().map(record).collect()
}

enum Answer {
    Move(u32),
    All,
    Resolved(u64),
}

impl Answer {
    fn choose(
        game: &TreeGame,
        position: Node,
        claim: Claim,
        steps: &HashMap<Node, usize>,
    ) -> Answer {
        if game.role(&position) != claim.chooser() {
            return Answer::All;
        }
        let good = |child: &Node| match claim {
            Claim::Proved => {
                game.status(child) == Status::Won
                    || steps
                        .get(child)
                        .is_some_and(|step| *step < steps[&position])
            }
            Claim::Disproved => game.status(child) != Status::Won && !steps.contains_key(child),
        };
        Answer::Move(children(game, position).iter().position(good).unwrap() as u32)
    }

    fn children(&self, game: &TreeGame, position: Node) -> Vec<Node> {
        let all = children(game, position);
        match self {
            Answer::Move(mv) => vec![all[*mv as usize]],
            Answer::All => all,
            Answer::Resolved(_) => vec![],
        }
    }
}

fn resolved(game: &TreeGame, position: Node) -> Option<Answer> {
    match plain_search(game, &position, 1000) {
        PlainResult::Won { nodes } | PlainResult::Failed { nodes } => Some(Answer::Resolved(nodes)),
        PlainResult::Limit => None,
    }
}

/// Writes a certificate to bytes.
pub(crate) fn write(header: &Header, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap().0
}

/// Writes a certificate about the start of a game to bytes.
pub(crate) fn file(game: &TreeGame, claim: Claim, records: &[Record]) -> Vec<u8> {
    write(&Header::of(game, &game.start(), claim), records)
}

/// A random game and the bytes of a right certificate about it.
pub(crate) fn random_file(random: &mut Dice) -> (TreeGame, Vec<u8>) {
    let game = random_game(random);
    let resolve = (random.below(2) == 0).then_some(5);
    let records = strategy(&game, random, resolve);
    let file = file(&game, truth(&game), &records);
    (game, file)
}

/// Checks a certificate about the start of `game`.
pub(crate) fn verify(game: &TreeGame, file: &[u8]) -> Result<Verified, Rejection> {
    let rejection = |error| match error {
        CheckError::Rejected(rejection) => rejection,
        error => panic!("reading from memory: {error}"),
    };
    let reader = Reader::open(file).map_err(|error| rejection(error.into()))?;
    check(game, &game.start(), reader).map_err(rejection)
}

/// Whether the certificate is accepted for the problem that its header describes; panics if that
/// claim is wrong.
pub(crate) fn accepted_as_described(file: &[u8]) -> bool {
    let Ok(reader) = Reader::open(file) else {
        return false;
    };
    let header = reader.header().clone();
    let Ok((game, root)) = header.open::<TreeGame>() else {
        return false;
    };
    let verified = check(&game, &root, reader);
    if verified.is_ok() {
        let truth = match header.plies {
            Some(plies) => truth_within(&game, root, plies),
            None => truth_about(&game, root),
        };
        assert_eq!(header.claim, truth, "{header:?}");
    }
    verified.is_ok()
}
