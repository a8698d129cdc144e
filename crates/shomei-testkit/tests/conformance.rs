//! The kit accepts games that keep the contracts, and reports the contract that a game breaks.

use std::fmt;

use std::ops::Range;

use shomei_game::{
    Board, Children, EdgeCost, Estimate, Evaluation, Game, Goal, Init, Key, Kind, LeafPolicy,
    LeafSolver, MoveHints, Notation, NotationError, Outcome, Place, Resource, Role, Side, Status,
    TreeGame, Visit, evaluate_position, play_first,
};
use shomei_testkit::conformance::{Law, Sample, check, check_from, check_rules};
use shomei_testkit::order;
use shomei_testkit::random::{Shape, game};

/// The children of a tree are listed as they are written.
#[test]
fn the_order_of_moves_is_frozen() {
    let rules = "r = OR { b, a, Won, b } a = AND { r, Failed, b } b = AND { a, r, a }";
    let game = TreeGame::open(rules, Goal::win(Side::First)).unwrap();
    order::assert_frozen(&game, &["r", "a"], 20, 0x3b28_1d56_319b_0c1e);
}

#[test]
#[should_panic(expected = "Restore the order. If it has to change")]
fn another_order_of_moves_is_reported() {
    let rules = "r = OR { a, b } a = AND { r, Failed } b = AND { a, r, a }";
    let game = TreeGame::open(rules, Goal::win(Side::First)).unwrap();
    let recorded = order::hash(&game, &["r"], 20);
    let other = rules.replace("{ a, b }", "{ b, a }");
    let other = TreeGame::open(&other, Goal::win(Side::First)).unwrap();
    order::assert_frozen(&other, &["r"], 20, recorded);
}

#[test]
fn random_tree_games_conform() {
    let sample = Sample {
        lines: 10,
        plies: 40,
        ..Sample::default()
    };
    let mut checked = 0;
    for shape in Shape::ALL {
        for seed in 0..300 {
            let game = game(seed, shape, 12);
            let coverage =
                check(&game, &sample).unwrap_or_else(|breach| panic!("{shape:?} {seed}: {breach}"));
            assert!(coverage.positions > 0);
            checked += 1;
        }
    }
    assert!(checked == 900, "{checked}");
}

/// The flaw of a [`Nim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    NameOfAnother,
    SidesCalledAlike,
    RulesRefused,
    GoalIgnored,
    WonAndLostSwapped,
    RoleOfTheOther,
    NoMoveAtOne,
    FirstMoveTwice,
    OrderByGoal,
    ChildListedTwice,
    ChildKeyWithoutTurn,
    KeyWithoutTurn,
    ChildLeftOut,
    TextWithoutTurn,
    MovesCalledAlike,
    NeverReturns,
    ZeroEstimate,
    OtherEstimatesTogether,
    OtherEstimateAlone,
    OtherStatusAlone,
    LeafSolverIgnored,
    GroupNotPrinted,
    NumbersSwapped,
    WrongLeaf,
    WrongDecision,
    WrongDominance,
    OverBeforeTheEnd,
    WonBeforeTheEnd,
    FailedAtFour,
    FailedFromTheStart,
    MobilityOfNone,
    MobilityBeyondTheMoves,
    ReasonBeforeTheEnd,
    LastOneLoses,
    TurnKept,
    OptionLeftOut,
    TrailingTextDropped,
    MovesDropped,
    LastMoveDropped,
    RefusedNowhere,
    DiagramWithoutTurn,
    TextAfterDiagramDropped,
    /// No flaw: the order of moves depends on the goal, and the game declares this.
    OrderByGoalPrinted,
    /// The same game, but without a move for the second side as attacker.
    NoMoveForOneGoal,
}

/// One heap. The sides take one or two stones in turn, and the side that takes the last one wins. A
/// side can also put a stone back if there are fewer than five.
#[derive(Clone, Copy, Debug)]
struct Nim {
    attacker: Side,
    flaw: Flaw,
    /// An option of the rules: a side can also take three stones.
    takes_three: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Heap {
    stones: u8,
    turn: Side,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Take(i8);

impl fmt::Debug for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", -self.0)
    }
}

