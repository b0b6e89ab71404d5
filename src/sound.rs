//! Short sounds on what happens in a game.

use std::time::Duration;

use anyhow::{Context, Result};
use rodio::source::{SineWave, Source};
use rodio::{DeviceSinkBuilder, MixerDeviceSink};

/// How long one tone lasts.
const TONE: Duration = Duration::from_millis(120);
/// How loud a tone is, 1 being the loudest there is.
const VOLUME: f32 = 0.15;

/// What a sound is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    /// A game was won.
    Win,
    /// A game was lost, or is over.
    Loss,
    /// Lines were cleared.
    Lines,
}

impl Cue {
    /// Its tones in hertz, played one after the other.
    fn tones(self) -> &'static [f32] {
        match self {
            Self::Win => &[523.3, 659.3, 784.0],
            Self::Loss => &[392.0, 311.1],
            Self::Lines => &[880.0],
        }
    }
}

/// The default sound device.
pub struct Speaker {
    sink: MixerDeviceSink,
}

impl Speaker {
    /// Opens the default sound device.
    ///
    /// # Errors
    /// When there is none or it cannot be used.
    pub fn open() -> Result<Self> {
        let mut sink = DeviceSinkBuilder::open_default_sink()
            .context("no sound device can be used; leave --sound out")?;
        sink.log_on_drop(false);
        Ok(Self { sink })
    }

    /// Plays a sound and returns at once.
    pub fn play(&self, cue: Cue) {
        for (number, tone) in (0..).zip(cue.tones()) {
            let tone = SineWave::new(*tone).take_duration(TONE).amplify(VOLUME);
            self.sink.mixer().add(tone.delay(TONE * number));
        }
    }
}
