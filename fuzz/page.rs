//! The protocol of the page, fuzzed: any lines are requests of one user. It panics if a promise is broken, and
//! returns otherwise. The tests of `senet-cli` run it briefly, libFuzzer as long as you like.

use senet_players::Environment;
use senet_workbench::protocol::{Call, LONGEST_REQUEST, StudyAsk, WriteAsk};
use senet_workbench::{Library, Message, Request, Workbench};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// So many requests of one text; a page sends them one by one, and each has the same bounds.
const REQUESTS: usize = 20;
/// So many searches are begun for one text.
const JOBS: usize = 4;

/// A clock that goes on by a millisecond whenever it is read, and a caller who waits for two hundred of them.
struct Hurry(AtomicU64);

impl Environment for Hurry {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }

    fn is_cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 200
    }
}

/// Lines, each a request as JSON. What cannot be read is left out, as a server does it.
pub(crate) fn protocol(text: &str) {
    let mut workbench = Workbench::new(Library::default());
    let mut jobs = 0;
    let lines = text.lines().filter(|line| line.len() <= LONGEST_REQUEST);
    let requests = lines.filter_map(|line| serde_json::from_str::<Request>(line).ok());
    for (i, request) in requests.take(REQUESTS).enumerate() {
        let now = Duration::from_secs(i as u64);
        let (id, short) = (request.id, is_short(&request.call));
        let messages = workbench.handle(request, now);
        // Searches are answered when they are done; everything else is answered once, and at once.
        let is_answer = |message: &&Message| match message {
            Message::Answer { id: of, .. } | Message::Refused { id: of, .. } => *of == id,
            Message::Welcome { .. } | Message::Update { .. } => false,
        };
        assert!(messages.iter().filter(is_answer).count() <= 1, "{messages:?}");
        sent(&messages);
        if let Some(study) = workbench.take_study().filter(|_| short) {
            study.run();
        }
        while jobs < JOBS
            && let Some((name, job, _)) = workbench.take_job()
        {
            jobs += 1;
            let found = job.finish(&Hurry(AtomicU64::new(0)));
            sent(&workbench.finish_job(&name, found, now));
        }
        for (name, _) in workbench.take_chances() {
            sent(&workbench.step_chance(&name, now));
        }
    }
}

/// Whether a study is over soon; others are left undone, as by a server that has no thread for them.
fn is_short(call: &Call) -> bool {
    let Call::Write { call } = call else { return false };
    let WriteAsk::Study { study } = &call.ask else { return false };
    match study {
        StudyAsk::Statistics { games, thought } => *games <= 20 && *thought <= 5,
        StudyAsk::Sweep { values, games, .. } => *games <= 10 && values.len() <= 3,
        StudyAsk::Properties { positions }
        | StudyAsk::Explore { positions }
        | StudyAsk::Solve { positions } => *positions <= 200,
        StudyAsk::Report {} => false,
    }
}

/// What is sent can be read again, and is the same.
fn sent(messages: &[Message]) {
    for message in messages {
        let text = serde_json::to_string(message).expect("messages are plain data");
        let again: Message = serde_json::from_str(&text).expect("what is sent can be read");
        let printed = serde_json::to_string(&again).expect("messages are plain data");
        assert_eq!(printed, text, "read and written again");
    }
}