impl Nim {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    /// The numbers of the other side, for the flaw that swaps them.
    fn swapped(&self, evaluation: Evaluation) -> Evaluation {
        match evaluation.estimate() {
            Some(Estimate { proof, disproof }) if self.has(Flaw::NumbersSwapped) => {
                Evaluation::open(Estimate {
                    proof: disproof,
                    disproof: proof,
                })
            }
            _ => evaluation,
        }
    }

    /// The side to move takes the remaining one or two stones.
    fn solve_small(&self, heap: &Heap) -> Status {
        if heap.stones > 2 || self.has(Flaw::LastOneLoses) {
            return Status::Open;
        }
        match (self.role(heap) == Role::Attacker) != self.has(Flaw::WrongLeaf) {
            true => Status::Won,
            false => Status::Failed,
        }
    }
}

impl Game for Nim {
    type Position = Heap;
    type Move = Take;

    const WINS_BY_OWN_MOVE: bool = true;

    fn role(&self, heap: &Heap) -> Role {
        if (heap.turn == self.attacker) != self.has(Flaw::RoleOfTheOther) {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, heap: &Heap) -> Status {
        match self.outcome(heap) {
            None if self.has(Flaw::FailedFromTheStart) => Status::Failed,
            None if self.has(Flaw::FailedAtFour) && heap.stones == 4 => Status::Failed,
            None if self.has(Flaw::WonBeforeTheEnd) && heap.stones == 4 => Status::Won,
            None => Status::Open,
            Some(Outcome::Win(side))
                if (side == self.attacker) != self.has(Flaw::WonAndLostSwapped) =>
            {
                Status::Won
            }
            Some(_) => Status::Failed,
        }
    }

    fn is_over(&self, heap: &Heap) -> bool {
        heap.stones == 0 || self.has(Flaw::OverBeforeTheEnd) && heap.stones == 4
    }

    fn moves(&self, heap: &Heap, out: &mut Vec<Take>) {
        let for_one_goal = self.has(Flaw::NoMoveForOneGoal) && self.attacker == Side::Second;
        if (self.has(Flaw::NoMoveAtOne) || for_one_goal) && heap.stones == 1 {
            return;
        }
        let from = out.len();
        let most = if self.takes_three { 3 } else { 2 };
        out.extend((1..=most.min(heap.stones as i8)).map(Take));
        if heap.stones < 5 {
            out.push(Take(-1));
        }
        if self.has(Flaw::FirstMoveTwice) {
            out.push(out[from]);
        }
        let by_goal = self.has(Flaw::OrderByGoal) || self.rules_depend_on_goal();
        if by_goal && self.attacker == Side::Second {
            out[from..].reverse();
        }
    }

    fn play(&self, heap: &Heap, mv: Take) -> Heap {
        let keeps_turn = self.has(Flaw::TurnKept) && heap.stones == 4;
        Heap {
            stones: (heap.stones as i8 - mv.0) as u8,
            turn: if keeps_turn {
                heap.turn
            } else {
                heap.turn.opponent()
            },
        }
    }

    fn key(&self, heap: &Heap) -> Key {
        let turn = if self.has(Flaw::KeyWithoutTurn) {
            0
        } else {
            heap.turn.index() as u64
        };
        Key::of(2 * u64::from(heap.stones) + turn)
    }

    fn children(&self, heap: &Heap, policy: LeafPolicy, out: &mut Children<Take>) {
        let mut moves = Vec::new();
        self.moves(heap, &mut moves);
        if self.has(Flaw::ChildListedTwice) {
            moves.push(moves[0]);
        }
        if self.has(Flaw::ChildLeftOut) && moves.len() > 1 {
            moves.pop();
        }
        for mv in moves {
            let mut child = self.play(heap, mv);
            let policy = LeafPolicy {
                solve: policy.solve && !self.has(Flaw::LeafSolverIgnored),
                ..policy
            };
            let mut evaluation = evaluate_position(self, &child, policy, &mut out.leaf_nodes);
            let board = self.resource(&child);
            if self.has(Flaw::OtherEstimatesTogether)
                && let Some(estimate) = evaluation.estimate()
            {
                evaluation = Evaluation::open(Estimate {
                    proof: estimate.proof + 1,
                    ..estimate
                });
            }
            evaluation = self.swapped(evaluation);
            if self.has(Flaw::ChildKeyWithoutTurn) {
                child.turn = heap.turn;
            }
            out.push_evaluated(mv, self.key(&child), evaluation);
            if let Some(board) = board {
                out.push_board(board);
            }
        }
    }

    fn evaluate(
        &self,
        heap: &Heap,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<Take>,
    ) {
        let first = range.start;
        play_first(self, heap, policy, range, children);
        let evaluation = children.listed()[first].evaluation;
        children.set(first, self.swapped(evaluation));
        let Some(estimate) = children.listed()[first].evaluation.estimate() else {
            return;
        };
        if self.has(Flaw::OtherStatusAlone) {
            children.set(first, Evaluation::WON);
        }
        if self.has(Flaw::OtherEstimateAlone) {
            let disproof = estimate.disproof + 1;
            children.set(
                first,
                Evaluation::open(Estimate {
                    disproof,
                    ..estimate
                }),
            );
        }
    }

    fn estimate(&self, heap: &Heap, init: Init) -> Estimate {
        let mut moves = Vec::new();
        self.moves(heap, &mut moves);
        let moves = match self.flaw {
            Flaw::MobilityOfNone => 0,
            Flaw::MobilityBeyondTheMoves => 4,
            _ => moves.len() as u32,
        };
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => Estimate::of_mobility(self.role(heap), moves),
            Init::Eval => Estimate {
                proof: u32::from(!self.has(Flaw::ZeroEstimate)),
                disproof: 1,
            },
        }
    }

