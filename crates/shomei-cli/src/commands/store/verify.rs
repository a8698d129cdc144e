//! `shomei store verify`: checks the integrity of a store, and solves some of its positions again.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use shomei::{Aim, Kinds};
use shomei::{Answer, AnyPosition, Limits, Session};
use shomei_messages::{self as msg, Message};
use shomei_store::Store;

use super::{game_of, info, open, print_about};
use crate::cli::{count, duration, memory};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::{path_text, print, print_json, print_stderr, word_text};
use crate::problems::{self, Moment, Problem, Problems};
use crate::shared_store::store_failure;
use shomei_game::{ErrorText, error_text};

const POSITIONS: &str = "Solve these positions of the store again, without using the store: a \
    position as text, - for one position from standard input, @FILE for a list with one position \
    per line, or @FOLDER for all files in a folder";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct StoreVerifyArgs {
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Solve these positions of the store again: a text, -, @FILE or @FOLDER
    #[arg(long, value_name = "LIST", long_help = POSITIONS, allow_hyphen_values = true)]
    positions: Option<String>,
    /// The maximum number of nodes for each position: 1000000, 500k, 5M
    #[arg(long, value_name = "N", value_parser = count, requires = "positions")]
    nodes: Option<u64>,
    /// The time limit for each position: 60s, 5m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "positions")]
    time: Option<Duration>,
    /// Memory for the tables: 64MiB, 1GiB, ...
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "64MiB", requires = "positions")]
    memory: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result, which is also the JSON object.
#[derive(Default, Serialize)]
struct Verified {
    file: String,
    game: String,
    rules: String,
    entries: u64,
    /// The number of positions of `--positions`.
    positions: u64,
    /// The number of entries about these positions.
    found: u64,
    agree: u64,
    disagree: u64,
    unknown: u64,
    /// The number of lines that are not positions.
    bad: u64,
}

/// Checks a store.
pub(crate) fn run(args: &StoreVerifyArgs, games: &Kinds) -> Result<Exit, Failure> {
    let store = open(&args.file)?;
    // Reads every entry, which detects damage. Ctrl-C ends the program during this time.
    let all = info::totals(&store)?;
    let interrupt = Interrupt::install()?;
    let about = store.about();
    let game = game_of(&path_text(&args.file), about, games)?;
    let mut verified = Verified {
        file: args.file.display().to_string(),
        game: about.game.clone(),
        rules: about.rules.clone(),
        entries: all.iter().map(|(_, totals)| totals.entries()).sum(),
        ..Verified::default()
    };
    if !args.json {
        print_about(about)?;
        print(info::table(&all, about))?;
    }
    if let Some(list) = &args.positions {
        let Some(game) = game else {
            return Err(Failure::usage(error_text!(
                "no-game-to-solve",
                "there is no game named \"{game}\" to solve positions of",
                game = about.game
            )));
        };
        let problems = problems::of(list, games, &game, &interrupt)?;
        let problems: Box<dyn Iterator<Item = Result<Problem, Failure>>> = match problems {
            Problems::One(problem) => Box::new(std::iter::once(Ok(problem))),
            Problems::Many(many) => many.problems,
        };
        for problem in problems {
            let Problem { name, content, .. } = problem?;
            verified.positions += 1;
            let position = content.and_then(|content| {
                let content = content.first_position_column(&game);
                content
                    .position(&game, Moment::Default)
                    .map_err(Failure::from)
            });
            match position {
                Ok(position) => {
                    let place = name.place();
                    verified.compare(args, &store, &place, &position, &interrupt)?;
                }
                Err(failure) => {
                    print_stderr(failure.line_at(&name.place(), user_language()));
                    verified.bad += 1;
                }
            }
            if interrupt.is_set() {
                break;
            }
        }
    }
    verified.report(args)?;
    Ok(verified.exit(&interrupt))
}

impl Verified {
    /// Solves a position again for every aim for which the store has an entry.
    fn compare(
        &mut self,
        args: &StoreVerifyArgs,
        store: &Store,
        place: &ErrorText,
        position: &AnyPosition,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        for aim in store.aims().map_err(store_failure)? {
            let found = store.get(aim, position.identity(aim)?);
            let Some(known) = found.map_err(store_failure)? else {
                continue;
            };
            self.found += 1;
            let claimed = match known.is_proved() {
                true => Answer::Proved,
                false => Answer::Disproved,
            };
            let answer = solve(args, position, aim, interrupt)?;
            if answer == claimed {
                self.agree += 1;
            } else if answer == Answer::Unknown {
                self.unknown += 1;
            } else {
                let aim = info::aim_in(aim, store.about(), user_language());
                let text = error_text!(
                    "store-disagrees",
                    "{aim}: the store has {claimed}, and a search has {found}",
                    aim = aim,
                    claimed = word_text(&claimed.to_string()),
                    found = word_text(&answer.to_string())
                );
                print_stderr(Failure::run(text).line_at(place, user_language()));
                self.disagree += 1;
            }
        }
        Ok(())
    }

    fn report(&self, args: &StoreVerifyArgs) -> Result<(), Failure> {
        if args.json {
            return print_json(self);
        }
        let lang = user_language();
        if args.positions.is_some() {
            let found = msg::StoreVerified {
                positions: msg::CountPositions {
                    count: self.positions,
                }
                .text(lang),
                found: self.found,
                agree: self.agree,
                disagree: self.disagree,
                unknown: self.unknown,
                bad: self.bad,
            };
            print(found.text(lang))?;
        }
        print(match self.disagree {
            0 => msg::StoreIntact.text(lang),
            _ => msg::StoreWrong.text(lang),
        })
    }

    fn exit(&self, interrupt: &Interrupt) -> Exit {
        if self.bad > 0 {
            Exit::Bad
        } else if self.disagree > 0 {
            Exit::Failed
        } else if self.unknown > 0 || interrupt.is_set() {
            Exit::Unknown
        } else {
            Exit::Done
        }
    }
}

/// The answer of a search without the store.
fn solve(
    args: &StoreVerifyArgs,
    position: &AnyPosition,
    aim: Aim,
    interrupt: &Interrupt,
) -> Result<Answer, Failure> {
    let mut session = Session::new(position.game())?;
    session.set_memory(args.memory).set_limits(Limits {
        nodes: args.nodes,
        time: args.time,
        stop: Some(interrupt.flag()),
        ..Limits::default()
    });
    let solution = session.solve(position, aim)?;
    Ok(solution.report.answer)
}
