//! Trained weights, and their file:
//!
//! ```text
//! 8 bytes   "shomeiOE"
//! u32       version
//! u32       number of weights
//! f32 x 256 B and C of h_phi, B and C of h_delta: 4 regressions x 16 numbers of discs
//! f32 x 5   units of the five coefficients
//! i16 x 5   coefficients of each weight, in these units
//! u64       checksum of all preceding bytes
//! ```
//!
//! All values are little-endian. A weight is a polynomial of the fourth degree in the number of
//! discs, in Legendre polynomials over 13 to 64 discs: the paper's smoothing is also the stored
//! form of the weights.

use shomei_game::Key;

use super::extracted;
use super::patterns::{PADDED, features, numbering};
use super::sigmoid::{DISCS, Regression, STAGES, Sigmoid, Sigmoids};
use crate::bits::{Set, count};
use crate::cpu::{Cpu, Processor, Task};

const MAGIC: &[u8; 8] = b"shomeiOE";

/// The version of patterns, weights and file.
pub(crate) const VERSION: u32 = 1;

/// The smallest number of discs that is distinguished.
pub(crate) const FIRST_DISCS: u32 = 13;

/// The number of distinguished numbers of discs.
pub(crate) const PHASES: usize = 52;

/// The number of coefficients of a weight.
pub(crate) const ORDERS: usize = 5;

/// Weights are integers in this fraction of a disc while they are added.
pub(crate) const UNIT: i32 = 64;

/// How to make new weights, for errors.
const COMMAND: &str = "`shomei-lab train othello --out FILE` makes new ones";

/// The reason for refusing a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WeightsError {
    #[error("this is not a file of weights for othello; {COMMAND}")]
    Foreign,
    #[error("the weights are of version {0}, this program reads version {VERSION}; {COMMAND}")]
    Version(u32),
    #[error("the weights are damaged: {0}; {COMMAND}")]
    Damaged(&'static str),
}

/// The sum of the weights of a position.
struct Sum<'a> {
    weights: &'a Weights,
    own: Set,
    opponent: Set,
}

impl Task for Sum<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> i32 {
        self.weights.sum(cpu, self.own, self.opponent)
    }
}

/// A sum of weights in discs.
#[inline]
pub(crate) fn in_discs(sum: i32) -> f32 {
    sum as f32 / UNIT as f32
}

/// The result of a training, which is the content of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trained {
    /// The coefficients of each weight.
    pub(crate) coefficients: Vec<[f32; ORDERS]>,
    /// For each regression, the sigmoids of 47 to 62 discs.
    pub(crate) sigmoids: [[Sigmoids; STAGES]; 4],
}

/// Weights in the form for evaluation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    /// For each number of discs, the weight of every configuration.
    table: Vec<[i16; PADDED]>,
    sigmoids: [[Sigmoids; STAGES]; 4],
}

/// Zero weights: every position is even.
impl Default for Weights {
    fn default() -> Weights {
        Weights {
            table: vec![[0; PADDED]; PHASES],
            sigmoids: [[Sigmoids::default(); STAGES]; 4],
        }
    }
}

/// The Legendre polynomials at a number of discs.
pub(crate) fn legendre(phase: usize) -> [f32; ORDERS] {
    let x = 2.0 * phase as f32 / (PHASES - 1) as f32 - 1.0;
    let square = x * x;
    [
        1.0,
        x,
        (3.0 * square - 1.0) / 2.0,
        (5.0 * square - 3.0) * x / 2.0,
        ((35.0 * square - 30.0) * square + 3.0) / 8.0,
    ]
}

/// The index of a number of discs among the distinguished ones.
#[inline]
pub(crate) fn phase(discs: u32) -> usize {
    (discs.saturating_sub(FIRST_DISCS) as usize).min(PHASES - 1)
}

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// If it is no such file, of another version or damaged.
    pub(crate) fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        Ok(Weights::of(&Trained::read(bytes)?))
    }

    /// Weights from the result of a training.
    pub(crate) fn of(trained: &Trained) -> Weights {
        let (numbers, _) = numbering();
        let mut table = Vec::with_capacity(PHASES);
        for phase in 0..PHASES {
            let basis = legendre(phase);
            let weight = |coefficients: &[f32; ORDERS]| {
                let sum: f32 = basis.iter().zip(coefficients).map(|(b, c)| b * c).sum();
                (UNIT as f32 * sum).round() as i16
            };
            let weights: Vec<i16> = trained.coefficients.iter().map(weight).collect();
            let mut all = [0; PADDED];
            for (weight, &number) in all.iter_mut().zip(&numbers) {
                *weight = weights[usize::from(number)];
            }
            table.push(all);
        }
        Weights {
            table,
            sigmoids: trained.sigmoids,
        }
    }

    /// The expected final lead of the side with `own`, which is to move.
    pub(crate) fn evaluate(&self, own: Set, opponent: Set) -> f32 {
        let sum = Sum {
            weights: self,
            own,
            opponent,
        };
        in_discs(Processor::best().run(sum))
    }

    /// The same in units of [`UNIT`], with the instructions of a processor.
    #[inline(always)]
    pub(crate) fn sum<C: Cpu>(&self, cpu: C, own: Set, opponent: Set) -> i32 {
        let weights = &self.table[phase(count(own | opponent))];
        if C::EXTRACTS {
            return extracted::sum(cpu, weights, own, opponent);
        }
        let features = features(own, opponent);
        features.iter().map(|&i| i32::from(weights[i])).sum()
    }

    /// The sigmoids for a number of discs; outside the fitted range, the nearest.
    #[inline]
    pub(crate) fn sigmoids(&self, regression: Regression, discs: u32) -> Sigmoids {
        let discs = discs.clamp(*DISCS.start(), *DISCS.end());
        self.sigmoids[regression as usize][(discs - DISCS.start()) as usize]
    }
}