    fn hints(&self, _heap: &Heap, mv: Take) -> MoveHints {
        MoveHints {
            group: u32::from(self.has(Flaw::GroupNotPrinted)),
            cost: EdgeCost {
                phi: i32::from(mv.0),
                delta: 0,
            },
            ..MoveHints::default()
        }
    }

    const DOMINATES: bool = true;

    /// Stones are not a resource of the attacker; only the flawed game claims so.
    fn resource(&self, heap: &Heap) -> Option<Board> {
        let stones = Resource::new([heap.stones, 0, 0, 0, 0, 0, 0, 0]);
        let board = Key::of(heap.turn.index() as u64);
        self.has(Flaw::WrongDominance).then_some((board, stones))
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenVisited;

    fn solve_leaf(&self, heap: &Heap, visit: Visit, nodes: &mut u64) -> Status {
        match visit {
            Visit::Made => self.solve_small(heap),
            Visit::Chosen(most) => {
                *nodes += 1;
                match (heap.stones, most) {
                    (1 | 2, 1..) => self.solve_small(heap),
                    (3, 1..) if self.has(Flaw::WrongDecision) => Status::Won,
                    _ => Status::Open,
                }
            }
        }
    }

    fn can_repeat(&self) -> bool {
        !self.has(Flaw::NeverReturns)
    }
}

impl Notation for Nim {
    fn name(&self) -> &str {
        if self.has(Flaw::NameOfAnother) {
            return "chess";
        }
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        if self.has(Flaw::SidesCalledAlike) {
            return ["first"; 2];
        }
        Self::SIDES
    }

    fn rules(&self) -> String {
        let is_printed = self.takes_three && !self.has(Flaw::OptionLeftOut);
        format!("{:?}{}", self.flaw, if is_printed { " three" } else { "" })
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker)
    }

    fn with_goal(&self, goal: Goal) -> Nim {
        let attacker = if self.has(Flaw::GoalIgnored) {
            self.attacker
        } else {
            goal.attacker
        };
        Nim { attacker, ..*self }
    }

    fn start(&self) -> Heap {
        Heap {
            stones: 7,
            turn: Side::First,
        }
    }

