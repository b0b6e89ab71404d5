//! Telling a picture that has changed from one that is merely noisy.

use image::RgbImage;

/// How far a channel (0 to 255) may swing between two noisy pictures of one thing.
const SWING: u8 = 8;
/// Noise is everywhere: at least one channel in so many differs.
const EVERYWHERE: usize = 4;
/// Noise goes up as often as down: the mean difference over all channels is at most this.
const LEVEL: f64 = 0.5;

/// Whether both pictures show the same: they are equal, or they differ a little everywhere and in
/// both directions, as those of a remote desktop, a capture card or a dithered screen do. A cell
/// that fades in differs in one place only, and a picture that gets darker in one direction.
pub fn same_but_for_noise(a: &RgbImage, b: &RgbImage) -> bool {
    if a.dimensions() != b.dimensions() {
        return false;
    }
    let (mut differing, mut sum) = (0, 0);
    for (a, b) in a.as_raw().iter().zip(b.as_raw()) {
        let difference = i64::from(*b) - i64::from(*a);
        if difference.unsigned_abs() > u64::from(SWING) {
            return false;
        }
        differing += usize::from(difference != 0);
        sum += difference;
    }
    let channels = a.as_raw().len();
    differing == 0
        || differing * EVERYWHERE >= channels && sum.abs() as f64 <= LEVEL * channels as f64
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn picture(shade: impl Fn(u32, u32) -> u8) -> RgbImage {
        RgbImage::from_fn(16, 16, |x, y| Rgb([shade(x, y); 3]))
    }

    #[test]
    fn noise_is_no_change_and_a_fading_cell_or_picture_is() {
        let plain = picture(|_, _| 100);
        let noisy = picture(|x, y| 98 + ((x * 7 + y * 3) % 5) as u8);
        let fading = picture(|x, y| if x < 4 && y < 4 { 105 } else { 100 });
        assert!(same_but_for_noise(&plain, &plain));
        assert!(same_but_for_noise(&plain, &noisy));
        assert!(!same_but_for_noise(&plain, &fading));
        assert!(!same_but_for_noise(&plain, &picture(|_, _| 104)));
        assert!(!same_but_for_noise(&plain, &picture(|x, _| if x == 3 { 200 } else { 101 })));
        assert!(!same_but_for_noise(&plain, &RgbImage::new(16, 8)));
    }
}
