// The connection to a workbench: requests with answers, updates, and a new try after a break.

import {
  type Answer,
  type Call,
  type MatchView,
  type Message,
  PROTOCOL_VERSION,
  type Request,
} from './types';

/** A request that was refused, with the reason in a sentence. */
export class Refused extends Error {}

/** What a page needs from a workbench, wherever that runs. */
export interface Workbench {
  ask<K extends Answer['answer']>(call: Call, kind: K): Promise<Extract<Answer, { answer: K }>>;
  /** Calls back for each update of a match; returns how to stop. */
  watch(id: string, update: (view: MatchView) => void): () => void;
  /** Calls back after a lost connection is there again. */
  onReconnect(back: () => void): () => void;
  /** Calls back when the connection is lost or there again. */
  onState(state: (connected: boolean) => void): () => void;
  /** Rises with every connection. */
  readonly epoch: number;
  /** Ends the connection for good. */
  close(): void;
}

type Waiting = { resolve: (answer: Answer) => void; reject: (why: Error) => void; text: string; sent: boolean };

/** A workbench behind a WebSocket. */
export class SocketWorkbench implements Workbench {
  epoch = 0;
  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private watchers = new Map<string, Set<(view: MatchView) => void>>();
  private reconnects = new Set<() => void>();
  private states = new Set<(connected: boolean) => void>();
  private tries = 0;
  private greeted = false;
  private wasConnected = false;
  private closed = false;

  constructor(private readonly url: string) {
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.greeted = false;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.socket = null;
      this.greeted = false;
      for (const state of this.states) state(false);
      // What was sent may have been done or not, and whoever sent it has to find out.
      for (const [id, { reject, sent }] of [...this.waiting]) {
        if (!sent) continue;
        this.waiting.delete(id);
        reject(new Error('the connection was lost'));
      }
      this.tries += 1;
      setTimeout(() => this.connect(), Math.min(5000, 200 * 2 ** Math.min(this.tries, 5)));
    };
  }

  private receive(message: Message): void {
    switch (message.is) {
      case 'welcome': {
        if (message.v !== PROTOCOL_VERSION) location.reload();
        this.greeted = true;
        this.epoch += 1;
        this.tries = 0;
        // Matches are joined again before anything is done in them.
        if (this.wasConnected) for (const back of this.reconnects) back();
        this.wasConnected = true;
        for (const one of this.waiting.values()) {
          if (one.sent) continue;
          this.socket?.send(one.text);
          one.sent = true;
        }
        for (const state of this.states) state(true);
        break;
      }
      case 'answer':
        this.settle(message.id)?.resolve(message.answer);
        break;
      case 'refused':
        this.settle(message.id)?.reject(new Refused(message.why));
        break;
      case 'update':
        for (const update of this.watchers.get(message.id) ?? []) update(message.view);
        break;
    }
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  ask<K extends Answer['answer']>(call: Call, kind: K): Promise<Extract<Answer, { answer: K }>> {
    const id = this.next++;
    const request: Request = { v: PROTOCOL_VERSION, id, call };
    const text = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, {
        text,
        sent: this.greeted,
        reject,
        resolve: (answer) =>
          answer.answer === kind
            ? resolve(answer as Extract<Answer, { answer: K }>)
            : reject(new Error(`an answer of the wrong kind: ${answer.answer}`)),
      });
      if (this.greeted) this.socket?.send(text);
    });
  }

  watch(id: string, update: (view: MatchView) => void): () => void {
    const all = this.watchers.get(id) ?? new Set();
    all.add(update);
    this.watchers.set(id, all);
    return () => {
      all.delete(update);
      if (all.size === 0) this.watchers.delete(id);
    };
  }

  onReconnect(back: () => void): () => void {
    this.reconnects.add(back);
    return () => this.reconnects.delete(back);
  }

  onState(state: (connected: boolean) => void): () => void {
    this.states.add(state);
    return () => this.states.delete(state);
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}

/** The address of the WebSocket beside a page. */
export function socketAddress(page: string): string {
  const url = new URL('ws', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return url.href;
}