    fn to_move(&self, heap: &Heap) -> Side {
        heap.turn
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let last = heap.turn.opponent();
        let winner = if self.has(Flaw::LastOneLoses) {
            last.opponent()
        } else {
            last
        };
        (heap.stones == 0).then_some(Outcome::Win(winner))
    }

    fn rules_depend_on_goal(&self) -> bool {
        self.has(Flaw::OrderByGoalPrinted) || self.has(Flaw::NoMoveForOneGoal)
    }

    fn why_over(&self, _heap: &Heap) -> Option<String> {
        self.has(Flaw::ReasonBeforeTheEnd)
            .then(|| "no reason".to_string())
    }

    fn check_goal(&self, heap: &Heap) -> Result<(), NotationError> {
        match heap.stones {
            ..20 => Ok(()),
            _ => Err(NotationError::whole("the heap is too large")),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let is_diagram = text.starts_with("heap: ");
        let mut words = text.trim_start_matches("heap: ").split_whitespace();
        let fault = |what: &str| NotationError::new(Place::Column(1), what);
        let stones = words.next().and_then(|word| word.parse().ok());
        let side = words.next().unwrap_or("first");
        let turn = Side::BOTH
            .into_iter()
            .find(|turn| Nim::SIDES[turn.index()] == side);
        let (Some(stones), Some(turn)) = (stones, turn) else {
            return Err(fault("stones and the side to move"));
        };
        let mut heap = Heap { stones, turn };
        match words.next() {
            None => {}
            Some(_) if self.has(Flaw::TrailingTextDropped) => {}
            Some(_) if self.has(Flaw::TextAfterDiagramDropped) && is_diagram => {}
            Some("moves") if self.has(Flaw::MovesDropped) => {}
            Some("moves") => {
                for word in words {
                    match self.parse_move(&heap, word) {
                        Ok(mv) => heap = self.play(&heap, mv),
                        Err(_) if self.has(Flaw::LastMoveDropped) => {}
                        Err(error) => return Err(fault(error.message.english())),
                    }
                }
            }
            Some(_) if self.has(Flaw::RefusedNowhere) => {
                return Err(NotationError::whole("too many words"));
            }
            Some(_) => return Err(fault("too many words")),
        }
        Ok(heap)
    }

    fn format_position(&self, heap: &Heap) -> String {
        if self.has(Flaw::TextWithoutTurn) {
            return heap.stones.to_string();
        }
        format!("{} {}", heap.stones, Nim::SIDES[heap.turn.index()])
    }

    fn parse_move(&self, heap: &Heap, text: &str) -> Result<Take, NotationError> {
        let mut moves = Vec::new();
        self.moves(heap, &mut moves);
        moves
            .into_iter()
            .find(|mv| self.format_move(heap, *mv) == text)
            .ok_or_else(|| NotationError::whole("no legal move"))
    }

    fn format_move(&self, _heap: &Heap, mv: Take) -> String {
        if self.has(Flaw::MovesCalledAlike) {
            return "move".into();
        }
        format!("{mv:?}")
    }

    fn diagram(&self, heap: &Heap) -> String {
        if self.has(Flaw::DiagramWithoutTurn) {
            return heap.stones.to_string();
        }
        format!("heap: {}", self.format_position(heap))
    }
}

impl Kind for Nim {
    const NAME: &'static str = "nim";
    const SUMMARY: &'static str = "a heap of stones";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const RULES_HELP: &'static str = "the flaw";
    const POSITION_HELP: &'static str = "stones and the side to move";

