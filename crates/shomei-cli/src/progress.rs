//! One line on standard error while a search runs, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use shomei::words::InLang;
use shomei_game::Lang;
use shomei_search::{Event, Observer, Progress};

use crate::output::{grouped, rate};
use crate::units::time_text;

/// How long a line stands. A search tells about itself far more often.
const PERIOD: Duration = Duration::from_millis(150);

/// What a terminal clears the rest of its line by.
const CLEAR_TO_END: &str = "\x1b[K";

/// What makes a terminal cut lines at its width, and wrap them again.
const NO_WRAP: &str = "\x1b[?7l";
const WRAP: &str = "\x1b[?7h";

/// What stands on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    /// There is no terminal.
    Absent,
    Clear,
    Shown,
}

/// The line; dropped, it is cleared.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    line: LineState,
    started: Instant,
    shown: Instant,
    /// What is known of the shortest win, where that is searched for.
    length: String,
    lang: Lang,
}

impl ProgressLine {
    /// A line for a search that begins now; none in a pipe.
    pub(crate) fn begin(lang: Lang) -> ProgressLine {
        let line = match io::stderr().is_terminal() {
            true => LineState::Clear,
            false => LineState::Absent,
        };
        ProgressLine::of(lang, line)
    }

    /// No line, for one of several searches at once.
    pub(crate) fn none() -> ProgressLine {
        ProgressLine::of(Lang::En, LineState::Absent)
    }

    fn of(lang: Lang, line: LineState) -> ProgressLine {
        let now = Instant::now();
        ProgressLine {
            line,
            started: now,
            shown: now,
            length: String::new(),
            lang,
        }
    }
}

impl Observer for ProgressLine {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.show(progress),
            Event::Length { known, next } => {
                let known = known.in_lang(self.lang);
                self.length = self.lang.pick(
                    format!("{known}; searching for {next}; "),
                    format!("{known}、{next}手を探索中; "),
                );
            }
            _ => {}
        }
    }
}

impl ProgressLine {
    fn show(&mut self, progress: &Progress) {
        if self.line == LineState::Absent {
            return;
        }
        let now = Instant::now();
        if now - self.shown < PERIOD {
            return;
        }
        self.shown = now;
        let length = &self.length;
        let rest = text(progress, now - self.started, self.lang);
        self.line = LineState::Shown;
        // A terminal that cannot be written to shows nothing.
        let _ = write!(
            io::stderr(),
            "\r{NO_WRAP}{length}{rest}{CLEAR_TO_END}{WRAP}"
        );
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.line == LineState::Shown {
            let _ = write!(io::stderr(), "\r{CLEAR_TO_END}");
        }
    }
}

fn text(progress: &Progress, elapsed: Duration, lang: Lang) -> String {
    let nodes = progress.counters.nodes();
    let [unit, table] = lang.pick([" nodes", "table"], ["節点", "表"]);
    format!(
        "pn {}, dn {}; {}{unit}, {}; {table} {:.0} %; {}",
        progress.bounds.pn(),
        progress.bounds.dn(),
        grouped(nodes),
        rate(nodes, elapsed.as_secs_f64()),
        progress.fill * 100.0,
        time_text(elapsed),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_search::Bracket;
    use shomei_search::{Bounds, Counters};

    #[test]
    fn a_search_for_the_shortest_win_tells_how_far_it_is() {
        let mut line = ProgressLine::begin(Lang::En);
        let known = Bracket {
            least: 9,
            most: Some(21),
        };
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(
            line.length,
            "at least 9 plies, at most 21; searching for 19; "
        );
        line.lang = Lang::Ja;
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(line.length, "9手以上21手以下、19手を探索中; ");
    }

    #[test]
    fn the_line_holds_what_matters() {
        let progress = Progress {
            bounds: Bounds::UNIT,
            counters: Counters {
                expanded: 2_000_000,
                ..Counters::default()
            },
            fill: 0.257,
        };
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::En),
            "pn 1, dn 1; 2,000,000 nodes, 25 k/s; table 26 %; 1m 20s"
        );
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::Ja),
            "pn 1, dn 1; 2,000,000節点, 25 k/s; 表 26 %; 1m 20s"
        );
    }
}
