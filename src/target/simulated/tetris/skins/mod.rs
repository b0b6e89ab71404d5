//! The looks of the built-in Tetris. A new skin is one file of data here and one row in [`ALL`].

mod bevelled;
mod dark;
mod mono;
mod outlined;
mod plain;
mod textured;

use image::Rgb;

use crate::board::tetris::Piece;
use crate::board::tetris::game::Block;
use crate::target::simulated::look::{self, LookError};

/// All skins.
pub static ALL: [&Skin; 6] =
    [&plain::SKIN, &bevelled::SKIN, &mono::SKIN, &textured::SKIN, &outlined::SKIN, &dark::SKIN];

/// One look of the game, as data.
#[derive(Debug)]
pub struct Skin {
    /// Its name on the command line.
    pub name: &'static str,
    /// Width and height of a cell at scale 1.
    pub pitch: f64,
    /// Around well and panels.
    pub page: Rgb<u8>,
    /// Of labels and numbers.
    pub text: Rgb<u8>,
    /// The well's frame.
    pub border: Rgb<u8>,
    /// The empty well.
    pub well: Ground,
    /// How a block is painted.
    pub block: BlockStyle,
    /// Colours by [`Piece::index`].
    pub colours: [Rgb<u8>; 7],
    /// Colour of garbage.
    pub garbage: Rgb<u8>,
    /// How the landing place is shown.
    pub ghost: GhostStyle,
    /// How full rows vanish.
    pub clear: ClearStyle,
}

impl Skin {
    /// The colour of a block.
    pub fn colour(&self, block: Block) -> Rgb<u8> {
        match block {
            Block::Of(piece) => self.piece(piece),
            Block::Garbage => self.garbage,
        }
    }

    /// The colour of a piece.
    pub fn piece(&self, piece: Piece) -> Rgb<u8> {
        self.colours[piece.index()]
    }
}

/// The empty well.
#[derive(Debug, Clone, Copy)]
pub enum Ground {
    /// One colour.
    Even(Rgb<u8>),
    /// Thin lines between the cells.
    Lines {
        /// The cells.
        cell: Rgb<u8>,
        /// The lines.
        line: Rgb<u8>,
    },
    /// Columns in turn of two colours.
    Stripes(Rgb<u8>, Rgb<u8>),
    /// Cloudy stone between two colours.
    Stone(Rgb<u8>, Rgb<u8>),
}

/// How a block is painted; sizes are shares of the cell.
#[derive(Debug, Clone, Copy)]
pub enum BlockStyle {
    /// One colour, with the ground showing between blocks.
    Plain {
        /// Width of the gap on each side.
        gap: f32,
    },
    /// Light upper left and dark lower right edges.
    Bevel {
        /// Width of the edges.
        edge: f32,
    },
    /// A frame and a filled middle, as on old LCD screens.
    Framed,
    /// From light at the top to dark at the bottom inside a dark outline.
    Shaded,
    /// Round corners and a light upper edge.
    Rounded,
}

/// How the landing place is shown.
#[derive(Debug, Clone, Copy)]
pub enum GhostStyle {
    /// The piece's colour mixed into the ground by this share.
    Faded(f32),
    /// The outline of each cell in the piece's colour.
    Outlined,
    /// Grey blocks, mixed into the ground by this share.
    Grey(f32),
}

/// How full rows vanish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClearStyle {
    /// They flash white.
    Flash,
    /// They blink.
    Blink,
    /// They fade out.
    Fade,
    /// They vanish from the middle outwards.
    Wipe,
}

/// The names of all skins.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|skin| skin.name).collect()
}

/// The skin called `name`.
///
/// # Errors
/// With the names there are, if none has it.
pub fn find(name: &str) -> Result<&'static Skin, LookError> {
    look::find("Tetris", &ALL, name, |skin| skin.name)
}