    fn open(rules: &str, goal: Goal) -> Result<Nim, NotationError> {
        let (name, takes_three) = match rules.strip_suffix(" three") {
            Some(name) => (name, true),
            None => (rules, false),
        };
        let flaw = ALL
            .into_iter()
            .find(|flaw| format!("{flaw:?}") == name && *flaw != Flaw::RulesRefused)
            .ok_or_else(|| NotationError::whole("no such rules"))?;
        let attacker = goal.attacker;
        Ok(Nim {
            attacker,
            flaw,
            takes_three,
        })
    }
}

const ALL: [Flaw; 45] = [
    Flaw::Nothing,
    Flaw::NameOfAnother,
    Flaw::SidesCalledAlike,
    Flaw::RulesRefused,
    Flaw::GoalIgnored,
    Flaw::WonAndLostSwapped,
    Flaw::RoleOfTheOther,
    Flaw::NoMoveAtOne,
    Flaw::FirstMoveTwice,
    Flaw::OrderByGoal,
    Flaw::ChildListedTwice,
    Flaw::ChildKeyWithoutTurn,
    Flaw::KeyWithoutTurn,
    Flaw::ChildLeftOut,
    Flaw::TextWithoutTurn,
    Flaw::MovesCalledAlike,
    Flaw::NeverReturns,
    Flaw::ZeroEstimate,
    Flaw::OtherEstimatesTogether,
    Flaw::OtherEstimateAlone,
    Flaw::OtherStatusAlone,
    Flaw::LeafSolverIgnored,
    Flaw::GroupNotPrinted,
    Flaw::NumbersSwapped,
    Flaw::WrongLeaf,
    Flaw::WrongDecision,
    Flaw::WrongDominance,
    Flaw::OverBeforeTheEnd,
    Flaw::WonBeforeTheEnd,
    Flaw::FailedAtFour,
    Flaw::FailedFromTheStart,
    Flaw::MobilityOfNone,
    Flaw::MobilityBeyondTheMoves,
    Flaw::ReasonBeforeTheEnd,
    Flaw::LastOneLoses,
    Flaw::TurnKept,
    Flaw::OptionLeftOut,
    Flaw::TrailingTextDropped,
    Flaw::MovesDropped,
    Flaw::LastMoveDropped,
    Flaw::RefusedNowhere,
    Flaw::DiagramWithoutTurn,
    Flaw::TextAfterDiagramDropped,
    Flaw::OrderByGoalPrinted,
    Flaw::NoMoveForOneGoal,
];

fn law_of(flaw: Flaw) -> Option<Law> {
    let nim = Nim {
        attacker: Side::First,
        flaw,
        takes_three: flaw == Flaw::OptionLeftOut,
    };
    check(&nim, &Sample::default())
        .err()
        .map(|breach| breach.law)
}

#[test]
fn a_breach_names_its_law() {
    use Flaw as F;
    for (flaw, law) in [
        (F::NameOfAnother, Law::Names),
        (F::SidesCalledAlike, Law::Names),
        (F::RulesRefused, Law::RulesText),
        (F::GoalIgnored, Law::Goal),
        (F::WonAndLostSwapped, Law::Status),
        (F::RoleOfTheOther, Law::Role),
        (F::NoMoveAtOne, Law::SomeMove),
        (F::FirstMoveTwice, Law::DistinctMoves),
        (F::OrderByGoal, Law::StableMoves),
        (F::ChildListedTwice, Law::Children),
        (F::ChildKeyWithoutTurn, Law::Children),
        (F::KeyWithoutTurn, Law::DifferentKeys),
        (F::ChildLeftOut, Law::Children),
        (F::TextWithoutTurn, Law::PositionText),
        (F::MovesCalledAlike, Law::MoveText),
        (F::NeverReturns, Law::Forward),
        (F::ZeroEstimate, Law::Numbers),
        (F::OtherEstimatesTogether, Law::Evaluate),
        (F::OtherEstimateAlone, Law::Evaluate),
        (F::OtherStatusAlone, Law::Evaluate),
        (F::LeafSolverIgnored, Law::Evaluate),
        (F::GroupNotPrinted, Law::Numbers),
        (F::NumbersSwapped, Law::Evaluate),
        (F::WrongLeaf, Law::Leaf),
        (F::WrongDecision, Law::Leaf),
        (F::WrongDominance, Law::Dominance),
        (F::OverBeforeTheEnd, Law::Over),
        (F::WonBeforeTheEnd, Law::Status),
        (F::FailedAtFour, Law::Hopeless),
        (F::FailedFromTheStart, Law::Hopeless),
        (F::MobilityOfNone, Law::Numbers),
        (F::MobilityBeyondTheMoves, Law::Numbers),
        (F::ReasonBeforeTheEnd, Law::Over),
        (F::LastOneLoses, Law::OwnMove),
        (F::TurnKept, Law::OwnMove),
        (F::OptionLeftOut, Law::RulesText),
        (F::TrailingTextDropped, Law::TrailingText),
        (F::MovesDropped, Law::TrailingText),
        (F::LastMoveDropped, Law::TrailingText),
        (F::RefusedNowhere, Law::TrailingText),
        (F::DiagramWithoutTurn, Law::Diagram),
        (F::TextAfterDiagramDropped, Law::Diagram),
        (F::NoMoveForOneGoal, Law::SomeMove),
    ] {
        assert_eq!(law_of(flaw), Some(law), "{flaw:?}");
    }
}

/// The first position and its children are all failed: only play to the end shows that they should
/// not be.
#[test]
fn a_failed_position_is_played_to_the_end() {
    let nim = Nim {
        attacker: Side::First,
        flaw: Flaw::FailedFromTheStart,
        takes_three: false,
    };
    let one_ply = |graph| Sample {
        lines: 1,
        plies: 1,
        graph,
        ..Sample::default()
    };
    let breach = check(&nim, &one_ply(100)).unwrap_err();
    assert_eq!(breach.law, Law::Hopeless);
    assert!(breach.detail.contains("play leads to"), "{breach}");
    // The sample is too small to find the flaw, and the coverage reports no check of it.
    let coverage = check(&nim, &one_ply(3)).unwrap();
    assert_eq!((coverage.hopeless, coverage.hopeless_graphs), (2, 0));
}

#[test]
fn a_game_without_flaw_conforms() {
    fn is_solvable<G: Game>() {}
    is_solvable::<Nim>();
    let nim = Nim {
        attacker: Side::Second,
        flaw: Flaw::Nothing,
        takes_three: false,
    };
    let coverage = check(&nim, &Sample::default()).unwrap();
    assert!(coverage.finished >= 1 && coverage.graphs >= 1);
    assert!(coverage.positions >= 10 && coverage.moves > coverage.positions);
}

/// If the rules depend on the goal, each goal has separate play, only from positions in which it
/// makes sense.
#[test]
fn rules_may_depend_on_the_goal() {
    let nim = |flaw| Nim {
        attacker: Side::First,
        flaw,
        takes_three: false,
    };
    let once = check(&nim(Flaw::Nothing), &Sample::default()).unwrap();
    let game = nim(Flaw::OrderByGoalPrinted);
    let coverage = check(&game, &Sample::default()).unwrap();
    assert!(coverage.positions > once.positions, "{coverage:?}");
    let [low, high] = ["3 second", "20 first"].map(|text| game.parse_position(text).unwrap());
    let from = |roots: &[Heap]| check_from(&game, roots, &Sample::default()).unwrap();
    assert_eq!(from(&[low, high]), from(&[low]));
    assert!(from(&[low]).positions > 5);
    assert_eq!(from(&[high]).positions, 0);
}

/// Certificates and checkpoints distinguish games by the texts of their rules.
#[test]
fn games_that_differ_in_an_option_have_different_texts() {
    let games = |flaw| {
        [false, true].map(|takes_three| Nim {
            attacker: Side::First,
            flaw,
            takes_three,
        })
    };
    check_rules(&games(Flaw::Nothing)).unwrap();
    for game in games(Flaw::Nothing) {
        check(&game, &Sample::default()).unwrap();
    }
    let breach = check_rules(&games(Flaw::OptionLeftOut)).unwrap_err();
    assert_eq!((breach.law, &*breach.position), (Law::RulesText, "7 first"));
    // The text is parsed as another game.
    let [_, three] = games(Flaw::OptionLeftOut);
    let breach = check(&three, &Sample::default()).unwrap_err();
    assert!(breach.detail.contains("the moves are"), "{breach}");
}
