//! `rows.csv`: the parameters of each row.

use shomei_cluster::simulator::Cluster;

use super::finished;
use crate::LabError;
use crate::cluster::ClusterRun;
use crate::experiment::{Experiment, Run};

/// The cells of a row by the names of their columns.
type RowCells = Vec<(&'static str, String)>;

/// The table of an experiment.
pub(super) fn rows(experiment: &Experiment) -> Result<Vec<u8>, LabError> {
    let searches = experiment.runs.iter();
    let rows: Vec<RowCells> = match experiment.has_clusters() {
        true => {
            let alone = searches.map(|run| {
                let memory = run.memory;
                let cluster = Cluster {
                    memory,
                    ..Cluster::default()
                };
                machines(&run.label, &cluster, None)
            });
            let clusters = experiment.clusters.iter();
            let clusters = clusters.map(|run| machines(&run.label, &run.cluster, Some(run)));
            alone.chain(clusters).collect::<Result<_, _>>()?
        }
        false => searches.map(|run| search(experiment.game(), run)).collect(),
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    if let Some(first) = rows.first() {
        let names = first.iter().map(|(name, _)| name);
        writer.write_record(names).map_err(LabError::Csv)?;
    }
    for row in &rows {
        let cells = row.iter().map(|(_, cell)| cell);
        writer.write_record(cells).map_err(LabError::Csv)?;
    }
    finished(writer)
}

fn number<N: ToString>(number: Option<N>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// The cells of a search. Its options include defaults, and `move-order` if the order of the moves
/// is not that of the game.
fn search(game: &str, run: &Run) -> RowCells {
    let options = run.options();
    let options = options
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    let order = run.move_order.map(|order| format!("move-order={order}"));
    let options: Vec<String> = options.chain(order).collect();
    vec![
        ("run", run.label.clone()),
        ("game", game.into()),
        ("algorithm", run.algorithm.name.into()),
        ("options", options.join(" ")),
        ("hints", run.hints.clone()),
        ("memory_bytes", run.memory.to_string()),
        ("limit_nodes", number(run.budget.nodes)),
        ("limit_generated", number(run.budget.generated)),
        ("limit_evaluated", number(run.budget.evaluated)),
        ("limit_milliseconds", number(run.budget.milliseconds)),
        ("certify", run.certify.to_string()),
    ]
}

/// The cells of a cluster, or of one thread as a cluster.
fn machines(
    label: &str,
    cluster: &Cluster,
    run: Option<&ClusterRun>,
) -> Result<RowCells, LabError> {
    let milliseconds = run.and_then(|run| run.milliseconds);
    let round_trip = run.map(|run| run.cluster.round_trip);
    let group = run.and_then(|run| run.group.clone());
    let config = run.map(|run| serde_json::to_string(&run.config));
    let config = config.transpose();
    let config = config.map_err(|error| LabError::Csv(std::io::Error::from(error).into()))?;
    let to = run.map(|run| run.to).filter(|&to| to < u64::MAX);
    Ok(vec![
        ("run", label.into()),
        ("group", group.unwrap_or_default()),
        ("machines", cluster.machines.to_string()),
        ("threads", cluster.threads.to_string()),
        ("table_bytes", cluster.memory.to_string()),
        (
            "round_trip",
            number(round_trip.filter(|_| milliseconds.is_none())),
        ),
        ("round_trip_milliseconds", number(milliseconds)),
        ("bandwidth", cluster.bandwidth.to_string()),
        ("lost", cluster.lost.to_string()),
        ("twice", cluster.twice.to_string()),
        ("late", cluster.late.to_string()),
        ("crashes", cluster.crashes.to_string()),
        ("away", cluster.away.to_string()),
        ("seed", cluster.seed.to_string()),
        ("config", config.unwrap_or_default()),
        ("from", run.map_or(0, |run| run.from).to_string()),
        ("to", number(to)),
    ])
}
