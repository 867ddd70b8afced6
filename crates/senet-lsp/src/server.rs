//! The loop: messages are read ahead into a queue, cancelled requests leave it, and diagnostics are
//! published when it is empty.

use crate::convert::{Places, json};
use crate::documents::{Documents, View};
use crate::messages::{DidChangeParams, DidCloseParams, DidOpenParams, RangeParams};
use crate::{LspError, capabilities, edits, lenses, queries, statistics};
use lsp_server::{
    Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError,
};
use rustc_hash::FxHashMap;
use senet_syntax::{LineIndex, Severity};
use serde::de::DeserializeOwned;
use serde_json::{Value, json as object};
use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Serves an editor, until it says `exit`.
pub fn serve(connection: &Connection) -> Result<(), LspError> {
    let (id, _) = connection.initialize_start()?;
    connection.initialize_finish(id, capabilities::answer())?;
    let mut server = Server {
        connection,
        documents: Documents::default(),
        queue: VecDeque::new(),
        unpublished: BTreeSet::new(),
        jobs: FxHashMap::default(),
        shut_down: false,
    };
    server.run()
}

/// What an answer is: a result, or an error for the editor.
pub(crate) type Answer = Result<Value, ResponseError>;

/// An error for the editor.
pub(crate) fn refused(code: ErrorCode, message: impl ToString) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_string(), data: None }
}

struct Server<'c> {
    connection: &'c Connection,
    documents: Documents,
    /// What was received and not worked on.
    queue: VecDeque<Message>,
    /// Texts whose diagnostics the editor does not know.
    unpublished: BTreeSet<String>,
    /// What works on other threads, and how to stop it.
    jobs: FxHashMap<RequestId, Arc<AtomicBool>>,
    shut_down: bool,
}

