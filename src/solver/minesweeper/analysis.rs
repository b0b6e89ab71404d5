//! Exact mine probabilities of a whole position: the components' tables joined over the number
//! of mines left and the cells that no number sees.

use super::component::{Component, KeyMap, Span, Splitter};
use super::field::{Field, Index, Known};
use super::table::{NoTable, Table};
use super::weight::{Weight, binomial};

/// Most numbers that one component's table may keep while it is made, unless told otherwise.
const MAX_STATES: usize = 1_000_000;
/// Tables kept before the cache is emptied: some 3 MB. They serve the game in hand; what a long run
/// of games would add to them is hardly ever met again.
const MAX_CACHED: usize = 4_000;

/// Analyses positions; remembers the tables of components it has seen.
#[derive(Debug)]
pub struct Engine<W> {
    /// Most numbers that one component's table may keep while it is made.
    pub max_states: usize,
    /// The component that was too large to count, after that was said.
    pub too_large: Option<Span>,
    splitter: Splitter,
    join: Join<W>,
    tables: Vec<Table<W>>,
    by_key: KeyMap<Option<u32>>,
}

/// Working memory of the joining of tables.
#[derive(Debug, Default)]
struct Join<W> {
    after: Vec<W>,
    starts: Vec<usize>,
    before: Vec<W>,
    grown: Vec<W>,
    others: Vec<W>,
}

impl<W: Weight> Default for Engine<W> {
    fn default() -> Self {
        Self {
            max_states: MAX_STATES,
            too_large: None,
            splitter: Splitter::default(),
            join: Join::default(),
            tables: Vec::new(),
            by_key: KeyMap::default(),
        }
    }
}

/// Why a position has no analysis.
pub type NoAnalysis = NoTable;

/// The exact solution counts of a position.
#[derive(Debug, Clone, Default)]
pub struct Analysis<W> {
    /// Solutions in all.
    pub total: W,
    /// The components' tables, as places in the engine.
    pub parts: Vec<Part>,
    /// Undecided cells that no number sees.
    pub unseen: usize,
    /// Probability that a given unseen cell is a mine (0 if there is none).
    pub unseen_mine: f64,
    /// Whether an unseen cell can be a mine, and whether it can be safe.
    pub unseen_can: Can,
    /// All parts' boxes in a row.
    pub boxes: Vec<BoxOdds>,
}

/// One component of an analysis.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The table's place in the engine.
    pub table: u32,
    /// Where its boxes begin in [`Analysis::boxes`].
    pub first_box: u32,
}

/// What a cell can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Can {
    /// A mine in some solutions, safe in others.
    #[default]
    Both,
    /// Safe in every solution.
    OnlySafe,
    /// A mine in every solution.
    OnlyMine,
}

/// The odds of the cells of one box.
#[derive(Debug, Clone, Copy)]
pub struct BoxOdds {
    /// Probability that a given cell of the box is a mine.
    pub mine: f64,
    /// What its cells can be.
    pub can: Can,
}

impl Can {
    fn of<W: Weight>(mine: W, safe: W) -> Self {
        match (mine.is_zero(), safe.is_zero()) {
            (true, _) => Can::OnlySafe,
            (_, true) => Can::OnlyMine,
            _ => Can::Both,
        }
    }
}

impl<W: Weight> Engine<W> {
    /// Forgets old tables if there are many; not to be called while an analysis is in use.
    pub fn tidy(&mut self) {
        if self.tables.len() > MAX_CACHED {
            self.tables.clear();
            self.by_key.clear();
        }
    }

    /// The table at place `at`.
    pub fn table(&self, at: u32) -> &Table<W> {
        &self.tables[at as usize]
    }

    /// The exact solution counts of `field`.
    ///
    /// # Errors
    /// When no solution exists or a component is too large to count.
    pub fn analyse(&mut self, field: &Field, out: &mut Analysis<W>) -> Result<(), NoAnalysis> {
        let Self { max_states, too_large, splitter, tables, by_key, .. } = self;
        let (spans, unseen) = splitter.split(field);
        out.parts.clear();
        out.boxes.clear();
        out.unseen = unseen;
        for span in spans {
            let table =
                find_table(tables, by_key, field, span, *max_states).inspect_err(|why| {
                    if *why == NoTable::TooLarge {
                        *too_large = Some(span.clone());
                    }
                })?;
            out.parts.push(Part { table, first_box: 0 });
        }
        self.join(field.mines_left(), out)
    }

