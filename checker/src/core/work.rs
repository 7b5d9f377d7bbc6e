//! Counts the work steps that a verification takes. Implements the clauses `resources/work` and `resources/allowance`
//! of section 5 of `spec/FORMAT.md`.
//!
//! The clause `resources/work` belongs to the format, so every checker tests it. For each kind, a formula estimates the
//! steps from numbers in the file. If the size of the file allows fewer steps than the estimate, the file is rejected.
//! The clause `resources/allowance` concerns only this checker. The checker counts the steps that it takes, and gives
//! up when their number exceeds the user's limit. The specification of each certificate kind defines what a step is; a
//! step takes about 10 ns.

use super::refusal::{Place, Refusal};

/// The estimate of a file may be this number of steps, plus `WORK_PER_BYTE` for each byte of the file.
const WORK_PER_FILE: u64 = 1 << 26;
const WORK_PER_BYTE: u64 = 256;

/// Clause `resources/work`: the numbers in the file announce at most `WORK_PER_FILE` steps, plus `WORK_PER_BYTE` for
/// each byte of the file.
pub(crate) fn work(steps: u64, file_size: u64) -> Result<(), Refusal> {
    let most = file_size.saturating_mul(WORK_PER_BYTE).saturating_add(WORK_PER_FILE);
    if steps > most {
        let sentence = format!("the numbers of a file of {file_size} bytes announce {steps} steps; {most} are in proportion to its size");
        return Err(Refusal::new("resources", "work", Place::Byte(0), sentence));
    }
    Ok(())
}

/// Counts the steps taken for one file, and the steps still allowed.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// Steps taken for the file itself.
    pub(crate) spent: u64,
    /// Steps still allowed for the file and the files that it cites.
    pub(crate) left: u64,
}

impl Meter {
    /// Creates a meter that allows `left` steps.
    pub(crate) fn new(left: u64) -> Self {
        Self { spent: 0, left }
    }

    /// Clause `resources/allowance`: the steps taken are within the user's limit. Charges `steps` to the file itself.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Refusal> {
        self.spent = self.spent.saturating_add(steps);
        self.spend_for_citation(steps)
    }

    /// Clause `resources/allowance`: the steps taken are within the user's limit. Subtracts the steps of a cited file
    /// from `left` but does not add them to `spent`.
    #[inline]
    pub(crate) fn spend_for_citation(&mut self, steps: u64) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(steps).ok_or_else(Self::exhausted)?;
        Ok(())
    }

    #[cold]
    fn exhausted() -> Refusal {
        let sentence = "the file and what it cites take more steps than are allowed";
        Refusal::new("resources", "allowance", Place::Byte(0), sentence)
    }

    /// Creates a meter with the same number of steps left. The caller must charge the steps of the new meter to this
    /// meter.
    pub(crate) fn fork(&self) -> Self {
        Self::new(self.left)
    }

    /// Clause `resources/allowance`: the steps taken are within the user's limit. Adds the number of steps that the
    /// meter `part` has counted to the number that this meter has counted.
    pub(crate) fn join(&mut self, part: &Self) -> Result<(), Refusal> {
        self.spend(part.spent)
    }
}

#[cfg(test)]
mod tests {
    use super::{Meter, work};

    #[test]
    fn steps_announced() {
        for (steps, size, fits) in [(1 << 26, 0, true), ((1 << 26) + 1, 0, false), ((1 << 26) + 256, 1, true), (u64::MAX, 1 << 40, false)] {
            assert_eq!(work(steps, size).is_ok(), fits, "{steps} steps in {size} bytes");
        }
    }

    #[test]
    fn steps_taken() {
        let mut meter = Meter::new(10);
        assert!(meter.spend(4).is_ok() && meter.spend(6).is_ok());
        assert_eq!(meter.spend(1).unwrap_err().code(), "resources/allowance");
        // Each of the two meters may take all steps that are left. The limit applies to the sum of their steps when the
        // meters are joined.
        let mut meter = Meter::new(10);
        let (mut one, mut two) = (meter.fork(), meter.fork());
        assert!(one.spend(6).is_ok() && two.spend(6).is_ok());
        assert!(meter.join(&one).is_ok());
        assert_eq!(meter.join(&two).unwrap_err().code(), "resources/allowance");
        assert_eq!((meter.spent, meter.left), (12, 4));
    }
}