impl Server<'_> {
    fn run(&mut self) -> Result<(), LspError> {
        loop {
            while let Ok(message) = self.connection.receiver.try_recv() {
                self.receive(message)?;
            }
            let message = match self.queue.pop_front() {
                Some(message) => message,
                None => {
                    if let Some(uri) = self.unpublished.pop_first() {
                        self.publish(&uri)?;
                        continue;
                    }
                    let message = self.connection.receiver.recv().map_err(|_| LspError::Gone)?;
                    self.receive(message)?;
                    continue;
                }
            };
            match message {
                Message::Request(request) => self.request(request)?,
                Message::Notification(notification) if notification.method == "exit" => {
                    self.jobs.drain().for_each(|(_, stop)| stop.store(true, Ordering::Relaxed));
                    return if self.shut_down { Ok(()) } else { Err(LspError::NoShutdown) };
                }
                Message::Notification(notification) => self.notification(notification),
                Message::Response(_) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) -> Result<(), LspError> {
        self.connection.sender.send(message.into()).map_err(|_| LspError::Gone)
    }

    /// Puts a message into the queue; a cancelled request leaves it.
    fn receive(&mut self, message: Message) -> Result<(), LspError> {
        let Message::Notification(Notification { method, params }) = &message else {
            self.queue.push_back(message);
            return Ok(());
        };
        if method != "$/cancelRequest" {
            self.queue.push_back(message);
            return Ok(());
        }
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else {
            return Ok(());
        };
        if let Some(stop) = self.jobs.get(&id) {
            stop.store(true, Ordering::Relaxed);
        }
        let waits = |m: &Message| matches!(m, Message::Request(r) if r.id == id);
        if let Some(at) = self.queue.iter().position(waits) {
            self.queue.remove(at);
            let error = refused(ErrorCode::RequestCanceled, "cancelled");
            return self.send(Response { id, result: None, error: Some(error) });
        }
        Ok(())
    }

    fn notification(&mut self, Notification { method, params }: Notification) {
        match method.as_str() {
            "textDocument/didOpen" => {
                let Some(p) = read::<DidOpenParams>(params) else { return };
                let uri = p.text_document.uri;
                self.documents.open(&uri, p.text_document.version, p.text_document.text);
                self.changed(&uri);
            }
            "textDocument/didChange" => {
                let Some(p) = read::<DidChangeParams>(params) else { return };
                let uri = p.text_document.uri;
                let Some(document) = self.documents.get(&uri) else { return };
                let mut text = document.text.to_string();
                for change in p.content_changes {
                    match change.range {
                        None => text = change.text,
                        Some(range) => {
                            let lines = LineIndex::new(&text);
                            let span = Places { text: &text, lines: &lines }.span(range);
                            text.replace_range(span.range(), &change.text);
                        }
                    }
                }
                self.documents.change(&uri, p.text_document.version, text);
                self.changed(&uri);
            }
            "textDocument/didClose" => {
                let Some(p) = read::<DidCloseParams>(params) else { return };
                let uri = p.text_document.uri;
                self.documents.close(&uri);
                self.changed(&uri);
                self.unpublished.insert(uri);
            }
            "workspace/didChangeWatchedFiles" => {
                self.documents.forget();
                self.unpublished.extend(self.documents.addresses());
            }
            _ => {}
        }
    }

    fn changed(&mut self, uri: &str) {
        let also = self.documents.changed(uri);
        self.unpublished.extend(also);
    }

    fn request(&mut self, request: Request) -> Result<(), LspError> {
        let Request { id, method, params } = request;
        if method == "shutdown" {
            self.shut_down = true;
            return self.send(Response { id, result: Some(Value::Null), error: None });
        }
        if method == "workspace/executeCommand" {
            return self.execute(id, &params);
        }
        // What the language service cannot bear must not take the other texts with it.
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&method, params)));
        let answer = answered.unwrap_or_else(|_| {
            Err(refused(ErrorCode::InternalError, "the language service failed"))
        });
        self.send(response(id, answer))
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        if method == "workspace/symbol" {
            return Ok(queries::workspace_symbols(&mut self.documents, &params));
        }
        let Some(uri) = params["textDocument"]["uri"].as_str().map(str::to_owned) else {
            let message = format!("`{method}` is not understood");
            return Err(refused(ErrorCode::MethodNotFound, message));
        };
        // A text that is not open has no answers.
        let Some(view) = self.documents.view(&uri) else { return Ok(Value::Null) };
        let (view, uri, documents) = (&*view, uri.as_str(), &self.documents);
        match method {
            "textDocument/completion" => with(params, |p| queries::completion(view, p)),
            "textDocument/hover" => with(params, |p| queries::hover(view, p)),
            "textDocument/signatureHelp" => with(params, |p| queries::signature(view, p)),
            "textDocument/definition" => {
                with(params, |p| queries::definition(documents, view, uri, p))
            }
            "textDocument/references" => {
                with(params, |p| queries::references(documents, view, uri, p))
            }
            "textDocument/documentHighlight" => with(params, |p| queries::highlights(view, p)),
            "textDocument/documentSymbol" => Ok(queries::symbols(view)),
            "textDocument/foldingRange" => Ok(queries::folding(view)),
            "textDocument/selectionRange" => with(params, |p| queries::selections(view, p)),
            "textDocument/semanticTokens/full" => Ok(queries::tokens(view, None)),
            "textDocument/semanticTokens/range" => {
                with(params, |p: RangeParams| queries::tokens(view, Some(p.range)))
            }
            "textDocument/inlayHint" => with(params, |p| queries::hints(view, p)),
            "textDocument/formatting" => edits::format(view),
            "textDocument/codeAction" => with(params, |p| edits::actions(view, uri, p)),
            "textDocument/codeLens" => Ok(lenses::lenses(view, uri)),
            "textDocument/prepareRename" => understood(params, |p| edits::prepare(view, p)),
            "textDocument/rename" => understood(params, |p| edits::rename(documents, view, uri, p)),
            _ => {
                let message = format!("`{method}` is not understood");
                Err(refused(ErrorCode::MethodNotFound, message))
            }
        }
    }

    /// Carries a command out, on a thread of its own.
    fn execute(&mut self, id: RequestId, params: &Value) -> Result<(), LspError> {
        let uri = params["arguments"][0].as_str().unwrap_or_default();
        let known = params["command"] == capabilities::STATISTICS;
        let Some(view) = self.documents.view(uri).filter(|_| known) else {
            let error = refused(ErrorCode::InvalidParams, "there is no such command or text");
            return self.send(response(id, Err(error)));
        };
        let start = params["arguments"][1].as_u64().unwrap_or(1) as usize;
        let stop: Arc<AtomicBool> = Arc::default();
        self.jobs.retain(|_, stop| Arc::strong_count(stop) > 1); // the others are done
        self.jobs.insert(id.clone(), Arc::clone(&stop));
        let sender = self.connection.sender.clone();
        std::thread::spawn(move || {
            let played = catch_unwind(AssertUnwindSafe(|| statistics::play(&view, start, &stop)));
            let failed = || Err(refused(ErrorCode::InternalError, "the playouts failed"));
            let answer = played.unwrap_or_else(|_| failed());
            if let Ok(told) = &answer {
                let params = object!({ "type": 3, "message": told["text"] });
                let note = Notification { method: "window/showMessage".to_owned(), params };
                let _ = sender.send(note.into());
            }
            // Nobody is left to tell if the editor has gone.
            let _ = sender.send(response(id, answer).into());
        });
        Ok(())
    }

    fn publish(&mut self, uri: &str) -> Result<(), LspError> {
        let published = catch_unwind(AssertUnwindSafe(|| {
            let view = self.documents.view(uri);
            view.map(|view| diagnostics(&view, uri)).unwrap_or_default()
        }));
        let mut params = object!({ "uri": uri, "diagnostics": published.unwrap_or_default() });
        if let Some(document) = self.documents.get(uri) {
            params["version"] = document.version.into();
        }
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification { method, params })
    }
}

