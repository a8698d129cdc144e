//! The machine and the date of figures.

use std::fs;
use std::time::SystemTime;

use shomei_cli::machine::cores;

/// The processor and the number of its cores.
pub(crate) fn name() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == "model name")
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = cores();
    let s = if cores == 1 { "" } else { "s" };
    format!("{model}, {cores} core{s}")
}

/// Today's date: year, month and day.
pub(crate) fn today() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    now.chars().take("2000-01-01".len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_ten_characters() {
        let today = today();
        assert_eq!(today.len(), 10);
        assert!(today.starts_with("20"), "{today}");
        assert!(name().contains("core"));
    }
}
