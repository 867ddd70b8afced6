//! What every workbench does, in process; `senet-server` runs the same over a WebSocket.

mod all;

use all::Client;
use senet_workbench::protocol::{Call, Message, PROTOCOL_VERSION};
use senet_workbench::{Library, Request, Workbench};
use std::collections::VecDeque;
use std::time::Duration;

/// A workbench in the same thread; jobs run when there is nothing else to hear.
struct Local {
    workbench: Workbench,
    queue: VecDeque<Message>,
    next: u32,
}

/// A clock that goes on with every look at it, so that searches end.
struct Ticking(std::sync::atomic::AtomicU64);

impl senet_players::Environment for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(50, std::sync::atomic::Ordering::Relaxed))
    }
}

impl Client for Local {
    fn send(&mut self, call: Call) -> u32 {
        self.next += 1;
        let request = Request { v: PROTOCOL_VERSION, id: self.next, call };
        // Through text, as everywhere else.
        let request = Request::from_json(&request.to_json()).expect("what was just written");
        self.queue.extend(self.workbench.handle(request, Duration::ZERO));
        self.next
    }

    fn next(&mut self) -> Message {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return message;
            }
            let (name, job, _) = self.workbench.take_job().expect("something is going on");
            let clock = Ticking(std::sync::atomic::AtomicU64::new(0));
            let result = job.finish(&clock);
            self.queue.extend(self.workbench.finish_job(&name, result, Duration::ZERO));
        }
    }
}

fn local() -> Local {
    Local { workbench: Workbench::new(Library::default()), queue: VecDeque::new(), next: 0 }
}

all::scenarios!(local);

#[test]
fn another_version_is_refused() {
    let mut workbench = Workbench::default();
    let request = Request { v: 99, id: 3, call: Call::Games {} };
    let answers = workbench.handle(request, Duration::ZERO);
    assert!(matches!(answers.as_slice(), [Message::Refused { id: 3, .. }]));
}
