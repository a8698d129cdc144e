//! Keys of positions that are Python values.
//!
//! Python's own `hash` of a text differs from one process to the next, and so would tables and
//! certificates. Here the key depends on the value alone: equal values have equal keys, in every
//! process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple, PyType,
};
use shomei::game::Key;

/// The reason why a value has no key.
pub(super) enum NoKey {
    /// Values of this type cannot be read.
    Type(String),
    /// There are two classes of this name, whose values would have equal keys.
    Namesakes(String),
    /// The value is nested too deeply.
    Deep,
    /// An exception was raised.
    Raised(PyErr),
}

impl From<PyErr> for NoKey {
    fn from(error: PyErr) -> NoKey {
        NoKey::Raised(error)
    }
}

/// The parts of the values of a class.
enum Made {
    /// The names of the fields of a frozen dataclass that `==` compares.
    Fields(Vec<Py<PyString>>),
    /// A member of an enumeration, which has a name.
    Member,
    /// A combination of members of a flag enumeration, which has a number.
    Flags,
    /// An unknown class.
    Unknown,
}

/// The classes that were met, by the address of the class. The class is kept alive, so that no
/// other class gets its address.
#[derive(Default)]
pub(super) struct Classes(Mutex<HashMap<usize, ClassParts>>);

/// A class and the parts of its values.
type ClassParts = (Py<PyType>, Arc<Made>);

/// The maximum depth of nested values. More would need more stack than a thread may have.
const DEEPEST: u32 = 200;

/// Numbers mixed into one key, in their order.
struct Mixer {
    key: Key,
    /// The depth of this value.
    depth: u32,
    /// Whether all parts are of types that no code can change in place.
    is_fixed: bool,
}

impl Mixer {
    /// Enters a value that has parts.
    fn enter(&mut self) -> Result<(), NoKey> {
        self.depth += 1;
        if self.depth > DEEPEST {
            Err(NoKey::Deep)
        } else {
            Ok(())
        }
    }

    fn put(&mut self, number: u64) {
        self.key = self.key.with_number(number);
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        self.key = self.key.with_bytes(bytes);
    }
}

/// Markers that separate values of different kinds.
mod tag {
    pub(super) const NONE: u64 = 1;
    pub(super) const INT: u64 = 2;
    pub(super) const LARGE: u64 = 3;
    pub(super) const FLOAT: u64 = 4;
    pub(super) const TEXT: u64 = 5;
    pub(super) const BYTES: u64 = 6;
    pub(super) const TUPLE: u64 = 7;
    pub(super) const SET: u64 = 8;
    pub(super) const MEMBER: u64 = 9;
    pub(super) const FIELDS: u64 = 10;
}

impl Classes {
    /// The key of a value that is made of None, numbers, texts, bytes, tuples, frozen sets,
    /// members of enumerations and frozen dataclasses, and whether it can never change.
    pub(super) fn key(&self, value: &Bound<'_, PyAny>) -> Result<(Key, bool), NoKey> {
        self.key_within(value, 0)
    }

    fn key_within(&self, value: &Bound<'_, PyAny>, depth: u32) -> Result<(Key, bool), NoKey> {
        let mut mixer = Mixer {
            key: Key(0),
            depth,
            is_fixed: true,
        };
        self.mix(value, &mut mixer)?;
        Ok((mixer.key, mixer.is_fixed))
    }

    fn mix(&self, value: &Bound<'_, PyAny>, mixer: &mut Mixer) -> Result<(), NoKey> {
        if let Ok(number) = value.cast_exact::<PyInt>() {
            return mix_int(number.as_any(), mixer);
        }
        if let Ok(items) = value.cast_exact::<PyTuple>() {
            return self.mix_tuple(items, mixer);
        }
        if let Ok(text) = value.cast_exact::<PyString>() {
            return mix_text(text, mixer);
        }
        if value.is_none() {
            mixer.put(tag::NONE);
            return Ok(());
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            mixer.put(tag::BYTES);
            mixer.put_bytes(bytes.as_bytes());
            return Ok(());
        }
        // False is 0 and True is 1: they are equal.
        if let Ok(truth) = value.cast::<PyBool>() {
            mixer.put(tag::INT);
            mixer.put(u64::from(truth.is_true()));
            return Ok(());
        }
        self.mix_other(value, mixer)
    }

