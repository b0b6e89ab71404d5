//! What the ramps of a screen's colours tell of a filter.

/// How far the colours' strengths may lie apart and count as the same, of 65535.
const SAME: u16 = 2000;

/// Whether some level of red, green and blue is shown weaker than the others.
pub fn tinted(red: &[u16], green: &[u16], blue: &[u16]) -> bool {
    let apart =
        |((r, g), b): ((&u16, &u16), &u16)| r.abs_diff(*g).max(g.abs_diff(*b)).max(b.abs_diff(*r));
    red.iter().zip(green).zip(blue).map(apart).max() > Some(SAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_with_less_blue_is_tinted_and_one_that_is_darker_all_over_is_not() {
        let ramp = |strength: u32| -> Vec<u16> {
            (0..256).map(|level| (level * 257 * strength / 100) as u16).collect()
        };
        let [full, half] = [ramp(100), ramp(50)];
        assert!(tinted(&full, &full, &half));
        assert!(!tinted(&half, &half, &half));
        assert!(!tinted(&[], &[], &[]), "a screen without ramps");
    }
}
