use super::*;

fn curve(name: &str, family: &str, ends: f64) -> Curve {
    let point = |x| Point {
        x,
        y: ends * x,
        positions: 1,
    };
    Curve {
        name: name.into(),
        family: family.into(),
        points: vec![point(1.0), point(2.0)],
    }
}

fn figure(curves: Vec<Curve>) -> Figure {
    Figure {
        title: "a < b".into(),
        across_title: "nodes".into(),
        ..Figure::new("solved", curves)
    }
}

#[test]
fn a_figure_has_at_most_eight_lines_and_families_stay_together() {
    let families = [("a", 5), ("b", 3), ("c", 2), ("d", 9)];
    let names = families.iter().flat_map(|&(family, count)| {
        (0..count).map(move |place| (format!("{family}{place}"), family))
    });
    let curves: Vec<Curve> = names
        .map(|(name, family)| curve(&name, family, 1.0))
        .collect();
    let parts = parts(&curves);
    let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
    assert_eq!(sizes, [8, 2, 8, 1]);
    assert!(
        parts[0]
            .iter()
            .all(|curve| curve.family == "a" || curve.family == "b")
    );
    let drawn = svgs(&figure(curves));
    assert_eq!(drawn.len(), 4);
    assert!(drawn[1].contains("a &lt; b (2 of 4)"), "{}", drawn[1]);
    assert_eq!(
        (file_name(0), file_name(1)),
        ("plot.svg".into(), "plot-2.svg".into())
    );
}

#[test]
fn families_have_hues_and_their_lines_dashes() {
    let curves =
        [("x", "a"), ("y", "b"), ("z", "a")].map(|(name, family)| curve(name, family, 1.0));
    let all: Vec<&Curve> = curves.iter().collect();
    assert_eq!(styles(&all), [(0, 0), (1, 0), (0, 1)]);
    // With a single family every line has its own hue.
    assert_eq!(styles(&[&curves[0], &curves[2]]), [(0, 0), (1, 0)]);
}

#[test]
fn names_are_beside_the_lines_and_do_not_overlap() {
    let rows = spread(&[100.0, 101.0, 99.0, 400.0, BOTTOM, BOTTOM]);
    let mut sorted = rows.clone();
    sorted.sort_by(f64::total_cmp);
    assert!(
        sorted
            .windows(2)
            .all(|pair| pair[1] - pair[0] >= ROW - 1e-9),
        "{rows:?}"
    );
    assert!(rows[2] < rows[0] && rows[0] < rows[1], "{rows:?}");
    assert!(sorted[5] <= BOTTOM && rows[3] == 400.0);
    let drawn = svgs(&figure(vec![
        curve("one", "a", 1.0),
        curve("two", "b", 3.0),
    ]));
    let places = ["one", "two"].map(|name| drawn[0].find(&format!(">{name}</text>")).unwrap());
    assert!(drawn[0].rfind("<polyline").unwrap() < places[0].min(places[1]));
}

#[test]
fn long_numbers_widen_the_left_margin() {
    let left = |ends: f64| {
        let up = Scale::Logarithmic;
        let figure = Figure {
            up,
            ..figure(vec![curve("one", "a", ends)])
        };
        let curves: Vec<&Curve> = figure.curves.iter().collect();
        Frame::of(&figure, &curves).left
    };
    assert_eq!(left(1_000.0), LEFT);
    let wide = left(100_000_000.0);
    assert_eq!(wide, TITLE + width("100,000,000") + GAP);
    assert!(wide > LEFT);
}

#[test]
fn colours_follow_the_page() {
    let drawn = &svgs(&figure(vec![curve("one", "a", 1.0)]))[0];
    assert!(drawn.contains("@media(prefers-color-scheme:dark)"));
    assert!(drawn.contains(HUES[0].0) && drawn.contains(HUES[0].1));
}

#[test]
fn a_level_is_drawn_and_in_view() {
    let drawn = &svgs(&Figure {
        up: Scale::Logarithmic,
        level: Some(1.0),
        ..figure(vec![curve("one", "a", 100.0)])
    })[0];
    assert!(drawn.contains("class=\"level\""));
    assert!(drawn.contains(">1</text>"), "{drawn}");
}
