import { describe, expect, it } from 'vitest';
import {
  SharedStream,
  type SharedStreamOptions,
  type StreamStart,
  type StreamState,
  type TabLock,
  unattendedMs,
} from './shared-stream.ts';

const encoder = new TextEncoder();

/** Lets all promises go on: a macrotask comes after them. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A browser with tabs: one lock, one channel, and a clock that a test moves. */
class TestBrowser implements TabLock {
  now = 1_000_000;
  timers: { at: number; act: () => void }[] = [];
  /** The streams that the server has seen, the open ones among them. */
  streams: {
    start: StreamStart;
    subjects: readonly string[];
    signal: AbortSignal;
    send: (text: string) => void;
  }[] = [];
  refusal: Error | null = null;
  readonly #listeners = new Map<TestTab, (message: never) => void>();
  #holder: { reject: (reason: Error) => void; released: Promise<void> } | null = null;
  #waiting: (() => void)[] = [];

  get openStreams() {
    return this.streams.filter(({ signal }) => !signal.aborted);
  }

  async open(...[signal, start, subjects]: Parameters<SharedStreamOptions['open']>) {
    if (this.refusal) throw this.refusal;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        this.streams.push({ start, subjects, signal, send });
        signal.addEventListener('abort', () => controller.error(signal.reason));
        const beat = () => {
          if (signal.aborted) return;
          send(':\n\n');
          this.schedule(beat, 15_000);
        };
        beat();
      },
    });
  }

  /** Sends to the open stream. */
  async send(text: string): Promise<void> {
    for (const { send } of this.openStreams) send(text);
    await settle();
  }

  post(from: TestTab, message: never): void {
    for (const [tab, listener] of this.#listeners) if (tab !== from && !tab.isFrozen) listener(message);
  }

  listen(tab: TestTab, listener: (message: never) => void): () => void {
    this.#listeners.set(tab, listener);
    return () => this.#listeners.delete(tab);
  }

  async request(hold: () => Promise<void>, { signal, steal }: { signal: AbortSignal; steal: boolean }) {
    if (steal) this.#holder?.reject(new Error('Stolen.'));
    else {
      while (this.#holder) {
        await new Promise<void>((resolve, reject) => {
          this.#waiting.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('Aborted.')));
        });
      }
    }
    let reject: (reason: Error) => void = () => {};
    const stolen = new Promise<void>((_, rejectStolen) => (reject = rejectStolen));
    const released = hold();
    const holder = { reject, released };
    this.#holder = holder;
    try {
      await Promise.race([released, stolen]);
    } finally {
      if (this.#holder === holder) {
        this.#holder = null;
        for (const wake of this.#waiting.splice(0)) wake();
      }
    }
  }

  async advance(milliseconds: number): Promise<void> {
    await settle();
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.now = next.at;
      this.timers = this.timers.filter((timer) => timer !== next);
      next.act();
      await settle();
    }
    this.now = end;
  }

  schedule(act: () => void, milliseconds: number): () => void {
    const timer = { at: this.now + milliseconds, act };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }
}

class TestTab {
  readonly log: string[] = [];
  state: StreamState = 'starting';
  otherTabs = '';
  /** Its timers run on, but it hears nothing and answers nobody. */
  isFrozen = false;
  readonly stream: SharedStream;

  constructor(browser: TestBrowser, name: string, since = browser.now) {
    this.stream = new SharedStream({
      channel: {
        post: (message) => browser.post(this, message as never),
        listen: (listener) => browser.listen(this, listener as (message: never) => void),
      },
      lock: browser,
      clock: { now: () => browser.now, schedule: (act, ms) => browser.schedule(act, ms) },
      random: () => 0.5,
      tab: name,
      since,
      open: (signal, start, subjects) => browser.open(signal, start, subjects),
      onEvent: ({ data }) => void this.log.push(data),
      onState: (state) => void (this.state = state),
      onOtherTabs: (subjects) => void (this.otherTabs = subjects.join(' ')),
      isMissing: () => false,
    });
  }

  async show(...subjects: string[]): Promise<this> {
    this.stream.report(true, subjects);
    await settle();
    return this;
  }

  async hide(): Promise<void> {
    this.stream.report(false, []);
    await settle();
  }

  async close(): Promise<void> {
    this.stream.end();
    await settle();
  }
}

