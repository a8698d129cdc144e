//! Commands that this program had once and another one has now.

use std::ffi::OsString;

use crate::failure::Failure;

/// Where each of them is: the command, the program, and what starts it.
const MOVED: &[(&str, &str, &str)] = &[
    ("reproduce", "shomei-lab", LAB),
    ("generate", "shomei-lab", LAB),
    ("train", "shomei-lab", LAB),
];

const LAB: &str = "cargo run --release -p shomei-lab --";

/// Fails where the arguments, of which the first one names this program, begin with such a command.
pub(crate) fn refuse(args: &[OsString]) -> Result<(), Failure> {
    let moved = MOVED
        .iter()
        .find(|(command, ..)| args.get(1).is_some_and(|arg| arg == command));
    moved.map_or(Ok(()), |(command, program, start)| {
        let message = format!("{command} is a command of {program}: {start} {command}");
        Err(Failure::Usage(message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn refused(args: &[&str]) -> Option<String> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        refuse(&args).err().map(|failure| failure.to_string())
    }

    #[test]
    fn a_command_that_has_moved_says_where_it_is() {
        let message = "reproduce is a command of shomei-lab: \
                       cargo run --release -p shomei-lab -- reproduce";
        assert_eq!(refused(&["shomei", "reproduce", "x"]).unwrap(), message);
        assert_eq!(refused(&["shomei", "solve", "reproduce"]), None);
        assert_eq!(refused(&["shomei"]), None);
    }

    #[test]
    fn no_command_has_moved_and_is_still_here() {
        let cli = Cli::command();
        for (command, ..) in MOVED {
            assert!(cli.find_subcommand(command).is_none(), "{command}");
        }
    }
}