    fn mix_tuple(&self, items: &Bound<'_, PyTuple>, mixer: &mut Mixer) -> Result<(), NoKey> {
        mixer.put(tag::TUPLE);
        mixer.put(items.len() as u64);
        mixer.enter()?;
        for item in items.iter_borrowed() {
            self.mix(&item, mixer)?;
        }
        mixer.depth -= 1;
        Ok(())
    }

    /// Values of rarer classes, and of classes derived from the common ones.
    fn mix_other(&self, value: &Bound<'_, PyAny>, mixer: &mut Mixer) -> Result<(), NoKey> {
        if let Ok(number) = value.cast::<PyFloat>() {
            return mix_float(number, mixer);
        }
        if value.is_instance_of::<PyInt>() {
            return mix_int(value, mixer);
        }
        if let Ok(items) = value.cast::<PyFrozenSet>() {
            // A set has no order: the keys of its members are sorted.
            let mut keys = Vec::with_capacity(items.len());
            mixer.enter()?;
            for item in items.iter() {
                let (key, is_fixed) = self.key_within(&item, mixer.depth)?;
                mixer.is_fixed &= is_fixed;
                keys.push(key);
            }
            mixer.depth -= 1;
            keys.sort_unstable();
            mixer.put(tag::SET);
            mixer.put(keys.len() as u64);
            keys.into_iter().for_each(|key| mixer.put(key.0));
            return Ok(());
        }
        mixer.is_fixed = false;
        let class = value.get_type();
        match &*self.look_up(&class)? {
            Made::Fields(names) => {
                mixer.put(tag::FIELDS);
                mix_name(&class, mixer)?;
                mixer.enter()?;
                for name in names {
                    self.mix(&value.getattr(name.bind(value.py()))?, mixer)?;
                }
                mixer.depth -= 1;
                Ok(())
            }
            Made::Member => {
                mixer.put(tag::MEMBER);
                mix_name(&class, mixer)?;
                let name = value.getattr(intern!(value.py(), "name"))?;
                self.mix(&name, mixer)
            }
            Made::Flags => {
                mixer.put(tag::MEMBER);
                mix_name(&class, mixer)?;
                let number = value.getattr(intern!(value.py(), "value"))?;
                self.mix(&number, mixer)
            }
            Made::Unknown => {
                if let Ok(items) = value.cast::<PyTuple>() {
                    return self.mix_tuple(items, mixer);
                }
                if let Ok(text) = value.cast::<PyString>() {
                    return mix_text(text, mixer);
                }
                // Numbers of other libraries that are equal to Python's.
                if let Ok(number) = value.call_method0(intern!(value.py(), "__index__"))
                    && number.is_instance_of::<PyInt>()
                    && number.eq(value)?
                {
                    return mix_int(&number, mixer);
                }
                Err(NoKey::Type(class.name()?.to_string()))
            }
        }
    }

