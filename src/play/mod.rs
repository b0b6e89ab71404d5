//! The loop that joins capture, vision, solver and input.
