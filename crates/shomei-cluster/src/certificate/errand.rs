//! What is done for a certificate by machines: chores, who has which, and the loop.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;

use shomei::Error;

use crate::parcel::{Brings, Chore, Work};
use crate::{DriveError, Event, Hello, MachineId, Parcel, Question, Refused, Returned, Workers};

/// A machine, as far as chores go.
#[derive(Debug)]
struct Hand {
    threads: u32,
    under_way: u32,
}

/// Which chores wait, and who has the others. A lost chore is given to somebody else.
#[derive(Debug)]
pub struct Hands {
    question: Question,
    hands: BTreeMap<MachineId, Hand>,
    waiting: VecDeque<(u64, Work)>,
    /// What one machine alone can do.
    pinned: Vec<(u64, MachineId, Work)>,
    under_way: HashMap<u64, (MachineId, Work)>,
    serial: u64,
    failures: Vec<(MachineId, String)>,
}

impl Hands {
    /// These machines, by their number and threads. `kind` tells the numbers of these chores from
    /// those of other errands, whose results may still come.
    pub(super) fn new(
        question: Question,
        kind: u8,
        machines: impl IntoIterator<Item = (MachineId, u32)>,
    ) -> Hands {
        let hand = |(id, threads)| (id, Hand::with(threads));
        Hands {
            question,
            hands: machines.into_iter().map(hand).collect(),
            waiting: VecDeque::new(),
            pinned: Vec::new(),
            under_way: HashMap::new(),
            serial: u64::from(kind) << 56,
            failures: Vec::new(),
        }
    }

    /// Has something done.
    pub(super) fn add(&mut self, work: Work) {
        self.serial += 1;
        self.waiting.push_back((self.serial, work));
    }

    /// Has something done by this machine and no other.
    pub(super) fn add_for(&mut self, machine: MachineId, work: Work) {
        self.serial += 1;
        self.pinned.push((self.serial, machine, work));
    }

    /// Each machine as often as it has threads.
    pub(super) fn threads(&self) -> impl Iterator<Item = MachineId> {
        let each = |(&id, hand): (&MachineId, &Hand)| (0..hand.threads).map(move |_| id);
        self.hands.iter().flat_map(each)
    }

    /// Nothing of what waits or is under way is of use any more.
    pub(super) fn drop_all(&mut self) {
        self.waiting.clear();
        self.pinned.clear();
        self.under_way.clear();
        self.hands.values_mut().for_each(|hand| hand.under_way = 0);
    }

    /// Whether nothing waits and nothing is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.pinned.is_empty() && self.under_way.is_empty()
    }

    /// What is to be sent now.
    fn parcels(&mut self) -> Vec<(MachineId, Parcel)> {
        let mut parcels: BTreeMap<MachineId, Parcel> = BTreeMap::new();
        for (number, id, work) in self.pinned.drain(..) {
            if let Some(hand) = self.hands.get_mut(&id) {
                hand.under_way += 1;
            }
            self.under_way.insert(number, (id, work.clone()));
            let parcel = parcels.entry(id).or_default();
            parcel.chores.push(Chore { number, work });
        }
        while let Some((number, work)) = self.waiting.pop_front() {
            let free = self.hands.iter_mut().filter(|(_, hand)| hand.has_room());
            let Some((&id, hand)) = free.min_by_key(|(_, hand)| hand.load()) else {
                self.waiting.push_front((number, work));
                break;
            };
            hand.under_way += 1;
            self.under_way.insert(number, (id, work.clone()));
            let parcel = parcels.entry(id).or_default();
            parcel.chores.push(Chore { number, work });
        }
        parcels.into_iter().collect()
    }

    /// A chore has come back: what it was, unless it comes late, twice, or from elsewhere.
    fn end(&mut self, id: MachineId, number: u64) -> Option<Work> {
        let (machine, _) = self.under_way.get(&number)?;
        if *machine != id {
            return None;
        }
        if let Some(hand) = self.hands.get_mut(&id) {
            hand.under_way = hand.under_way.saturating_sub(1);
        }
        self.under_way.remove(&number).map(|(_, work)| work)
    }

    fn give_back(&mut self, id: MachineId) {
        let of_it = self
            .under_way
            .iter()
            .filter(|(_, (machine, _))| *machine == id);
        let mut numbers: Vec<u64> = of_it.map(|(&number, _)| number).collect();
        numbers.sort_unstable();
        for number in numbers {
            if let Some((_, work)) = self.under_way.remove(&number) {
                // Its old number is of no use to anybody any more.
                self.add(work);
            }
        }
    }

    fn lost(&mut self, id: MachineId) {
        self.hands.remove(&id);
        self.give_back(id);
    }
}