    /// Joins the parts' tables and sets everything else of `out`.
    fn join(&mut self, mines_left: i64, out: &mut Analysis<W>) -> Result<(), NoAnalysis> {
        let Self { tables, join, .. } = self;
        let Join { after, starts, before, grown, others } = join;
        let table = |part: &Part| &tables[part.table as usize];
        let low: i64 = out.parts.iter().map(|p| table(p).lo as i64).sum();
        let spread: usize = out.parts.iter().map(|p| table(p).counts.len() - 1).sum();
        // Row i of `after`, at t: ways to finish when the parts before `i` used their fewest
        // mines plus t. The rows are made from the last to the first.
        after.clear();
        starts.clear();
        starts.push(0);
        let unseen = out.unseen;
        after.extend((0..=spread).map(|t| binomial::<W>(unseen, mines_left - low - t as i64)));
        for part in out.parts.iter().rev() {
            let counts = &table(part).counts;
            let start = *starts.last().expect("the last row is there");
            let len = after.len() - start + 1 - counts.len();
            starts.push(after.len());
            for t in 0..len {
                let next = &after[start + t..];
                let sum = counts.iter().zip(next).fold(W::default(), |sum, (n, a)| sum + *n * *a);
                after.push(sum);
            }
        }
        out.total = after[starts[out.parts.len()]];
        if out.total.is_zero() {
            return Err(NoAnalysis::Contradiction);
        }
        before.clear();
        before.push(W::from_f64(1.0));
        let parts = out.parts.len();
        for (i, part) in out.parts.iter_mut().enumerate() {
            part.first_box = out.boxes.len() as u32;
            let table = &tables[part.table as usize];
            let row = &after[starts[parts - 1 - i]..];
            others.clear();
            others.extend((0..table.counts.len()).map(|k| {
                before.iter().zip(&row[k..]).fold(W::default(), |sum, (n, a)| sum + *n * *a)
            }));
            let weigh = |side: &[W]| {
                side.iter().zip(&*others).fold(W::default(), |sum, (a, b)| sum + *a * *b)
            };
            for cell_box in 0..table.boxes() {
                let (mine, safe) = (weigh(table.mine(cell_box)), weigh(table.safe(cell_box)));
                out.boxes.push(BoxOdds { mine: mine.ratio(out.total), can: Can::of(mine, safe) });
            }
            grown.clear();
            grown.resize(before.len() + table.counts.len() - 1, W::default());
            for (t, n) in before.iter().enumerate() {
                for (k, m) in table.counts.iter().enumerate() {
                    grown[t + k] = grown[t + k] + *n * *m;
                }
            }
            std::mem::swap(before, grown);
        }
        let (mut mine, mut safe) = (W::default(), W::default());
        if unseen > 0 {
            // C(n-1, k-1) = C(n, k) k/n and C(n-1, k) = C(n, k) (n-k)/n.
            let last = &after[..=spread];
            for (t, (n, ways)) in before.iter().zip(last).enumerate() {
                let mines = (mines_left - low - t as i64).clamp(0, unseen as i64) as f64;
                let both = *n * *ways;
                mine = mine + both * W::from_f64(mines / unseen as f64);
                safe = safe + both * W::from_f64((unseen as f64 - mines) / unseen as f64);
            }
        }
        out.unseen_mine = mine.ratio(out.total);
        out.unseen_can = Can::of(mine, safe);
        Ok(())
    }

    /// Calls `visit` with every undecided cell that a number sees, and its odds.
    pub fn each_seen(&self, analysis: &Analysis<W>, mut visit: impl FnMut(Index, BoxOdds)) {
        for part in &analysis.parts {
            let table = self.table(part.table);
            for cell_box in 0..table.boxes() {
                let odds = analysis.boxes[part.first_box as usize + cell_box];
                table.cells(cell_box).iter().for_each(|cell| visit(*cell, odds));
            }
        }
    }

    /// Notes in `field` every cell that `analysis` proves; gives whether there was any.
    pub fn note_proved(&self, field: &mut Field, analysis: &Analysis<W>) -> bool {
        let mut proved = Vec::new();
        self.each_seen(analysis, |cell, odds| {
            if odds.can != Can::Both {
                proved.push((cell, odds.can));
            }
        });
        if analysis.unseen > 0 && analysis.unseen_can != Can::Both {
            let unseen = field.cells_known_as(Known::Unknown).filter(|c| is_unseen(field, *c));
            proved.extend(unseen.map(|cell| (cell, analysis.unseen_can)));
        }
        for &(cell, can) in &proved {
            match can {
                Can::OnlySafe => field.mark_safe(cell),
                _ => field.mark_mine(cell),
            }
        }
        !proved.is_empty()
    }
}

/// Whether no number sees the undecided `cell`.
pub fn is_unseen(field: &Field, cell: Index) -> bool {
    field.shape.around(cell).iter().all(|other| field.known(*other) != Known::Open)
}

fn find_table<W: Weight>(
    tables: &mut Vec<Table<W>>,
    by_key: &mut KeyMap<Option<u32>>,
    field: &Field,
    span: &Span,
    max_states: usize,
) -> Result<u32, NoTable> {
    if let Some(known) = by_key.get(&span.key) {
        return known.ok_or(NoTable::Contradiction);
    }
    let component = Component::new(field, span);
    // Whatever the mines left: a table serves every position that has this component.
    match Table::new(&component, max_states) {
        Ok(table) => {
            let at = tables.len() as u32;
            tables.push(table);
            by_key.insert(span.key, Some(at));
            Ok(at)
        }
        Err(NoTable::Contradiction) => {
            by_key.insert(span.key, None);
            Err(NoTable::Contradiction)
        }
        Err(NoTable::TooLarge) => Err(NoTable::TooLarge),
    }
}