impl Trained {
    /// Writes the file.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.coefficients.len() as u32).to_le_bytes());
        for Sigmoids { phi, delta } in self.sigmoids.iter().flatten() {
            for number in [phi.b, phi.c, delta.b, delta.c] {
                bytes.extend(number.to_le_bytes());
            }
        }
        let units: [f32; ORDERS] = std::array::from_fn(|order| {
            let sizes = self.coefficients.iter().map(|weight| weight[order].abs());
            sizes.fold(f32::MIN_POSITIVE, f32::max) / f32::from(i16::MAX)
        });
        units
            .iter()
            .for_each(|unit| bytes.extend(unit.to_le_bytes()));
        for weight in &self.coefficients {
            for (coefficient, unit) in weight.iter().zip(units) {
                bytes.extend(((coefficient / unit).round() as i16).to_le_bytes());
            }
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the contents of a file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Trained, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let mut rest = rest;
        let version = u32::from_le_bytes(take(&mut rest)?);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let number = u32::from_le_bytes(take(&mut rest)?) as usize;
        let (_, weights) = numbering();
        if number != weights {
            return Err(WeightsError::Damaged("the number of weights is another"));
        }
        let body = bytes.len().saturating_sub(8);
        let mut end = &bytes[body..];
        if u64::from_le_bytes(take(&mut end)?) != checksum(&bytes[..body]) {
            return Err(WeightsError::Damaged("the checksum is another"));
        }
        let mut sigmoids = [[Sigmoids::default(); STAGES]; 4];
        for of_discs in sigmoids.iter_mut().flatten() {
            for sigmoid in [&mut of_discs.phi, &mut of_discs.delta] {
                *sigmoid = Sigmoid {
                    b: f32::from_le_bytes(take(&mut rest)?),
                    c: f32::from_le_bytes(take(&mut rest)?),
                };
            }
        }
        let mut units = [0.0; ORDERS];
        for unit in &mut units {
            *unit = f32::from_le_bytes(take(&mut rest)?);
        }
        let mut coefficients = vec![[0.0; ORDERS]; number];
        for weight in &mut coefficients {
            for (coefficient, unit) in weight.iter_mut().zip(units) {
                *coefficient = f32::from(i16::from_le_bytes(take(&mut rest)?)) * unit;
            }
        }
        if rest.len() != 8 {
            return Err(WeightsError::Damaged("there is more than there should be"));
        }
        Ok(Trained {
            coefficients,
            sigmoids,
        })
    }
}

/// Takes the next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    let (taken, left) = rest
        .split_first_chunk()
        .ok_or(WeightsError::Damaged("the file is too short"))?;
    *rest = left;
    Ok(*taken)
}

/// A checksum against accidental damage.
fn checksum(bytes: &[u8]) -> u64 {
    let chunk = |sum: Key, chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum.mix(Key(u64::from_le_bytes(word)))
    };
    bytes.chunks(8).fold(Key(bytes.len() as u64), chunk).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trained() -> Trained {
        let (_, weights) = numbering();
        let weight = |i: usize| std::array::from_fn(|order| ((i * 7 + order) % 11) as f32 - 5.0);
        let mut trained = Trained {
            coefficients: (0..weights).map(weight).collect(),
            sigmoids: [[Sigmoids::default(); STAGES]; 4],
        };
        trained.sigmoids[3][2].phi = Sigmoid { b: 7.5, c: -3.0 };
        trained
    }

    #[test]
    fn a_file_holds_what_was_trained() {
        let read = Trained::read(&trained().write()).unwrap();
        assert_eq!(read.sigmoids, trained().sigmoids);
        let written = trained().coefficients.concat();
        for (read, written) in read.coefficients.concat().iter().zip(written) {
            assert!((read - written).abs() < 0.01, "{read} {written}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let bytes = trained().write();
        assert_eq!(Trained::read(b"GIF89a").unwrap_err(), WeightsError::Foreign);
        let mut other = bytes.clone();
        other[8] = 9;
        assert_eq!(
            Trained::read(&other).unwrap_err().to_string(),
            "the weights are of version 9, this program reads version 1; \
             `shomei-lab train othello --out FILE` makes new ones"
        );
        let mut altered = bytes.clone();
        altered[5_000] ^= 1;
        assert!(matches!(
            Trained::read(&altered),
            Err(WeightsError::Damaged(_))
        ));
        for length in [8, 12, 16, 100, bytes.len() - 1] {
            let cut = Trained::read(&bytes[..length]);
            assert!(matches!(cut, Err(WeightsError::Damaged(_))), "{length}");
        }
    }
}
