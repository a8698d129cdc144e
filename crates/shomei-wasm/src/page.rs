//! The static edition of the page: [`shomei_web::tab`] for JavaScript.
//!
//! Each function runs in a worker. Arguments and results are JSON texts and bytes. An error is
//! thrown as JSON with the status of the server's reply.

use std::cell::RefCell;

use js_sys::{Function, Uint8Array};
use shomei_web::tab::{self, Tab, TabAnswer, TabBundle, TabFailure};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

thread_local! {
    /// The function that receives the reports of the running work.
    static REPORT: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sends a report to the function of the running work.
fn report(text: &str) {
    let function = REPORT.with_borrow(Clone::clone);
    if let Some(function) = function {
        // An exception of the function does not end the work.
        let _ = function.call1(&JsValue::NULL, &JsValue::from_str(text));
    }
}

fn reporting_to(function: &Function) {
    REPORT.set(Some(function.clone()));
}

fn thrown(failure: &TabFailure) -> JsValue {
    JsValue::from_str(&failure.to_string())
}

/// Shows certificates and positions.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct PageViews {
    tab: Tab,
}

#[wasm_bindgen]
impl PageViews {
    /// No certificate is open.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> PageViews {
        PageViews::default()
    }

    /// Opens a certificate under a number: see [`Tab::open`].
    ///
    /// # Errors
    ///
    /// When it is not a certificate.
    pub fn open(
        &mut self,
        id: u32,
        name: &str,
        line: Vec<String>,
        bytes: Vec<u8>,
    ) -> Result<String, JsValue> {
        self.tab
            .open(id.into(), name, line, bytes)
            .map_err(|failure| thrown(&failure))
    }

    /// Answers a request: see [`Tab::answer`].
    ///
    /// # Errors
    ///
    /// Those of the request.
    pub fn answer(&self, request: &str, body: &[u8]) -> Result<String, JsValue> {
        self.tab
            .answer(request, body)
            .map_err(|failure| thrown(&failure))
    }

    /// A place of a certificate as a file: see [`Tab::export`].
    ///
    /// # Errors
    ///
    /// Those of the request.
    pub fn export(&self, request: &str) -> Result<Uint8Array, JsValue> {
        let exported = self
            .tab
            .export(request)
            .map_err(|failure| thrown(&failure))?;
        Ok(Uint8Array::from(&exported.bytes[..]))
    }
}

/// Checks a certificate: see [`tab::check`].
///
/// # Errors
///
/// When it is not a certificate.
#[wasm_bindgen]
pub fn page_check(bytes: Vec<u8>, function: &Function) -> Result<String, JsValue> {
    reporting_to(function);
    tab::check(bytes, report).map_err(|failure| thrown(&failure))
}

/// Searches for a position in a certificate: see [`tab::find`].
///
/// # Errors
///
/// When the text is not a position.
#[wasm_bindgen]
pub fn page_find(bytes: Vec<u8>, position: &str, function: &Function) -> Result<String, JsValue> {
    reporting_to(function);
    tab::find(bytes, position, report).map_err(|failure| thrown(&failure))
}

/// Checks a bundle: see [`tab::check_bundle`].
///
/// # Errors
///
/// When its results cannot be shown.
#[wasm_bindgen]
pub fn page_check_bundle(name: &str, bytes: Vec<u8>) -> Result<PageBundle, JsValue> {
    let bundle = tab::check_bundle(name, bytes).map_err(|failure| thrown(&failure))?;
    Ok(PageBundle { bundle })
}

/// A certificate of a bundle: see [`tab::certificate_of`].
///
/// # Errors
///
/// When there is none with this name.
#[wasm_bindgen]
pub fn page_certificate_of(bundle: &[u8], name: &str) -> Result<Uint8Array, JsValue> {
    let bytes = tab::certificate_of(bundle, name).map_err(|failure| thrown(&failure))?;
    Ok(Uint8Array::from(&bytes[..]))
}

/// Answers a question: see [`tab::ask`].
///
/// # Errors
///
/// When the question is invalid.
#[wasm_bindgen]
pub fn page_ask(question: &str, function: &Function) -> Result<PageAnswer, JsValue> {
    reporting_to(function);
    let answer = tab::ask(question, report).map_err(|failure| thrown(&failure))?;
    Ok(PageAnswer { answer })
}

/// An answer to a question.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PageAnswer {
    answer: TabAnswer,
}

#[wasm_bindgen]
impl PageAnswer {
    /// The answer in each language, as JSON.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn data(&self) -> String {
        self.answer.data().to_string()
    }

    /// The number of certificates.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn certificates(&self) -> usize {
        self.answer.files().len()
    }

    /// The bytes of a certificate.
    #[must_use]
    pub fn bytes(&self, number: usize) -> Option<Uint8Array> {
        let file = self.answer.files().get(number)?;
        Some(Uint8Array::from(&file.bytes[..]))
    }

    /// The claim of a certificate.
    #[must_use]
    pub fn name(&self, number: usize) -> Option<String> {
        Some(self.answer.files().get(number)?.name.clone())
    }

    /// The moves of the line of the answer, as it begins in a certificate.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<Vec<String>> {
        Some(self.answer.files().get(number)?.line.clone())
    }

    /// Makes and checks the bundle of all certificates: see [`TabAnswer::bundle`].
    ///
    /// # Errors
    ///
    /// When its results cannot be shown.
    pub fn bundle(&self) -> Result<Option<PageBundle>, JsValue> {
        let bundle = self.answer.bundle().map_err(|failure| thrown(&failure))?;
        Ok(bundle.map(|bundle| PageBundle { bundle }))
    }
}

/// A checked bundle.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PageBundle {
    bundle: TabBundle,
}

#[wasm_bindgen]
impl PageBundle {
    /// Its data in each language, as JSON.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn data(&self) -> String {
        self.bundle.data.clone()
    }

    /// The file, if it is accepted.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Option<Uint8Array> {
        let bytes = self.bundle.bytes.as_ref()?;
        Some(Uint8Array::from(&bytes[..]))
    }
}