    fn look_up(&self, class: &Bound<'_, PyType>) -> Result<Arc<Made>, NoKey> {
        let address = class.as_ptr() as usize;
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = known.get(&address) {
            return Ok(Arc::clone(made));
        }
        // The inspection of the class runs Python code, which may call this function again.
        drop(known);
        let made = Arc::new(made_of(class)?);
        if !matches!(*made, Made::Unknown) {
            self.refuse_namesake(class)?;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(address, (class.clone().unbind(), Arc::clone(&made)));
        Ok(made)
    }
}

impl Classes {
    /// Refuses a second class of the same name, such as one that was defined twice.
    fn refuse_namesake(&self, class: &Bound<'_, PyType>) -> Result<(), NoKey> {
        let classes: Vec<Py<PyType>> = {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let classes = known.values();
            classes
                .map(|(known, _)| known.clone_ref(class.py()))
                .collect()
        };
        let name = (class.module()?.to_string(), class.qualname()?.to_string());
        for other in classes {
            let other = other.bind(class.py());
            if !other.is(class)
                && (other.module()?.to_string(), other.qualname()?.to_string()) == name
            {
                return Err(NoKey::Namesakes(format!("{}.{}", name.0, name.1)));
            }
        }
        Ok(())
    }
}

/// The names of a class, so that equal fields of two classes are different values.
fn mix_name(class: &Bound<'_, PyType>, mixer: &mut Mixer) -> Result<(), NoKey> {
    mixer.put_bytes(class.module()?.to_str()?.as_bytes());
    mixer.put_bytes(class.qualname()?.to_str()?.as_bytes());
    Ok(())
}

fn mix_int(number: &Bound<'_, PyAny>, mixer: &mut Mixer) -> Result<(), NoKey> {
    if let Ok(small) = number.extract::<i64>() {
        mixer.put(tag::INT);
        mixer.put(small.cast_unsigned());
        return Ok(());
    }
    let py = number.py();
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    let options = PyDict::new(py);
    options.set_item(intern!(py, "signed"), true)?;
    let arguments = (bits / 8 + 1, intern!(py, "little"));
    let bytes = number.call_method(intern!(py, "to_bytes"), arguments, Some(&options))?;
    mixer.put(tag::LARGE);
    mixer.put_bytes(bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes());
    Ok(())
}

fn mix_float(number: &Bound<'_, PyFloat>, mixer: &mut Mixer) -> Result<(), NoKey> {
    let value = number.value();
    // 2.0 and 2 are equal, so their keys are equal.
    if value.is_finite() && value.fract() == 0.0 {
        return mix_int(
            &number.call_method0(intern!(number.py(), "__int__"))?,
            mixer,
        );
    }
    mixer.put(tag::FLOAT);
    mixer.put(value.to_bits());
    Ok(())
}

fn mix_text(text: &Bound<'_, PyString>, mixer: &mut Mixer) -> Result<(), NoKey> {
    mixer.put(tag::TEXT);
    if let Ok(text) = text.to_str() {
        mixer.put_bytes(text.as_bytes());
        return Ok(());
    }
    // A lone surrogate.
    let py = text.py();
    let arguments = (intern!(py, "utf-8"), intern!(py, "surrogatepass"));
    let bytes = text.call_method1(intern!(py, "encode"), arguments)?;
    mixer.put_bytes(bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes());
    Ok(())
}

fn made_of(class: &Bound<'_, PyType>) -> PyResult<Made> {
    let py = class.py();
    let enumeration = py
        .import(intern!(py, "enum"))?
        .getattr(intern!(py, "Enum"))?;
    let flags = py
        .import(intern!(py, "enum"))?
        .getattr(intern!(py, "Flag"))?;
    if class.is_subclass(&flags)? {
        return Ok(Made::Flags);
    }
    if class.is_subclass(&enumeration)? {
        return Ok(Made::Member);
    }
    let Ok(parameters) = class.getattr(intern!(py, "__dataclass_params__")) else {
        return Ok(Made::Unknown);
    };
    let flag = |name| parameters.getattr(name)?.is_truthy();
    if !(flag(intern!(py, "frozen"))? && flag(intern!(py, "eq"))?) {
        return Ok(Made::Unknown);
    }
    let dataclasses = py.import(intern!(py, "dataclasses"))?;
    let fields = dataclasses.call_method1(intern!(py, "fields"), (class,))?;
    let mut names = Vec::new();
    for field in fields.try_iter()? {
        let field = field?;
        if field.getattr(intern!(py, "compare"))?.is_truthy()? {
            let name = field.getattr(intern!(py, "name"))?;
            names.push(name.cast_into::<PyString>().map_err(PyErr::from)?.unbind());
        }
    }
    Ok(Made::Fields(names))
}
