//! Hard problems from other sources, solved within a limit of expansions.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod data {
    use std::sync::Arc;

    use shomei_game::{Goal, Notation, Side};
    use shomei_search::search::Search;
    use shomei_search::search::df_pn::{DfPn, DfPnOptions};
    use shomei_search::table::Table;
    use shomei_search::{Answer, Epsilon, Limits, Silent};
    use shomei_shogi::{Rules, Shogi};
    use shomei_testkit::data::text;

    /// Solves the problem of this name within a limit of nodes, with the options of `auto`. The
    /// file has columns, of which the position is the last.
    fn decides(file: &str, name: &str, epsilon: Epsilon, nodes: u64) -> Answer {
        let text = text(&format!("shogi/{file}.tsv"));
        let mut columns = text.lines().map(|line| line.split('\t'));
        let line = columns.find(|columns| columns.clone().next() == Some(name));
        let position = line.and_then(Iterator::last).unwrap();
        let root = Shogi::new(Rules::Tsume, Goal::win(Side::First))
            .parse_position(position)
            .unwrap();
        let game = Shogi::new(Rules::Tsume, Goal::win(root.to_move()));
        let options = DfPnOptions {
            schedule: "sum/weak+larger-dn".parse().unwrap(),
            epsilon,
            ..DfPnOptions::default()
        };
        let table = Arc::new(Table::with_boards(256 << 20).unwrap());
        let mut search = DfPn::new(&game, options, table);
        let report = search.search(&root, &Limits::nodes(nodes), &mut Silent);
        report.answer
    }

    /// A problem in which only a move without promotion mates: with groups of the attacker's moves
    /// it took 2.3 million expansions.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn moves_of_the_attacker_wait_for_none() {
        let answer = decides("muso-part", "muso021", Epsilon::QUARTER, 100_000);
        assert_eq!(answer, Answer::Proved);
    }

    /// Numbers raised by those of other hands, which they raised in turn, made no progress: pn was
    /// 664,227 after two million expansions.
    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn numbers_do_not_feed_themselves() {
        let answer = decides("long-works", "last-judgement", Epsilon::ZERO, 200_000);
        assert_eq!(answer, Answer::Disproved);
    }
}
