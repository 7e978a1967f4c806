import type { StreamEvent } from '#src/lib/text/event-stream.ts';
import { EventConnection, type ConnectionClock } from './event-connection.ts';

/** How long after a tab was last visible the stream stays open. */
export const unattendedMs = 10 * 60_000;
/** How often a visible tab reports. */
const reportMs = 30_000;
/** A tab that has not reported for so long has ended without a word. */
const forgottenMs = 3 * reportMs;
/** As many reports in sequence without an answer mean that the leading tab does not run any more. */
const maxUnanswered = 2;
/** Events that a tab which opens later may have missed. */
const maxRecent = 500;
const recentMs = 120_000;

/**
 * What is known of the stream.
 * - `starting`: nothing yet.
 * - `open`: what is shown is current.
 * - `broken`: there is no connection, and attempts go on.
 * - `refused`: this person may not follow.
 * - `missing`: the server has no stream.
 * - `paused`: no tab is visible, or the browser is offline.
 */
export type StreamState = 'starting' | 'open' | 'broken' | 'refused' | 'missing' | 'paused';

/** Where a connection starts: after an id, or with what has happened since a time in milliseconds. */
export type StreamStart = { after: string } | { since: number };

type Message =
  | { kind: 'report'; tab: string; isVisible: boolean; subjects: readonly string[]; since: number | null }
  | { kind: 'bye'; tab: string }
  /** `to`: the only tab that it is for. */
  | { kind: 'state'; state: StreamState; lastId: string | null; to?: string }
  | { kind: 'event'; event: StreamEvent; to?: string }
  | { kind: 'id'; id: string };

/** What all tabs of a browser hear, except the one that posts it. */
export interface TabChannel {
  post(message: Message): void;
  /** @returns a function that ends it */
  listen(listener: (message: Message) => void): () => void;
}

/** What one tab of a browser can have at a time. */
export interface TabLock {
  /**
   * Calls `hold` once this tab has the lock, which it has until the returned promise is settled. Rejects when another tab
   * has taken the lock, or `signal` is aborted before it is there.
   *
   * @param steal take it at once, also from a tab that has it
   */
  request(hold: () => Promise<void>, options: { signal: AbortSignal; steal: boolean }): Promise<void>;
}

export interface SharedStreamOptions {
  channel: TabChannel;
  lock: TabLock;
  clock: ConnectionClock;
  random(): number;
  /** Identifies this tab. */
  tab: string;
  /** From when on this tab has to know what happens, in milliseconds. */
  since: number;
  open(
    signal: AbortSignal,
    start: StreamStart,
    subjects: readonly string[],
  ): Promise<ReadableStream<Uint8Array>>;
  onEvent(event: StreamEvent): void;
  onState(state: StreamState): void;
  /** What other visible tabs have open is another. */
  onOtherTabs(subjects: readonly string[]): void;
  isMissing(refusal: unknown): boolean;
}

interface TabReport {
  isVisible: boolean;
  subjects: readonly string[];
  at: number;
}

/**
 * One stream for all tabs of a browser: the tab that has the lock reads it and passes everything on. When it is closed, the
 * next one goes on after the last id.
 */
