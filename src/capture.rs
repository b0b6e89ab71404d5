//! Screen capture: the only file that names xcap.
