//! Positions whose numbers hang together too widely to be counted: some numbers are left out of
//! account until the rest can be. What is proved without them stays proved; the probabilities of
//! the other cells become estimates.

use std::collections::HashMap;

use super::component::Span;
use super::field::{Field, Index, Known};

/// Mutes the numbers of `span` that part it into about `pieces` pieces: of the layers at equal
/// distance from one end, the narrowest around each cut.
pub fn mute_some(field: &mut Field, span: &Span, pieces: usize) {
    let distance = distances(field, span);
    let deepest = distance.values().copied().max().unwrap_or(0);
    let mut layers: Vec<Vec<Index>> = vec![Vec::new(); deepest + 1];
    for &number in &span.numbers {
        layers[distance[&number]].push(number);
    }
    let step = (layers.len() / pieces.max(2)).max(1);
    let mut from = step / 2;
    while from < layers.len() {
        let to = (from + step).min(layers.len());
        let narrowest = (from..to).min_by_key(|i| layers[*i].len()).unwrap_or(from);
        layers[narrowest].iter().for_each(|number| field.mute(*number));
        from = to;
    }
}

/// The distance of each number from one end of the span, in steps over shared cells.
fn distances(field: &Field, span: &Span) -> HashMap<Index, usize> {
    let from = |start: Index| {
        let mut distance = HashMap::from([(start, 0)]);
        let mut queue = std::collections::VecDeque::from([start]);
        let mut last = start;
        while let Some(number) = queue.pop_front() {
            last = number;
            let shape = &field.shape;
            let cells = shape.around(number).iter().filter(|c| field.known(**c) == Known::Unknown);
            for other in cells.flat_map(|cell| shape.around(*cell)) {
                if field.known(*other) == Known::Open && !distance.contains_key(other) {
                    distance.insert(*other, distance[&number] + 1);
                    queue.push_back(*other);
                }
            }
        }
        (last, distance)
    };
    let (end, _) = from(span.numbers[0]);
    from(end).1
}