export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #tabs = new Map<string, TabReport>();
  readonly #stopListening: () => void;
  #connection: EventConnection | null = null;
  #state: StreamState = 'starting';
  #lastId: string | null = null;
  /** Whether this tab has everything since its start, or gets it from the tab that reads. */
  #isCaughtUp = false;
  #recent: { at: number; event: StreamEvent }[] = [];
  #lastVisibleAt: number;
  #openedSubjects = '';
  #otherTabs = '';
  #unanswered = 0;
  #waiting = new AbortController();
  #release: () => void = () => {};
  #isOnline = true;
  #isWanted = false;
  #isEnded = false;
  #cancelReport = () => {};
  #cancelUnattended = () => {};

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    this.#lastVisibleAt = options.clock.now();
    this.#stopListening = options.channel.listen((message) => this.#receive(message));
    void this.#waitForLead(false);
  }

  /** Says whether this tab is visible and what it shows, to be told who else does. */
  report(isVisible: boolean, subjects: readonly string[]): void {
    const { tab, clock } = this.#options;
    const wasVisible = this.#tabs.get(tab)?.isVisible === true;
    this.#note(tab, { isVisible, subjects, at: clock.now() }, wasVisible);
    this.#postReport();
  }

  /** Pauses while the browser has no connection. */
  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline;
    this.#update();
  }

  /** Leaves the stream to other tabs. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelReport();
    this.#stopLeading();
    this.#options.channel.post({ kind: 'bye', tab: this.#options.tab });
    this.#stopListening();
    this.#waiting.abort();
    this.#release();
  }

  /** Reports at once, and again and again while this tab is visible. */
  #postReport(): void {
    const { channel, clock, tab, since } = this.#options;
    this.#cancelReport();
    const report = this.#tabs.get(tab);
    if (this.#isEnded || !report) return;
    this.#note(tab, { ...report, at: clock.now() }, report.isVisible);
    if (!this.#connection && this.#unanswered >= maxUnanswered && report.isVisible) this.#takeOver();
    if (!this.#connection) this.#unanswered += 1;
    const { isVisible, subjects } = report;
    channel.post({ kind: 'report', tab, isVisible, subjects, since: this.#isCaughtUp ? null : since });
    if (isVisible) this.#cancelReport = clock.schedule(() => this.#postReport(), reportMs);
  }

  #receive(message: Message): void {
    const { tab, clock } = this.#options;
    if ('to' in message && message.to !== undefined && message.to !== tab) return;
    if (message.kind === 'report') {
      const { isVisible, subjects, since } = message;
      const formerReport = this.#tabs.get(message.tab);
      const wasVisible = formerReport?.isVisible === true;
      this.#note(message.tab, { isVisible, subjects, at: clock.now() }, wasVisible);
      if (this.#connection) this.#answer(message.tab, since);
      // It does not know of this tab yet.
      if (!formerReport) this.#postReport();
    } else if (message.kind === 'bye') {
      this.#tabs.delete(message.tab);
      this.#tellOtherTabs();
      this.#update();
    } else if (this.#connection === null) this.#follow(message);
  }

  /** What the leading tab says. */
  #follow(message: Message): void {
    const { tab, onEvent } = this.#options;
    if (message.kind === 'event') {
      onEvent(message.event);
      this.#remember(message.event);
    } else if (message.kind === 'id') this.#lastId = message.id;
    else if (message.kind === 'state') {
      this.#unanswered = 0;
      if (message.lastId !== null) this.#lastId = message.lastId;
      this.#isCaughtUp ||= message.to === tab;
      this.#setState(message.state);
    }
  }

  /** @param since from when on the other tab has to know what happens; null if it does */
  #answer(to: string, since: number | null): void {
    const { channel, clock } = this.#options;
    if (since !== null) {
      const later = this.#recent.filter(({ at }) => at >= since);
      // This tab has everything since its own start, and of that the last events.
      const isKept =
        since >= this.#options.since && clock.now() - since < recentMs && later.length < maxRecent;
      const missed = isKept ? later.map(({ event }) => event) : [resync];
      for (const event of missed) channel.post({ kind: 'event', event, to });
    }
    channel.post({ kind: 'state', state: this.#state, lastId: this.#lastId, to });
  }

  #note(tab: string, report: TabReport, wasVisible: boolean): void {
    this.#tabs.set(tab, report);
    if (report.isVisible || wasVisible) this.#lastVisibleAt = report.at;
    this.#tellOtherTabs();
    this.#update(report.isVisible && !wasVisible);
  }

  #tellOtherTabs(): void {
    const { tab: own, onOtherTabs } = this.#options;
    const subjects = [...this.#tabs].flatMap(([tab, report]) =>
      tab !== own && report.isVisible ? report.subjects : [],
    );
    if (subjects.join(' ') === this.#otherTabs) return;
    this.#otherTabs = subjects.join(' ');
    onOtherTabs(subjects);
  }

  async #waitForLead(steal: boolean): Promise<void> {
    this.#waiting.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const hold = () =>
      new Promise<void>((resolve) => {
        if (this.#isEnded || waiting.signal.aborted) return resolve();
        this.#release = resolve;
        this.#lead();
      });
    try {
      await this.#options.lock.request(hold, { signal: waiting.signal, steal });
    } catch {
      if (this.#isEnded || this.#waiting !== waiting) return;
      // The browser denies locks to this page, which then reads for itself.
      if (!this.#connection) return this.#lead();
      // Another tab has taken it, because this one did not answer.
      this.#stopLeading();
      this.#unanswered = 0;
      void this.#waitForLead(false);
    }
  }

  #takeOver(): void {
    this.#unanswered = 0;
    void this.#waitForLead(true);
  }

  #lead(): void {
    const { open, onEvent, channel, clock, random, since, isMissing } = this.#options;
    this.#connection = new EventConnection(
      {
        open: (signal, lastId) => {
          const subjects = this.#subjects();
          this.#openedSubjects = subjects.join(' ');
          return open(signal, lastId !== null && this.#isCaughtUp ? { after: lastId } : { since }, subjects);
        },
        onOpen: () => this.#setState('open'),
        onEvent: (event) => {
          onEvent(event);
          this.#remember(event);
          channel.post({ kind: 'event', event });
        },
        onId: (id) => {
          this.#isCaughtUp = true;
          this.#lastId = id;
          channel.post({ kind: 'id', id });
        },
        onGone: (refusal) => {
          if (refusal === null) this.#setState('broken');
          else this.#setState(isMissing(refusal) ? 'missing' : 'refused');
        },
        clock,
        random,
      },
      this.#lastId,
    );
    this.#update();
  }

  #stopLeading(): void {
    this.#connection?.end();
    this.#connection = null;
    this.#isWanted = false;
    this.#cancelUnattended();
  }

  #remember(event: StreamEvent): void {
    this.#recent.push({ at: this.#options.clock.now(), event });
    if (this.#recent.length > maxRecent) this.#recent.shift();
  }

  /**
   * Opens, closes or reopens the stream as the tabs want it.
   *
   * @param isAwaited a tab was shown: another attempt is made at once
   */
  #update(isAwaited = false): void {
    const { clock } = this.#options;
    const connection = this.#connection;
    if (!connection) return;
    this.#cancelUnattended();
    const remainingMs = this.#lastVisibleAt + unattendedMs - clock.now();
    if (remainingMs <= 0 || !this.#isOnline) {
      connection.pause();
      this.#isWanted = false;
      this.#setState('paused');
      return;
    }
    this.#cancelUnattended = clock.schedule(() => this.#update(), remainingMs);
    if (this.#state === 'paused') this.#setState('starting');
    if (isAwaited || !this.#isWanted) connection.resume();
    this.#isWanted = true;
    if (this.#subjects().join(' ') !== this.#openedSubjects) connection.reopen();
  }

  /** What visible tabs show. */
  #subjects(): string[] {
    const { clock } = this.#options;
    const subjects = new Set<string>();
    for (const [tab, report] of this.#tabs) {
      if (clock.now() - report.at > forgottenMs && tab !== this.#options.tab) this.#tabs.delete(tab);
      else if (report.isVisible) for (const subject of report.subjects) subjects.add(subject);
    }
    return [...subjects].toSorted();
  }

  #setState(state: StreamState): void {
    const { channel, onState } = this.#options;
    if (this.#connection) channel.post({ kind: 'state', state, lastId: this.#lastId });
    if (state === this.#state) return;
    this.#state = state;
    onState(state);
  }
}

/** What a stream says where something was missed. */
const resync: StreamEvent = { name: 'resync', data: '{}' };