impl Hand {
    /// Chores of a thread: one that it does, and one that waits.
    const MOST: u32 = 2;

    fn with(threads: u32) -> Hand {
        Hand {
            threads: threads.max(1),
            under_way: 0,
        }
    }

    fn has_room(&self) -> bool {
        self.under_way < Hand::MOST.saturating_mul(self.threads)
    }

    fn load(&self) -> u32 {
        (self.under_way << 8) / self.threads
    }
}

/// Something that machines do for a certificate, as a state machine without clock: see [`run`].
pub trait Errand {
    /// Who does it.
    fn hands(&mut self) -> &mut Hands;

    /// Whether it is done, or cannot be.
    fn is_over(&self) -> bool;

    /// Nothing is under way: what comes next is added to the hands, or it is over.
    ///
    /// # Errors
    ///
    /// When the game fails.
    fn go_on(&mut self) -> Result<(), Error>;

    /// A chore is done.
    fn take(&mut self, work: Work, brings: Brings);

    /// A machine was lost, and what it held with it.
    fn has_lost(&mut self, _machine: MachineId) {}

    /// What is to be sent now.
    ///
    /// # Errors
    ///
    /// When the game fails.
    fn parcels(&mut self) -> Result<Vec<(MachineId, Parcel)>, Error> {
        // What a machine held that has failed is gone, though nobody has asked yet why.
        let failed: Vec<MachineId> = self.hands().failures.iter().map(|(id, _)| *id).collect();
        failed.into_iter().for_each(|id| self.lost(id));
        // Whoever comes goes on.
        if self.machines() == 0 {
            return Ok(Vec::new());
        }
        while !self.is_over() && self.hands().is_idle() {
            self.go_on()?;
        }
        match self.is_over() {
            true => Ok(Vec::new()),
            false => Ok(self.hands().parcels()),
        }
    }

    /// A machine has sent something. What comes late or twice is not looked at.
    fn returned(&mut self, id: MachineId, returned: Returned) {
        for done in returned.chores {
            let Some(work) = self.hands().end(id, done.number) else {
                continue;
            };
            match done.brings {
                Brings::Failed(why) => {
                    // What only it could do goes with it.
                    if matches!(work, Work::Fill { .. }) {
                        self.hands().add(work);
                    }
                    self.hands().failures.push((id, why));
                }
                brings => self.take(work, brings),
            }
        }
    }

    /// A machine has come, or comes again with nothing of what it had.
    ///
    /// # Errors
    ///
    /// When it means another question, or speaks another version.
    fn joined(&mut self, id: MachineId, hello: &Hello) -> Result<(), Refused> {
        self.lost(id);
        self.hands().failures.retain(|(failed, _)| *failed != id);
        if let Some(why) = self.hands().question.difference(&hello.question) {
            return Err(Refused { machine: id, why });
        }
        self.hands().hands.insert(id, Hand::with(hello.threads));
        Ok(())
    }

    /// A machine is gone.
    fn lost(&mut self, id: MachineId) {
        if self.hands().hands.contains_key(&id) {
            self.hands().lost(id);
            self.has_lost(id);
        }
    }

    /// The machines that cannot do chores, and why, since this was asked last. They get none any
    /// more.
    fn failures(&mut self) -> Vec<(MachineId, String)> {
        let failures = std::mem::take(&mut self.hands().failures);
        for (id, _) in &failures {
            self.lost(*id);
        }
        failures
    }

    /// How many machines there are.
    fn machines(&mut self) -> usize {
        self.hands().hands.len()
    }
}

/// Lets machines do what there is to do, until it is over or `watch` has enough.
///
/// # Errors
///
/// When no machine can take part, or the game fails.
pub fn run(
    errand: &mut dyn Errand,
    workers: &mut dyn Workers,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<(), DriveError> {
    loop {
        let parcels = errand.parcels();
        for (machine, parcel) in parcels.map_err(|error| DriveError::Game(error.to_string()))? {
            workers.submit(machine, parcel);
        }
        if errand.is_over() || watch().is_break() {
            return Ok(());
        }
        for event in workers.poll(None) {
            match event {
                Event::Joined(id, hello) => {
                    if let Err(refusal) = errand.joined(id, &hello) {
                        workers.dismiss(id, &refusal.why);
                    }
                }
                Event::Lost(id) => errand.lost(id),
                Event::Returned(id, returned) => errand.returned(id, returned),
            }
        }
        let failures = errand.failures();
        for (id, why) in &failures {
            workers.dismiss(*id, why);
        }
        if let (0, Some((id, why))) = (errand.machines(), failures.last()) {
            return Err(DriveError::NoMachine(format!("{id}: {why}")));
        }
    }
}
