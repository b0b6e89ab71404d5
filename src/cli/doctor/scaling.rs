//! Whether the programs and the monitors of a session agree about the display's scale.

use super::Finding;

/// The dots per inch that mean no scaling.
#[cfg(all(unix, not(target_os = "macos")))]
const PLAIN_DPI: f64 = 96.0;

/// Whether the toolkits of an X session are told to draw at the scale that the X resources tell:
/// `dpi` is `Xft.dpi`, `get` gives environment variables.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn scaling(dpi: Option<&str>, get: impl Fn(&str) -> Option<String>) -> Finding {
    const CHECK: &str = "scaling";
    let dpi = dpi.and_then(|text| text.trim().parse::<f64>().ok()).unwrap_or(PLAIN_DPI);
    let desktop = dpi / PLAIN_DPI;
    let named = ["GDK_SCALE", "QT_SCALE_FACTOR"];
    let told = named.iter().filter_map(|name| Some((*name, get(name)?.parse::<f64>().ok()?)));
    let others: Vec<String> = told
        .filter(|(_, scale)| (scale - desktop).abs() > 0.01)
        .map(|(name, scale)| format!("{name} is {scale}"))
        .collect();
    if !others.is_empty() {
        let text = format!("Xft.dpi means {desktop:.2} but {}", others.join(" and "));
        let mend = "start the game and sweepfall with the same variables, or read one screenshot \
                    with `sweepfall read` to see that the board is found";
        return Finding::doubtful(CHECK, text, mend);
    }
    if desktop == 1.0 {
        Finding::good(CHECK, "none")
    } else {
        let text = format!("Xft.dpi is {dpi}: games may draw larger; clicks are in pixels");
        Finding::good(CHECK, text)
    }
}

/// The monitors, `found`, whose pictures have so many pixels for each unit of the screen.
pub(super) fn scales(scales: &[f64], found: &str) -> Finding {
    if scales.windows(2).all(|pair| pair[0] == pair[1]) {
        return Finding::good("monitors", found);
    }
    let mend = "keep each game wholly on one monitor";
    Finding::doubtful("monitors", format!("{found} with different scales {scales:?}"), mend)
}

/// By how much the densities of two monitors may differ and count as the same.
#[cfg(not(target_os = "macos"))]
const SAME_DENSITY: f64 = 1.25;

/// Whether monitors of these dots per inch show a window at about the same size; `None` if they
/// do: there is nothing to tell then.
#[cfg(not(target_os = "macos"))]
pub(super) fn densities(dpi: &[f64]) -> Option<Finding> {
    let least = dpi.iter().copied().reduce(f64::min)?;
    let most = dpi.iter().copied().reduce(f64::max)?;
    let list: Vec<String> = dpi.iter().map(|dpi| format!("{dpi:.0}")).collect();
    (most > least * SAME_DENSITY).then(|| {
        let text = format!("they have different densities, {} dots per inch", list.join(" and "));
        let mend = "keep each game wholly on one monitor while it is played: some programs draw \
                    at another scale on the next one";
        Finding::doubtful("monitors", text, mend)
    })
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn scales_that_do_not_match_are_told() {
        let get = |value: &'static str| {
            move |name: &str| (name == "GDK_SCALE").then(|| value.to_string())
        };
        assert_eq!(scaling(None, |_| None).state, State::Good);
        assert_eq!(scaling(Some(" 192"), get("2")).state, State::Good);
        assert_eq!(scaling(Some("96"), get("2")).state, State::Doubtful);
        assert_eq!(scaling(None, get("nonsense")).state, State::Good);
    }

    #[test]
    fn monitors_of_different_scales_are_told() {
        assert_eq!(scales(&[2.0, 2.0], "2").state, State::Good);
        let told = scales(&[1.0, 2.0], "2 (one; another)");
        assert_eq!(told.state, State::Doubtful);
        assert_eq!(told.found, "2 (one; another) with different scales [1.0, 2.0]");
    }

    #[test]
    #[cfg(not(target_os = "macos"))]
    fn monitors_of_different_densities_are_told() {
        assert_eq!(densities(&[]), None);
        assert_eq!(densities(&[96.0, 109.0]), None);
        let told = densities(&[96.0, 192.0]).expect("one is twice as dense");
        assert!(told.found.contains("96 and 192"), "{}", told.found);
    }
}
