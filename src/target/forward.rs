//! A target by reference is a target.

use super::{StopReason, Target, TargetError, TetrisTruth};
use crate::abandon::Wish;
use crate::board::Grid;
use crate::board::minesweeper::Cell;
use crate::clock::Clock;
use crate::frame::Frame;
use crate::geometry::PixelRect;
use crate::input::Action;

impl<T: Target + ?Sized> Target for &mut T {
    fn describe(&self) -> String {
        (**self).describe()
    }

    fn clock(&self) -> &dyn Clock {
        (**self).clock()
    }

    fn capture(&mut self, region: Option<PixelRect>) -> Result<Frame, TargetError> {
        (**self).capture(region)
    }

    fn perform(&mut self, action: &Action) -> Result<(), TargetError> {
        (**self).perform(action)
    }

    fn relock(&mut self) -> Result<(), TargetError> {
        (**self).relock()
    }

    fn has_keyboard(&self) -> Result<bool, TargetError> {
        (**self).has_keyboard()
    }

    fn keep_keyboard(&mut self) -> Result<(), TargetError> {
        (**self).keep_keyboard()
    }

    fn borrow_keyboard(&mut self, action: &Action) -> Result<(), TargetError> {
        (**self).borrow_keyboard(action)
    }

    fn begin_rest(&mut self) {
        (**self).begin_rest();
    }

    fn end_rest(&mut self) -> Result<(), TargetError> {
        (**self).end_rest()
    }

    fn obstruction(&self, region: Option<PixelRect>) -> Option<TargetError> {
        (**self).obstruction(region)
    }

    fn stop_requested(&self) -> Option<StopReason> {
        (**self).stop_requested()
    }

    fn abandon(&self) -> Wish {
        (**self).abandon()
    }

    fn minesweeper_truth(&self) -> Option<Grid<Cell>> {
        (**self).minesweeper_truth()
    }

    fn tetris_truth(&self) -> Option<TetrisTruth> {
        (**self).tetris_truth()
    }
}