fn response(id: RequestId, answer: Answer) -> Response {
    match answer {
        Ok(result) => Response { id, result: Some(result), error: None },
        Err(error) => Response { id, result: None, error: Some(error) },
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

fn understood<P: DeserializeOwned>(params: Value, answer: impl FnOnce(P) -> Answer) -> Answer {
    match serde_json::from_value(params) {
        Ok(params) => answer(params),
        Err(why) => Err(refused(ErrorCode::InvalidParams, why)),
    }
}

fn with<P: DeserializeOwned>(params: Value, answer: impl FnOnce(P) -> Value) -> Answer {
    understood(params, |params| Ok(answer(params)))
}

/// What is wrong with a text, as an editor shows it.
fn diagnostics(view: &View, uri: &str) -> Vec<Value> {
    let places = Places::of(view);
    let own = view.analysis.diagnostics().iter().filter(|d| view.is_own(d.span()));
    own.map(|diagnostic| {
        let related: Vec<Value> = diagnostic.labels[1..]
            .iter()
            .filter(|label| view.is_own(label.span))
            .map(|label| {
                let location = object!({ "uri": uri, "range": places.range(label.span) });
                object!({ "location": location, "message": label.text })
            })
            .collect();
        let mut message = diagnostic.message.clone();
        let label = &diagnostic.labels[0].text;
        if !label.is_empty() {
            message.push_str(&format!("\n{label}"));
        }
        for help in &diagnostic.help {
            message.push_str(&format!("\nhelp: {help}"));
        }
        let severity = match diagnostic.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
        };
        // An unused thing is shown pale.
        let unused = diagnostic.severity == Severity::Warning && message.contains("never used");
        let tags: &[u8] = if unused { &[1] } else { &[] };
        object!({
            "range": json(places.range(diagnostic.span())),
            "severity": severity,
            "code": diagnostic.code.0.id,
            "source": "senet",
            "message": message,
            "relatedInformation": related,
            "tags": tags,
        })
    })
    .collect()
}
