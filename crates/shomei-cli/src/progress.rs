//! One line on standard error while a search runs, on a terminal only.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use shomei_search::{Event, Observer, Progress};

use crate::output::{grouped, length_text, rate};

/// How long a line stands. A search tells about itself far more often.
const PERIOD: Duration = Duration::from_millis(150);

/// The line; dropped, it is cleared.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Instant,
    /// What is known of the shortest win, where that is searched for.
    length: String,
}

impl ProgressLine {
    /// A line for a search that begins now; none in a pipe.
    pub(crate) fn begin() -> ProgressLine {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::no_length();
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.set_style(
                indicatif::ProgressStyle::with_template("{msg}").unwrap_or_else(|_| {
                    // The template above is a constant that is accepted.
                    indicatif::ProgressStyle::default_bar()
                }),
            );
            bar
        });
        let now = Instant::now();
        ProgressLine {
            bar,
            started: now,
            shown: now,
            length: String::new(),
        }
    }
}

impl Observer for ProgressLine {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.show(progress),
            Event::Length { known, next } => {
                self.length = format!("{}; searching for {next}; ", length_text(*known));
            }
            _ => {}
        }
    }
}

impl ProgressLine {
    fn show(&mut self, progress: &Progress) {
        let Some(bar) = &self.bar else {
            return;
        };
        let now = Instant::now();
        if now - self.shown < PERIOD {
            return;
        }
        self.shown = now;
        let length = &self.length;
        let rest = text(progress, now - self.started);
        bar.set_message(format!("{length}{rest}"));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn text(progress: &Progress, elapsed: Duration) -> String {
    let nodes = progress.counters.nodes();
    format!(
        "pn {}, dn {}; {} nodes, {}; table {:.0} %; {}",
        progress.bounds.pn(),
        progress.bounds.dn(),
        grouped(nodes),
        rate(nodes, elapsed.as_secs_f64()),
        progress.fill * 100.0,
        humantime::format_duration(Duration::from_secs(elapsed.as_secs())),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_search::shortest::Bracket;
    use shomei_search::{Bounds, Counters};

    #[test]
    fn a_search_for_the_shortest_win_tells_how_far_it_is() {
        let mut line = ProgressLine::begin();
        let known = Bracket {
            least: 9,
            most: Some(21),
        };
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(
            line.length,
            "at least 9 plies, at most 21; searching for 19; "
        );
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
            text(&progress, Duration::from_secs(80)),
            "pn 1, dn 1; 2,000,000 nodes, 25 k/s; table 26 %; 1m 20s"
        );
    }
}
