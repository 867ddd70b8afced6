//! What one connection has for itself: texts that are written, and their games. Nothing of it is stored;
//! the page has the texts, and opens them again after a break.

use crate::room::{Outbox, text};
use crate::rooms::{Rooms, lock};
use senet_workbench::protocol::{Call, Message, PROTOCOL_VERSION, Request, WriteAsk};
use senet_workbench::{Job, JobResult, SearchKind, Workbench};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Studies of all connections that run at once; others wait. Each has a thread of its own, beside those of
/// bots, so that moves do not wait for it.
static STUDIES: Semaphore = Semaphore::const_new(2);

/// The workbench of one connection.
pub(crate) struct PrivateDesk {
    workbench: Mutex<Workbench>,
    /// The jobs that are out, by request; `None` for the moves of bots.
    jobs: Mutex<Vec<(Option<u32>, Arc<AtomicBool>)>>,
    rooms: Weak<Rooms>,
    outbox: Outbox,
    ended: AtomicBool,
    me: Weak<PrivateDesk>,
}

impl PrivateDesk {
    pub(crate) fn new(rooms: &Arc<Rooms>, outbox: &Outbox) -> Arc<PrivateDesk> {
        Arc::new_cyclic(|me| PrivateDesk {
            workbench: Mutex::new(Workbench::new(rooms.library().clone())),
            jobs: Mutex::default(),
            rooms: Arc::downgrade(rooms),
            outbox: outbox.clone(),
            ended: AtomicBool::new(false),
            me: me.clone(),
        })
    }

    /// Whether a call takes long, so that only a few at once are answered on the whole server.
    pub(crate) fn is_heavy(&self, call: &Call) -> bool {
        let Call::Write { call } = call else { return false };
        matches!(
            call.ask,
            WriteAsk::Live { .. } | WriteAsk::Balance { .. } | WriteAsk::Study { .. }
        )
    }

    /// Answers a call, and starts what follows from it.
    pub(crate) fn handle(&self, id: u32, call: Call) {
        let Some(rooms) = self.rooms.upgrade() else { return };
        let mut workbench = lock(&self.workbench);
        let request = Request { v: PROTOCOL_VERSION, id, call };
        let messages = workbench.handle(request, rooms.now());
        self.send(messages);
        self.start(&mut workbench, &rooms);
    }

    fn send(&self, messages: Vec<Message>) {
        for message in messages {
            self.outbox.send(text(&message));
        }
    }

    /// Starts jobs and waits for chance, as the workbench says.
    fn start(&self, workbench: &mut Workbench, rooms: &Arc<Rooms>) {
        if self.ended.load(Ordering::Relaxed) {
            return;
        }
        while let Some((name, job, pause)) = workbench.take_job() {
            let me = self.me.clone();
            self.later(rooms, pause, move || {
                if let Some(me) = me.upgrade() {
                    me.run(name, job);
                }
            });
        }
        while let Some(study) = workbench.take_study() {
            rooms.runtime().spawn(async move {
                let Ok(_permit) = STUDIES.acquire().await else { return };
                // Whoever asked may be gone when it is their turn.
                if !study.is_cancelled() {
                    let _ = tokio::task::spawn_blocking(move || study.run()).await;
                }
            });
        }
        for (name, pause) in workbench.take_chances() {
            let me = self.me.clone();
            self.later(rooms, pause, move || {
                let Some(me) = me.upgrade() else { return };
                let Some(rooms) = me.rooms.upgrade() else { return };
                let mut workbench = lock(&me.workbench);
                me.send(workbench.step_chance(&name, rooms.now()));
                me.start(&mut workbench, &rooms);
            });
        }
    }

    fn later(&self, rooms: &Arc<Rooms>, pause: Duration, work: impl FnOnce() + Send + 'static) {
        rooms.runtime().spawn(async move {
            tokio::time::sleep(pause).await;
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }

    fn run(&self, name: String, job: Job) {
        let Some(rooms) = self.rooms.upgrade() else { return };
        let request = match job.kind() {
            SearchKind::Hint(request) => Some(request),
            SearchKind::BotMove => None,
        };
        let flag = job.cancel_flag();
        lock(&self.jobs).push((request, Arc::clone(&flag)));
        let me = self.me.clone();
        let finish = move |result: JobResult| {
            let Some(me) = me.upgrade() else { return };
            let Some(rooms) = me.rooms.upgrade() else { return };
            lock(&me.jobs).retain(|(_, other)| !Arc::ptr_eq(other, &flag));
            if me.ended.load(Ordering::Relaxed) {
                return;
            }
            let mut workbench = lock(&me.workbench);
            me.send(workbench.finish_job(&name, result, rooms.now()));
            me.start(&mut workbench, &rooms);
        };
        rooms.pool().run(job, Box::new(finish));
    }

    /// Ends a search early.
    pub(crate) fn cancel(&self, request: u32) {
        for (of, flag) in lock(&self.jobs).iter() {
            if *of == Some(request) {
                flag.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The connection has ended.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        for (_, flag) in lock(&self.jobs).iter() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}
