//! All checks of a single position.

mod children;

use shomei_game::{Game, Init, LeafSolver, Notation, Outcome, Place, Role, Side, Status, Visit};

use super::law::{Breach, Law};

/// Checks a position under both goals, or under the first if the rules depend on the goal. Returns
/// the number of its moves.
pub(super) fn check<G: Game + Notation>(
    games: &[G; 2],
    position: &G::Position,
) -> Result<usize, Breach> {
    let asked = Subject {
        game: &games[0],
        position,
    };
    asked.unchanged()?;
    asked.text()?;
    asked.refused(Law::TrailingText, &games[0].format_position(position))?;
    asked.diagram()?;
    let in_play = super::in_play(games);
    for (game, other) in in_play.iter().zip(games.iter().rev()) {
        Subject { game, position }.goal(other)?;
    }
    if games[0].is_over(position) {
        return Ok(0);
    }
    let moves = asked.moves(&in_play[in_play.len() - 1])?;
    for &mv in &moves {
        asked.mv(mv)?;
    }
    asked.moves_after(moves[0])?;
    for game in in_play {
        let asked = Subject { game, position };
        match game.status(position) {
            Status::Open => {
                asked.estimates(&moves)?;
                asked.children(&moves)?;
                asked.wins_by_own_move(&moves)?;
            }
            _ => asked.stays_failed(&moves)?,
        }
    }
    Ok(moves.len())
}

/// Checks that the rules restored from their text give the same results here.
pub(super) fn same_rules<G: Game + Notation>(
    game: &G,
    again: &G,
    position: &G::Position,
) -> Result<(), Breach> {
    let asked = Subject { game, position };
    let differs = |what: String| {
        let text = game.rules();
        asked.fail(Law::RulesText, format!("opened from {text:?}, {what}"))
    };
    let ends = |game: &G| (game.outcome(position), game.status(position));
    if ends(game) != ends(again) {
        let (ours, theirs) = (ends(game), ends(again));
        return differs(format!("the game says {theirs:?}, not {ours:?}"));
    }
    if game.is_over(position) {
        return Ok(());
    }
    let [ours, theirs] = [game, again].map(|game| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    });
    if ours != theirs {
        return differs(format!("the moves are {theirs:?}, not {ours:?}"));
    }
    for mv in ours {
        if game.play(position, mv) != again.play(position, mv) {
            let mv = game.format_move(position, mv);
            return differs(format!("{mv} leads somewhere else"));
        }
    }
    Ok(())
}

struct Subject<'a, G: Game + Notation> {
    game: &'a G,
    position: &'a G::Position,
}