describe('the stream of a browser', () => {
  it('is one for all tabs, and all have its events', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show();
    const second = await new TestTab(browser, 'b').show();
    await browser.send('id: 1\nevent: change\ndata: x\n\n');
    expect(browser.streams).toHaveLength(1);
    expect([first.log, second.log]).toEqual([['x'], ['x']]);
    expect([first.state, second.state]).toEqual(['open', 'open']);
  });

  it('starts with what has happened since the tab was loaded', async () => {
    const browser = new TestBrowser();
    await new TestTab(browser, 'a', browser.now - 5000).show();
    expect(browser.streams[0]?.start).toEqual({ since: 995_000 });
  });

  it('goes on after the last id in the next tab when the leading one is closed', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show();
    const second = await new TestTab(browser, 'b').show();
    await browser.send('id: 1\n\n');
    const third = await new TestTab(browser, 'c').show();
    await browser.send('id: 2\ndata: x\n\n');
    await first.close();
    expect(browser.openStreams.map(({ start }) => start)).toEqual([{ after: '2' }]);
    await browser.send('id: 3\ndata: y\n\n');
    expect([first.log, second.log, third.log]).toEqual([['x'], ['x', 'y'], ['x', 'y']]);
  });

  it('tells a tab what it has missed while it was loading', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show();
    await browser.send('data: before\n\n');
    await browser.advance(1000);
    const loadedAt = browser.now;
    await browser.advance(1000);
    await browser.send('id: 1\ndata: meanwhile\n\n');
    const second = await new TestTab(browser, 'b', loadedAt).show();
    expect(second.log).toEqual(['meanwhile']);
    expect(first.log).toEqual(['before', 'meanwhile']);
  });

  it('has a tab read everything that was loaded before what the leading one remembers', async () => {
    const browser = new TestBrowser();
    await new TestTab(browser, 'a').show();
    await browser.send('id: 1\n\n');
    const second = await new TestTab(browser, 'b', browser.now - 1).show();
    expect(second.log).toEqual(['{}']);
  });

  it('is open for ten minutes after the last tab was hidden, and again with the first that is shown', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show();
    const second = await new TestTab(browser, 'b').show();
    await browser.send('id: 1\n\n');
    await first.hide();
    await browser.advance(unattendedMs * 3);
    expect(browser.openStreams).toHaveLength(1);
    await second.hide();
    await browser.advance(unattendedMs - 1);
    expect(browser.openStreams).toHaveLength(1);
    await browser.advance(1);
    expect(browser.openStreams).toHaveLength(0);
    expect([first.state, second.state]).toEqual(['paused', 'paused']);
    await second.show();
    expect(browser.openStreams.map(({ start }) => start)).toEqual([{ after: '1' }]);
    expect(second.state).toBe('open');
  });

  it('is read by a visible tab when the leading one does not answer, and never by two', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show();
    const second = await new TestTab(browser, 'b').show();
    await browser.send('id: 1\n\n');
    await first.hide();
    await browser.advance(120_000);
    expect(browser.streams).toHaveLength(1);
    first.isFrozen = true;
    await browser.advance(120_000);
    expect(browser.openStreams.map(({ start }) => start)).toEqual([{ after: '1' }]);
    first.isFrozen = false;
    await browser.send('data: x\n\n');
    expect([first.log, second.log]).toEqual([['x'], ['x']]);
    await second.close();
    expect(browser.openStreams).toHaveLength(1);
  });

  it('says what the visible tabs have open', async () => {
    const browser = new TestBrowser();
    const first = await new TestTab(browser, 'a').show('site:1');
    const second = await new TestTab(browser, 'b').show('site:2');
    expect(browser.openStreams.map(({ subjects }) => subjects)).toEqual([['site:1', 'site:2']]);
    expect([first.otherTabs, second.otherTabs]).toEqual(['site:2', 'site:1']);
    await second.hide();
    expect(first.otherTabs).toBe('');
    expect(browser.openStreams.map(({ subjects }) => subjects)).toEqual([['site:1']]);
    await first.show();
    expect(browser.openStreams.map(({ subjects }) => subjects)).toEqual([[]]);
  });

  it('is not there, for every tab, where the server refuses it', async () => {
    const browser = new TestBrowser();
    browser.refusal = new Error('away');
    const first = await new TestTab(browser, 'a').show();
    const second = await new TestTab(browser, 'b').show();
    await browser.advance(10_000);
    expect([first.state, second.state]).toEqual(['broken', 'broken']);
    browser.refusal = null;
    await browser.advance(60_000);
    expect([first.state, second.state]).toEqual(['open', 'open']);
    first.stream.setOnline(false);
    expect(browser.openStreams).toHaveLength(0);
    expect(second.state).toBe('paused');
  });
});
