//! What is told while a search runs, and the answer.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shomei::game::Lang;
use shomei::game::escape::one_line;
use shomei::search::Bracket;
use shomei::search::table::Table;
use shomei::search::{Bounds, Counters};
use shomei::words::InLang;
use shomei::{Answer, AnyPosition, Event, Observer, Progress, Side, Solution};

use crate::out::Out;

/// How long the figures stand. A search tells about itself far more often.
const PERIOD: Duration = Duration::from_secs(1);

/// The longest text for people: a bad line may be of any length.
const LONGEST: usize = 400;

/// No answer within the limits.
pub(super) const TIMEOUT: &str = "checkmate timeout";

/// Says something to the people before the screen.
pub(super) fn say(out: &Out, text: impl Display) -> io::Result<()> {
    out.print(remark(&text.to_string()))
}

/// A line for people: whatever they wrote, one line.
pub(super) fn remark(text: &str) -> String {
    let text: String = one_line(text).chars().take(LONGEST).collect();
    format!("info string {text}")
}

/// Tells about a search now and then.
pub(super) struct UsiReporter<'a> {
    out: &'a Out,
    started: Instant,
    told: Instant,
    /// The part of the table that was in use last.
    fill: f64,
    /// The position.
    root: &'a AnyPosition,
    /// The side that is to mate.
    attacker: Side,
    /// What the search knows.
    table: Option<Arc<Table>>,
    /// The longest line so far.
    longest: usize,
    /// Whether there was an answer: then nothing more is told.
    answered: Arc<AtomicBool>,
    /// Of remarks for people.
    lang: Lang,
}

impl<'a> UsiReporter<'a> {
    pub(super) fn new(
        out: &'a Out,
        root: &'a AnyPosition,
        attacker: Side,
        started: Instant,
        answered: Arc<AtomicBool>,
        lang: Lang,
    ) -> UsiReporter<'a> {
        UsiReporter {
            out,
            started,
            told: started,
            fill: 0.0,
            root,
            attacker,
            table: None,
            longest: 0,
            answered,
            lang,
        }
    }

    /// The likeliest line: `depth` and `seldepth`, its length and that of the
    /// longest so far, and the line itself as `pv`. A proof-number search has no
    /// other depth.
    fn likely(&mut self) -> (String, String) {
        let line = self
            .table
            .as_deref()
            .map(|table| self.root.likely_line(self.attacker, table));
        let line = line.unwrap_or_default();
        self.longest = self.longest.max(line.len());
        let depth = format!("depth {} seldepth {}", line.len(), self.longest);
        match line.is_empty() {
            true => (depth, String::new()),
            false => (depth, format!(" pv {}", line.join(" "))),
        }
    }

    /// The figures at the end.
    pub(super) fn last(&self, solution: &Solution) -> String {
        let work = work(&solution.report.counters, self.started.elapsed(), self.fill);
        let line = &solution.line.moves;
        if solution.report.answer != Answer::Proved || line.is_empty() || solution.line.is_cut {
            return format!("info {work}");
        }
        // Where the mate found need not be the shortest, its length is no score.
        let exact = solution.shortest.and_then(Bracket::exact);
        let sign = match self.attacker == self.root.to_move() {
            true => "",
            false => "-",
        };
        let mate = match exact {
            Some(plies) => format!("{sign}{plies}"),
            None if sign.is_empty() => "+".to_string(),
            None => sign.to_string(),
        };
        let (depth, line) = (line.len(), line.join(" "));
        let longest = self.longest.max(depth);
        format!("info depth {depth} seldepth {longest} {work} score mate {mate} pv {line}")
    }
}

impl Observer for UsiReporter<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Begins(table) => self.table = Some(Arc::clone(table)),
            Event::Progress(progress) => self.tell(progress),
            // The first short ones are disproved at once.
            Event::Length { known, next }
                if known.most.is_some() || self.started.elapsed() >= PERIOD =>
            {
                let known = known.in_lang(self.lang);
                let told = self.lang.pick(
                    format!("{known}; searching for {next}"),
                    format!("{known}、{next}手を探索中"),
                );
                let _ = say(self.out, told);
            }
            _ => {}
        }
    }
}

impl UsiReporter<'_> {
    fn tell(&mut self, progress: &Progress) {
        self.fill = progress.fill;
        let now = Instant::now();
        if now - self.told < PERIOD || self.answered.load(Ordering::Acquire) {
            return;
        }
        self.told = now;
        let work = work(&progress.counters, now - self.started, progress.fill);
        // Where nobody reads any more, the end of the input ends the program.
        let (depth, line) = self.likely();
        let _ = self.out.print(format_args!("info {depth} {work}{line}"));
        let _ = say(self.out, numbers(progress.bounds, self.lang));
    }
}

/// The work so far, in the words of the protocol.
fn work(counters: &Counters, time: Duration, fill: f64) -> String {
    let (nodes, time) = (counters.nodes(), time.as_millis());
    let nps = u128::from(nodes) * 1000 / time.max(1);
    let hashfull = (fill.clamp(0.0, 1.0) * 1000.0) as u32;
    format!("time {time} nodes {nodes} nps {nps} hashfull {hashfull}")
}

