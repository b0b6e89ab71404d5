//! Anti-aliased shapes from signed distances.

use image::{Rgb, RgbImage};

use super::canvas::blend;

/// A place in an image, in pixels; (0.5, 0.5) is the middle of the top-left pixel.
type Point = (f32, f32);

/// A filled shape.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A disc.
    Circle {
        /// Its middle.
        centre: Point,
        /// Its radius in pixels.
        radius: f32,
    },
    /// A rectangle with round corners.
    Box {
        /// Left and top edge.
        from: Point,
        /// Right and bottom edge.
        to: Point,
        /// Radius of the corners in pixels; 0 for sharp ones.
        radius: f32,
    },
    /// A line with round ends.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// Its thickness in pixels.
        width: f32,
    },
    /// A closed polygon.
    Polygon(
        /// Its corners in order.
        Vec<Point>,
    ),
}

impl Shape {
    /// Draws the shape; a pixel is covered by as much as its middle lies inside the edge.
    pub fn draw(&self, image: &mut RgbImage, colour: Rgb<u8>, opacity: f32) {
        let ((left, top), (right, bottom)) = self.bounds();
        for y in (top - 1.0).floor().max(0.0) as i32..=(bottom + 1.0) as i32 {
            for x in (left - 1.0).floor().max(0.0) as i32..=(right + 1.0) as i32 {
                let covered = 0.5 - self.distance((x as f32 + 0.5, y as f32 + 0.5));
                blend(image, x, y, colour, covered.clamp(0.0, 1.0) * opacity);
            }
        }
    }

    /// Distance of a point from the edge in pixels, negative inside.
    fn distance(&self, (x, y): Point) -> f32 {
        match self {
            Shape::Circle { centre, radius } => (x - centre.0).hypot(y - centre.1) - radius,
            Shape::Box { from, to, radius } => {
                let half = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
                let dx = (x - from.0 - half.0).abs() - half.0 + radius;
                let dy = (y - from.1 - half.1).abs() - half.1 + radius;
                dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
            }
            Shape::Line { from, to, width } => to_segment((x, y), *from, *to) - width / 2.0,
            Shape::Polygon(corners) => {
                let mut nearest = f32::INFINITY;
                let mut inside = false;
                for (i, a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    nearest = nearest.min(to_segment((x, y), *a, b));
                    // Even-odd rule: count the edges that a ray to the right crosses.
                    if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
                        inside = !inside;
                    }
                }
                if inside { -nearest } else { nearest }
            }
        }
    }

    fn bounds(&self) -> (Point, Point) {
        let around = |points: &[Point], margin: f32| {
            let first = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
            let (from, to) = points.iter().fold(first, |(from, to), (x, y)| {
                ((from.0.min(*x), from.1.min(*y)), (to.0.max(*x), to.1.max(*y)))
            });
            ((from.0 - margin, from.1 - margin), (to.0 + margin, to.1 + margin))
        };
        match self {
            Shape::Circle { centre, radius } => around(&[*centre], *radius),
            Shape::Box { from, to, .. } => around(&[*from, *to], 0.0),
            Shape::Line { from, to, width } => around(&[*from, *to], *width / 2.0),
            Shape::Polygon(corners) => around(corners, 0.0),
        }
    }
}

/// Distance of `p` from the line between `a` and `b`.
fn to_segment(p: Point, a: Point, b: Point) -> f32 {
    let (px, py) = (p.0 - a.0, p.1 - a.1);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((px * dx + py * dy) / (dx * dx + dy * dy).max(f32::EPSILON)).clamp(0.0, 1.0);
    (px - dx * along).hypot(py - dy * along)
}
