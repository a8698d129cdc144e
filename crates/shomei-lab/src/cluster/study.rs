//! An experiment with clusters on its way through the pipeline.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::data::{self, ClusterLine, GameProblem, ONE_THREAD, line_of};
use super::report::ClusterResults;
use super::{ClusterExperiment, ClusterRecord, ClusterRun, run};
use crate::LabError;
use crate::data::{ROWS, RUNS, Recorded, numbered, once, read_lines, row, stands};
use crate::journal::Identity;
use crate::page::on_page;
use crate::pipeline::{Known, Report, Study};

/// Usually no run is repeated in which all threads together work longer, in expansions,
const LARGE_WORK: u64 = 20_000_000;

/// or have larger tables together, in bytes.
const LARGE_TABLES: usize = 8 << 30;

/// A run of one thread, or of a cluster with what one thread made of the problem.
#[derive(Debug)]
pub struct ClusterJob<'a> {
    asked: GameProblem<'a>,
    cluster: Option<(&'a ClusterRun, ClusterRecord)>,
    line: String,
}

impl ClusterExperiment {
    /// The cluster of a row; none of the first row, which is that of one thread.
    fn cluster(&self, row: usize) -> Option<&ClusterRun> {
        row.checked_sub(1).map(|row| &self.runs[row])
    }
}

/// Game, rules, attacker, position and run.
type ClusterKey = [String; 5];

fn key((set, problem): GameProblem<'_>, run: &str) -> ClusterKey {
    [
        set.game.name,
        &problem.rules,
        &problem.attacker,
        &problem.position,
        run,
    ]
    .map(String::from)
}

impl Study for ClusterExperiment {
    type Record = ClusterRecord;
    type Key = ClusterKey;
    type Asked<'a> = GameProblem<'a>;
    type Job<'a> = ClusterJob<'a>;

    const USUAL: usize = 1;

    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> Identity {
        Identity::of_clusters(self)
    }

    fn can_run(&self) -> Result<(), LabError> {
        let Some(options) = &self.gone_options else {
            return Ok(());
        };
        let message = format!(
            "its clusters were recorded with options that are gone: {options}. To run it with today's \
             options, delete gone-options and the rows of these options"
        );
        Err(LabError::Cluster(shomei::Error::usage(message)))
    }

    /// Each has the tables of a whole cluster in memory.
    fn threads(&self, _asked: usize) -> usize {
        1
    }

    fn asked(&self, most: Option<usize>) -> Vec<GameProblem<'_>> {
        data::asked(self, most)
    }

    fn at(&self, (_, problem): GameProblem<'_>) -> String {
        problem.at.to_string()
    }

    fn rows(&self) -> Vec<&str> {
        let labels = self.runs.iter().map(|run| &*run.label);
        [ONE_THREAD].into_iter().chain(labels).collect()
    }

    fn job<'a>(
        &'a self,
        row: usize,
        asked: GameProblem<'a>,
        known: &Known<'_, ClusterExperiment>,
    ) -> Option<ClusterJob<'a>> {
        let cluster = self.cluster(row);
        let line = line_of(self, cluster, asked.0);
        let cluster = match cluster {
            None => None,
            Some(cluster) => {
                let base = *known.get(&key(asked, &run::one_thread(self)))?;
                Some((cluster.fits(base.work).then_some(cluster)?, base.clone()))
            }
        };
        Some(ClusterJob {
            asked,
            cluster,
            line,
        })
    }

    fn key(&self, job: &ClusterJob<'_>) -> ClusterKey {
        key(job.asked, &job.line)
    }

    fn key_of(record: &ClusterRecord) -> ClusterKey {
        let ClusterRecord {
            game,
            rules,
            attacker,
            position,
            run,
            ..
        } = record;
        [game, rules, attacker, position, run].map(String::clone)
    }

    fn work(
        &self,
        job: &ClusterJob<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ClusterRecord>, LabError> {
        match &job.cluster {
            None => run::alone(self, job.asked, stop),
            Some((cluster, base)) => run::together(cluster, job.asked, base, stop),
        }
    }

    fn ended(record: &ClusterRecord) -> (&str, f64) {
        (&record.answer, record.seconds)
    }

    fn report<'a>(
        &'a self,
        asked: &[GameProblem<'a>],
        records: &[ClusterRecord],
        identity: &Identity,
    ) -> Result<Report, LabError> {
        let results = ClusterResults::of(self, asked, records);
        let table = results.table(identity);
        let svg = results.draw().map(|svg| ("plot.svg".to_string(), svg));
        let figures = Vec::from_iter(svg);
        let mut page = table.clone();
        if let [(file, _)] = &figures[..] {
            let (head, file) = ("## By game\n\n", on_page(file, &self.name));
            let picture = format!("![speed-up over the number of threads]({file})\n\n{head}");
            page = page.replacen(head, &picture, 1);
        }
        Ok(Report {
            table,
            page: (page, None),
            figures,
            data: vec![
                (ROWS, data::rows_csv(self)?),
                (RUNS, data::runs_csv(self, records)?),
            ],
            contradictions: results.contradictions(),
            whole: results.whole(),
        })
    }

    fn read(&self, recorded: &mut Recorded<'_, Self>, folder: &Path) -> Result<(), LabError> {
        let rows = self.rows();
        let mut seen = HashSet::new();
        for (at, line) in read_lines::<ClusterLine>(&folder.join(RUNS))? {
            let row = row(&at, &line.run, &rows)?;
            let (position, &of) = numbered(&at, line.position, &recorded.asked)?;
            let named = (line.position, &*line.set, line.line);
            stands(&at, named, (&of.0.set.file, of.1.at.line))?;
            once(&mut seen, &at, &line.run, position)?;
            let run = line_of(self, self.cluster(row), of.0);
            recorded.places.push((row, position));
            recorded.records.push(line.record(of, run));
        }
        Ok(())
    }

    fn size(record: &ClusterRecord) -> u64 {
        record.work
    }

    /// The smallest, where it takes some seconds and no more memory than most machines have.
    fn small(&self, row: usize, sizes: &[u64]) -> usize {
        let tables = self.cluster(row).map_or(0, |run| {
            (run.cluster.machines as usize).saturating_mul(run.cluster.memory)
        });
        let is_small = |size: &&u64| **size <= LARGE_WORK && tables <= LARGE_TABLES;
        usize::from(sizes.first().filter(is_small).is_some())
    }

    fn facts(record: &ClusterRecord) -> Vec<(&'static str, String)> {
        vec![
            ("answer", record.answer.clone()),
            ("virtual time", record.time.to_string()),
            ("work", record.work.to_string()),
            ("busy", record.busy.to_string()),
            ("jobs", record.jobs.to_string()),
            ("wasted", record.wasted.to_string()),
            ("entries out", record.entries_out.to_string()),
            ("entries back", record.entries_back.to_string()),
            ("budget", record.budget.to_string()),
        ]
    }

    fn gone_options(&self) -> Option<&str> {
        self.gone_options.as_deref()
    }
}