fn numbers(bounds: Bounds, lang: Lang) -> String {
    let (pn, dn) = (bounds.pn(), bounds.dn());
    lang.pick(
        format!("proof number {pn}, disproof number {dn}"),
        format!("証明数{pn}、反証数{dn}"),
    )
}

/// The answer. Never `nomate` without a disproof, never a mate without moves.
///
/// Where the side to move attacks and has no check the disproof is there at once, so a
/// side to move that is mated itself has `nomate`, too; and a proof has a whole line,
/// unless a stop kept it from being found. Where the other side attacks and
/// has mated already there is no move to answer with.
pub(super) fn answer(solution: &Solution) -> String {
    match solution.report.answer {
        Answer::Proved if !solution.line.moves.is_empty() && !solution.line.is_cut => {
            format!("checkmate {}", solution.line.moves.join(" "))
        }
        Answer::Disproved => "checkmate nomate".into(),
        Answer::Proved | Answer::Unknown => TIMEOUT.into(),
    }
}

/// What people should know beyond the answer.
pub(super) fn note(solution: &Solution, lang: Lang) -> Option<String> {
    let report = &solution.report;
    match (report.answer, report.stopped_by) {
        (Answer::Proved, _) if solution.line.is_cut => {
            let line = solution.line.moves.join(" ");
            Some(remark(&lang.pick(
                format!("there is a mate, but its line was not found in time; it begins: {line}"),
                format!("詰みはありますが、手順は時間内に見つかりませんでした。初めの手順：{line}"),
            )))
        }
        (Answer::Unknown, Some(stop)) => {
            let numbers = numbers(report.bounds, lang);
            let why = stop.in_lang(lang);
            Some(remark(&lang.pick(
                format!("stopped by {stop}: {numbers}"),
                format!("{why}により打ち切り：{numbers}"),
            )))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;
    use shomei::TextLine;
    use shomei::search::{Report, Stop};

    fn solution(bounds: Bounds, line: &[&str]) -> Solution {
        let stopped_by = (!bounds.is_solved()).then_some(Stop::Interrupt);
        Solution {
            report: Report {
                answer: bounds.into(),
                bounds,
                stopped_by,
                counters: Counters {
                    expanded: 3_000,
                    ..Counters::default()
                },
            },
            corrected: false,
            seconds: 1.0,
            line: TextLine {
                moves: line.iter().map(|&mv| mv.into()).collect(),
                ..TextLine::default()
            },
            certificate: None,
            shortest: None,
            refutation: None,
            table: None,
        }
    }

    #[test]
    fn answers() {
        let mate = solution(Bounds::PROVED, &["G*5b"]);
        assert_eq!(answer(&mate), "checkmate G*5b");
        assert_eq!(answer(&solution(Bounds::PROVED, &[])), TIMEOUT);
        let mut cut = solution(Bounds::PROVED, &["G*5b"]);
        cut.line.is_cut = true;
        assert_eq!(answer(&cut), TIMEOUT);
        let expected = "info string there is a mate, but its line was not found in time; it \
            begins: G*5b";
        assert_eq!(note(&cut, Lang::En), Some(expected.into()));
        let none = solution(Bounds::DISPROVED, &["G*5b", "5a6a"]);
        assert_eq!(answer(&none), "checkmate nomate");
        assert_eq!(answer(&solution(Bounds::UNIT, &[])), TIMEOUT);
    }

    #[test]
    fn figures_are_those_of_the_protocol() {
        let counters = solution(Bounds::UNIT, &[]).report.counters;
        assert_eq!(
            work(&counters, Duration::from_millis(1500), 0.25),
            "time 1500 nodes 3000 nps 2000 hashfull 250"
        );
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let root = game.position("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let out = Out::new(Vec::new());
        let (side, now) = (Side::First, Instant::now());
        let reporter = UsiReporter::new(&out, &root, side, now, Arc::default(), Lang::En);
        let last = reporter.last(&solution(Bounds::PROVED, &["G*5b"]));
        assert!(last.starts_with("info depth 1 seldepth 1 time "), "{last}");
        assert!(last.ends_with(" hashfull 0 score mate + pv G*5b"), "{last}");
        let last = reporter.last(&solution(Bounds::DISPROVED, &["G*5b"]));
        assert!(!last.contains("score"), "{last}");
    }

    #[test]
    fn remarks_have_two_languages() {
        let told = |solution: &Solution| note(solution, Lang::Ja);
        let open = solution(Bounds::UNIT, &[]);
        let expected = "info string 中断により打ち切り：証明数1、反証数1";
        assert_eq!(told(&open), Some(expected.into()));
        let mut cut = solution(Bounds::PROVED, &["G*5b"]);
        cut.line.is_cut = true;
        assert!(told(&cut).unwrap().ends_with("初めの手順：G*5b"));
    }

    #[test]
    fn remarks_are_one_short_line() {
        assert_eq!(remark("a\rb\nc"), "info string a\\rb\\nc");
        assert_eq!(
            remark(&"x".repeat(1000)).len(),
            "info string ".len() + LONGEST
        );
        let expected = "info string stopped by interrupt: proof number 1, disproof number 1";
        assert_eq!(
            note(&solution(Bounds::UNIT, &[]), Lang::En),
            Some(expected.into())
        );
        assert_eq!(note(&solution(Bounds::PROVED, &["G*5b"]), Lang::En), None);
    }
}
