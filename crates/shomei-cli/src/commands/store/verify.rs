//! `shomei store verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use shomei::{Answer, AnyPosition, Limits, Session};
use shomei_store::{Aim, Store};

use super::{game_of, info, open, print_about};
use crate::cli::{count, duration, memory};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::output::{complain, counted, grouped, path_text, print, print_json};
use crate::problems::{self, Moment, Problem, Problems};
use crate::store::{asked, refused};

const POSITIONS: &str = "Solve these positions again, without the store, where it knows them: the \
    position as text; - reads one from standard input; @FILE holds one position a line; @FOLDER \
    stands for all files in it";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct StoreVerifyArgs {
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Solve these positions again where the store knows them: a text, -, @FILE or @FOLDER
    #[arg(long, value_name = "LIST", long_help = POSITIONS, allow_hyphen_values = true)]
    positions: Option<String>,
    /// Give each position up after so many nodes: 1000000, 500k, 5M
    #[arg(long, value_name = "N", value_parser = count, requires = "positions")]
    nodes: Option<u64>,
    /// Give each position up after this time: 60s, 5m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "positions")]
    time: Option<Duration>,
    /// Memory for the tables: 64MiB, 1GiB, ...
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "64MiB", requires = "positions")]
    memory: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Default, Serialize)]
struct Verified {
    file: String,
    game: String,
    rules: String,
    entries: u64,
    /// Those that were named.
    positions: u64,
    /// Entries about them.
    found: u64,
    agree: u64,
    disagree: u64,
    unknown: u64,
    /// Lines that are no position.
    bad: u64,
}

/// Checks a store.
pub(crate) fn run(args: &StoreVerifyArgs, games: &Games) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install()?;
    let store = open(&args.file)?;
    // Every entry is read.
    let all = info::totals(&store)?;
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
        print(info::table(&all))?;
    }
    if let Some(list) = &args.positions {
        let Some((entry, game)) = game else {
            let message = format!(
                "there is no game named \"{}\" to solve positions of",
                about.game
            );
            return Err(Failure::Usage(message));
        };
        let problems = problems::of(list, entry, &game, &interrupt)?;
        let problems: Box<dyn Iterator<Item = Result<Problem, Failure>>> = match problems {
            Problems::One(problem) => Box::new(std::iter::once(Ok(problem))),
            Problems::Many(many) => many.problems,
        };
        for problem in problems {
            let Problem { name, content, .. } = problem?;
            verified.positions += 1;
            let position = content.and_then(|content| {
                let content = content.in_columns(&game);
                content
                    .position(&game, Moment::Usual)
                    .map_err(Failure::from)
            });
            match position {
                Ok(position) => {
                    let place = name.place();
                    verified.compare(args, &store, &place, &position, &interrupt)?;
                }
                Err(failure) => {
                    complain(format_args!("error: {}: {failure}", name.place()));
                    verified.bad += 1;
                }
            }
            if interrupt.is_set() {
                break;
            }
        }
    }
    verified.tell(args)?;
    Ok(verified.exit(&interrupt))
}

impl Verified {
    /// Solves a position again for every aim for which the store knows it.
    fn compare(
        &mut self,
        args: &StoreVerifyArgs,
        store: &Store,
        place: &str,
        position: &AnyPosition,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        for aim in store.aims().map_err(|error| refused(&error))? {
            let found = store.get(aim, position.identity(asked(aim))?);
            let Some(known) = found.map_err(|error| refused(&error))? else {
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
                let [first, second] = &store.about().sides;
                let aim = aim.text([first, second]);
                complain(format_args!(
                    "error: {place}: that {aim} is {} by the store and {} by a search",
                    words(claimed),
                    words(answer)
                ));
                self.disagree += 1;
            }
        }
        Ok(())
    }

    fn tell(&self, args: &StoreVerifyArgs) -> Result<(), Failure> {
        if args.json {
            return print_json(self);
        }
        if args.positions.is_some() {
            print(format_args!(
                "{}: {} found, {} agree, {} disagree, {} unknown, {}",
                counted(self.positions, "position"),
                grouped(self.found),
                grouped(self.agree),
                grouped(self.disagree),
                grouped(self.unknown),
                counted(self.bad, "bad line"),
            ))?;
        }
        match self.disagree {
            0 => print("whole"),
            _ => print("wrong"),
        }
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

/// The answer of a search that does not know the store.
fn solve(
    args: &StoreVerifyArgs,
    position: &AnyPosition,
    aim: Aim,
    interrupt: &Interrupt,
) -> Result<Answer, Failure> {
    let mut session = Session::new(position.game())?.memory(args.memory);
    session.set_limits(Limits {
        nodes: args.nodes,
        time: args.time,
        stop: Some(interrupt.flag()),
        ..Limits::default()
    });
    let solution = session.solve(position, asked(aim))?;
    Ok(solution.report.answer)
}

fn words(answer: Answer) -> &'static str {
    match answer {
        Answer::Proved => "proved",
        Answer::Disproved => "disproved",
        Answer::Unknown => "unknown",
    }
}