impl<G: Game + Notation> Subject<'_, G> {
    fn fail<T>(&self, law: Law, detail: impl Into<String>) -> Result<T, Breach> {
        let position = self.game.format_position(self.position);
        Err(Breach::new(law, position, detail.into()))
    }

    fn text(&self) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let text = game.format_position(position);
        if text.contains('\n') {
            return self.fail(Law::PositionText, "the text has several lines");
        }
        let again = match game.parse_position(&text) {
            Ok(again) => again,
            Err(error) => return self.fail(Law::PositionText, error.to_string()),
        };
        if again != *position {
            return self.fail(Law::PositionText, format!("read back as {again:?}"));
        }
        // Compares a parsed position with one that was reached by play.
        if game.key(&again) != game.key(position) {
            return self.fail(Law::EqualKeys, "the key changes when it is read back");
        }
        if game.status(&again) != game.status(position) {
            return self.fail(Law::Status, "the status changes when it is read back");
        }
        Ok(())
    }

    /// Checks that queries and moves do not change a position. This check comes first, because a
    /// position that changes in place also breaks all other laws.
    fn unchanged(&self) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let seen = || {
            let text = game.format_position(position);
            let turn = game.to_move(position);
            (text, game.key(position), turn, game.outcome(position))
        };
        let before = seen();
        let changed_by = |what: &str| {
            let after = seen();
            let detail = format!("{what} changes it: {before:?} becomes {after:?}");
            let breach = || Breach::new(Law::Unchanged, &*before.0, detail);
            (after == before).then_some(()).ok_or_else(breach)
        };
        changed_by("asking who is to move and how the game ended")?;
        let _ = game.picture(position);
        changed_by("drawing it")?;
        if game.is_over(position) {
            return Ok(());
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        changed_by("asking for its moves")?;
        for &mv in &moves {
            let _ = game.play(position, mv);
            changed_by("playing a move")?;
        }
        Ok(())
    }

    /// Checks that text after a position is not ignored, and that the error has its place.
    fn refused(&self, law: Law, text: &str) -> Result<(), Breach> {
        let again = self.game.format_position(self.position);
        let trailing = [" GARBAGE", " ?", "\nGARBAGE"].map(str::to_string);
        let twice = [format!(" {again}"), format!("\n{again}")];
        for trailing in trailing.into_iter().chain(twice) {
            let whole = format!("{text}{trailing}");
            match self.game.parse_position(&whole) {
                Err(error) if error.place == Place::Whole => {
                    return self.fail(
                        law,
                        format!("{whole:?} is refused without a place: {error}"),
                    );
                }
                Err(_) => {}
                Ok(read) => {
                    let read = self.game.format_position(&read);
                    return self.fail(law, format!("{whole:?} is read as {read}"));
                }
            }
        }
        Ok(())
    }

    /// Checks that the diagram can be parsed, and that no text after it is ignored.
    fn diagram(&self) -> Result<(), Breach> {
        let diagram = self.game.diagram(self.position);
        match self.game.parse_position(&diagram) {
            Ok(again) if again == *self.position => self.refused(Law::Diagram, &diagram),
            Ok(again) => {
                let again = self.game.format_position(&again);
                self.fail(Law::Diagram, format!("{diagram:?} is read as {again}"))
            }
            Err(error) => self.fail(Law::Diagram, format!("{diagram:?}: {error}")),
        }
    }

    /// Checks that moves after a position are played if they are not refused.
    fn moves_after(&self, mv: G::Move) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let text = game.format_position(position);
        let mv_text = game.format_move(position, mv);
        let after = game.play(position, mv);
        for whole in [
            format!("{text} moves {mv_text}"),
            format!("{text} {mv_text}"),
        ] {
            match game.parse_position(&whole) {
                Ok(read) if read == after => self.refused(Law::TrailingText, &whole)?,
                Ok(read) => {
                    let read = game.format_position(&read);
                    return self.fail(Law::TrailingText, format!("{whole:?} is read as {read}"));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Checks the properties that depend on the goal, and that no others do.
    fn goal(&self, other: &G) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let attacker = game.goal().attacker;
        let status = game.status(position);
        self.end(attacker)?;
        let role = game.role(position);
        let attacks = game.to_move(position) == attacker;
        if status == Status::Open && (role == Role::Attacker) != attacks {
            return self.fail(Law::Role, format!("{role:?} is to move"));
        }
        let same = game.key(position) == other.key(position)
            && (game.rules_depend_on_goal() || game.outcome(position) == other.outcome(position))
            && game.to_move(position) == other.to_move(position);
        if !same {
            return self.fail(Law::Goal, "key, outcome or turn depend on the goal");
        }
        if status == Status::Open {
            let decides = |visit| game.solve_leaf(position, visit, &mut 0) != Status::Open;
            if G::LEAF_SOLVER == LeafSolver::None && decides(Visit::Made)
                || G::LEAF_SOLVER != LeafSolver::WhenVisited
                    && decides(Visit::Chosen(1))
                    && !decides(Visit::Made)
            {
                return self.fail(Law::Leaf, "decided, although LEAF_SOLVER says never");
            }
        }
        Ok(())
    }

    /// Checks that initial numbers are at least 1, do not change, and are at most the number of
    /// moves by mobility.
    fn estimates(&self, moves: &[G::Move]) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        for init in [Init::Unit, Init::Mobility, Init::Eval, Init::Learned] {
            let estimate = game.estimate(position, init);
            if estimate.proof == 0 || estimate.disproof == 0 {
                return self.fail(Law::Numbers, format!("{estimate:?}"));
            }
            if estimate != game.estimate(position, init) {
                return self.fail(Law::Numbers, "the estimate changes");
            }
            let most = estimate.proof.max(estimate.disproof) as usize;
            if init == Init::Mobility && most > moves.len() {
                let detail = format!("the mobility is {most}, with {} moves", moves.len());
                return self.fail(Law::Numbers, detail);
            }
        }
        Ok(())
    }

    /// Checks whether the game is over, and the status that follows for the attacker.
    fn end(&self, attacker: Side) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let (outcome, status) = (game.outcome(position), game.status(position));
        if game.is_over(position) != outcome.is_some() {
            return self.fail(Law::Over, format!("the outcome is {outcome:?}"));
        }
        if game.why_over(position).is_some() && outcome.is_none() {
            return self.fail(Law::Over, "the game says why it is over, and it is not");
        }
        let expected = match outcome {
            // A position can be failed before the game is over.
            None if status == Status::Failed => Status::Failed,
            None => Status::Open,
            Some(Outcome::Win(side)) if side == attacker => Status::Won,
            Some(_) => Status::Failed,
        };
        if status != expected {
            let detail = format!("{status:?}, by the outcome {expected:?}");
            return self.fail(Law::Status, detail);
        }
        Ok(())
    }

    /// Checks that a position which is failed before the game is over leads only to failed
    /// positions.
    fn stays_failed(&self, moves: &[G::Move]) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        for &mv in moves {
            let status = game.status(&game.play(position, mv));
            if status != Status::Failed {
                let text = game.format_move(position, mv);
                return self.fail(
                    Law::Hopeless,
                    format!("failed, but {status:?} after {text}"),
                );
            }
        }
        Ok(())
    }

    fn moves(&self, other: &G) -> Result<Vec<G::Move>, Breach> {
        let (game, position) = (self.game, self.position);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if moves.is_empty() {
            return self.fail(Law::SomeMove, "the game goes on without a move");
        }
        for (i, mv) in moves.iter().enumerate() {
            if moves[..i].contains(mv) {
                return self.fail(Law::DistinctMoves, format!("{mv:?} comes twice"));
            }
        }
        // The list is not emptied, because `moves` must append.
        let mut twice = moves.clone();
        other.moves(position, &mut twice);
        if twice.len() != 2 * moves.len() || twice[..moves.len()] != twice[moves.len()..] {
            return self.fail(Law::StableMoves, "asked again, the moves differ");
        }
        Ok(moves)
    }

    fn mv(&self, mv: G::Move) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let text = game.format_move(position, mv);
        if text.contains('\n') {
            return self.fail(Law::MoveText, format!("{text:?} has several lines"));
        }
        match game.parse_move(position, &text) {
            Ok(again) if again == mv => {}
            Ok(again) => return self.fail(Law::MoveText, format!("{text}: read as {again:?}")),
            Err(error) => return self.fail(Law::MoveText, format!("{text}: {error}")),
        }
        let constant = game.hints(position, mv) == game.hints(position, mv);
        if !constant {
            return self.fail(Law::Numbers, format!("hints of {text} change"));
        }
        if !G::GROUPS && game.hints(position, mv).group != 0 {
            return self.fail(
                Law::Numbers,
                format!("{text} has a group, although GROUPS is false"),
            );
        }
        Ok(())
    }

    /// If the game claims so, checks that sides take turns and that the attacker wins by its own
    /// moves.
    fn wins_by_own_move(&self, moves: &[G::Move]) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let (mover, attacker) = (game.to_move(position), game.goal().attacker);
        for &mv in moves.iter().filter(|_| G::WINS_BY_OWN_MOVE) {
            let child = game.play(position, mv);
            let fault = match game.outcome(&child) {
                Some(Outcome::Win(side)) if side == attacker && side != mover => {
                    "a move of the defender wins"
                }
                None if game.to_move(&child) == mover => "a side moves twice",
                _ => continue,
            };
            let text = game.format_move(position, mv);
            return self.fail(Law::OwnMove, format!("{fault}: {text}"));
        }
        Ok(())
    }
}
