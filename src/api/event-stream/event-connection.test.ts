import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { EventConnection, goneAfterMs, NoEventStreamError, silenceMs } from './event-connection.ts';

const encoder = new TextEncoder();

const refusal = (status: number, retryAfter: number | null = null) =>
  new ApiError({ status, message: '', operation: 'GET /events', retryAfter });

/** A stream that a test writes into. */
class TestStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly signal: AbortSignal;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(signal: AbortSignal) {
    this.signal = signal;
    this.body = new ReadableStream({ start: (controller) => void (this.#controller = controller) });
    signal.addEventListener('abort', () => this.#controller?.error(signal.reason));
  }

  async send(text: string): Promise<void> {
    this.#controller?.enqueue(encoder.encode(text));
    await settle();
  }

  async end(): Promise<void> {
    this.#controller?.close();
    await settle();
  }
}

/** Lets all promises go on: a macrotask comes after them. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A connection with a clock that a test moves. */
function connect({ random = 0.5, answer = (): Error | null => null } = {}) {
  const log: string[] = [];
  const streams: TestStream[] = [];
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const connection = new EventConnection({
    async open(signal, lastId) {
      const error = answer();
      if (error) {
        log.push(`refused at ${now}`);
        throw error;
      }
      log.push(`asked at ${now}${lastId === null ? '' : ` after ${lastId}`}`);
      const stream = new TestStream(signal);
      streams.push(stream);
      return stream.body;
    },
    onOpen: () => void log.push('open'),
    onEvent: ({ name, data }) => void log.push(`${name} ${data}`),
    onId: (id) => void log.push(`id ${id}`),
    onGone: () => void log.push(`gone at ${now}`),
    random: () => random,
    clock: {
      now: () => now,
      schedule(act, milliseconds) {
        const timer = { at: now + milliseconds, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
  });
  const advance = async (milliseconds: number) => {
    await settle();
    const end = now + milliseconds;
    for (let next; (next = nextTimer(end)); await settle()) {
      now = next.at;
      timers = timers.filter((timer) => timer !== next);
      next.act();
    }
    now = end;
  };
  const nextTimer = (end: number) => timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  const last = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('Nothing was opened.');
    return stream;
  };
  return { connection, log, streams, last, advance, waiting: () => timers.length };
}

/** The same, with an open stream. */
async function connected(options?: Parameters<typeof connect>[0]) {
  const all = connect(options);
  all.connection.resume();
  await settle();
  await all.last().send(': hello\n\n');
  all.log.length = 0;
  return all;
}

describe('a stream of events', () => {
  it('is open with its first bytes, and gives its events', async () => {
    const { connection, log, last } = connect();
    connection.resume();
    connection.resume();
    await settle();
    expect(log).toEqual(['asked at 0']);
    await last().send('event: editors\ndata: 1\n\nevent: ch');
    await last().send('ange\ndata: 2\n\n');
    expect(log).toEqual(['asked at 0', 'open', 'editors 1', 'change 2']);
  });

  it('comes back after as long as the server said', async () => {
    const { log, last, advance } = await connected();
    await last().send('retry: 7000\n\n');
    await last().end();
    await advance(6999);
    expect(log).toEqual([]);
    await advance(1);
    await last().send(':\n');
    expect(log).toEqual(['asked at 7000', 'open']);
  });

  it('goes on after the last id', async () => {
    const { log, last, advance } = await connected();
    await last().send('id: 7\nevent: change\ndata: 1\n\nid: 8\n\n');
    await last().end();
    await advance(3000);
    expect(log).toEqual(['change 1', 'id 7', 'id 8', 'asked at 3000 after 8']);
  });

  it('is gone when no attempt has succeeded for ten seconds', async () => {
    const { connection, log, advance } = connect({ answer: () => refusal(503) });
    connection.resume();
    await advance(goneAfterMs);
    expect(log).toContain(`gone at ${goneAfterMs}`);
  });

  it('waits longer each time, a minute at most, and shortly again after it was steady', async () => {
    const { log, last, advance } = await connected();
    for (const wait of [3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
      await last().end();
      log.length = 0;
      await advance(wait - 1);
      expect(log.filter((line) => line.startsWith('asked'))).toEqual([]);
      await advance(1);
      expect(log.at(-1)).toMatch('asked');
      await last().send(':\n');
    }
    for (let beat = 0; beat < 3; beat += 1) {
      await advance(15_000);
      await last().send(':\n');
    }
    await last().end();
    log.length = 0;
    await advance(3000);
    expect(log.at(-1)).toMatch('asked');
  });

  it('is asked for by different people at different times', async () => {
    const { log, last, advance } = await connected({ random: 0 });
    await last().end();
    await advance(2250);
    expect(log).toEqual(['asked at 2250']);
  });

  it('waits as long as an overloaded server asks', async () => {
    let answer: Error | null = refusal(429, 100);
    const { connection, log, advance } = connect({ answer: () => answer });
    connection.resume();
    await advance(99_999);
    expect(log).toEqual(['refused at 0', 'gone at 10000']);
    answer = null;
    await advance(1);
    expect(log.slice(2)).toEqual(['asked at 100000']);
  });

  it('is not requested again where there is none, or none for this person, until the tab is visible again', async () => {
    for (const error of [refusal(403), refusal(404), new NoEventStreamError()]) {
      const { connection, log, advance, waiting } = connect({ answer: () => error });
      connection.resume();
      await advance(600_000);
      expect(log).toEqual(['refused at 0', 'gone at 0']);
      expect(waiting()).toBe(0);
      connection.resume();
      await advance(0);
      expect(log.slice(2)).toEqual(['refused at 600000', 'gone at 600000']);
    }
  });

  it('is given up when it is silent', async () => {
    const { log, last, advance } = await connected();
    const { signal } = last();
    await advance(silenceMs - 1);
    await last().send(':\n');
    await advance(silenceMs - 1);
    expect(signal.aborted).toBe(false);
    await advance(1);
    expect(signal.aborted).toBe(true);
    await advance(3000);
    expect(log).toEqual([`asked at ${2 * silenceMs + 2999}`]);
  });

  it('is given up when an event is too long', async () => {
    const { log, last, advance } = await connected();
    const { signal } = last();
    await last().send(`data: ${'x'.repeat(300_000)}`);
    expect(signal.aborted).toBe(true);
    await advance(3000);
    expect(log).toEqual(['asked at 3000']);
  });

  it('forgets its events ten seconds after it is unmounted, and not before', async () => {
    const { connection, log, advance } = await connected();
    connection.pause();
    await advance(goneAfterMs - 1);
    expect(log).toEqual([]);
    await advance(1);
    expect(log).toEqual([`gone at ${goneAfterMs}`]);
  });

  it('says nothing of a short gap', async () => {
    const { log, last, advance } = await connected();
    await last().end();
    await advance(3000);
    await last().send(':\n');
    await advance(goneAfterMs);
    expect(log).toEqual(['asked at 3000', 'open']);
  });

  it('comes back at once when the tab is visible again', async () => {
    const { connection, log, last, streams } = await connected();
    const { signal } = last();
    connection.pause();
    expect(signal.aborted).toBe(true);
    connection.resume();
    await settle();
    await last().send(':\n');
    expect(log).toEqual(['asked at 0', 'open']);
    expect(streams).toHaveLength(2);
  });

  it('is opened again when another one is asked for', async () => {
    const { connection, log, last, streams } = await connected();
    connection.reopen();
    await settle();
    await last().send(':\n');
    expect(log).toEqual(['asked at 0', 'open']);
    expect(streams[0]?.signal.aborted).toBe(true);
    connection.pause();
    connection.reopen();
    await settle();
    expect(streams).toHaveLength(2);
  });

  it('leaves nothing behind when it is over', async () => {
    const { connection, log, advance, waiting } = await connected();
    connection.end();
    await advance(600_000);
    expect(log).toEqual([]);
    expect(waiting()).toBe(0);
  });

  it('is one at a time, whatever happens', async () => {
    const step = fc.constantFrom('resume', 'pause', 'reopen', 'send', 'end', 'wait');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { connection, streams, advance, waiting } = connect();
        const open = () => streams.filter(({ signal }) => !signal.aborted);
        const ended = new Set<TestStream>();
        for (const name of steps) {
          const stream = open().findLast((one) => !ended.has(one));
          if (name === 'resume') connection.resume();
          else if (name === 'pause') connection.pause();
          else if (name === 'reopen') connection.reopen();
          else if (name === 'wait') await advance(5000);
          else if (name === 'send') await stream?.send('data: 1\n\n');
          else if (stream) {
            ended.add(stream);
            await stream.end();
          }
          await settle();
          expect(open().length).toBeLessThanOrEqual(1);
        }
        connection.end();
        await settle();
        expect(open()).toEqual([]);
        expect(waiting()).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
