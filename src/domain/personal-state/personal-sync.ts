import type { PersonalStateEntryUpdate } from '#api/generated/types.gen.ts';
import { byKey, changesBetween, mergeEntries, type PersonalEntry, withChanges } from './merge.ts';

/** Thrown for entries that the server refuses: sending them again would be in vain. */
export class RefusedEntries extends Error {
  /** The position of the one that it names. */
  readonly position: number | null;
  /** Whether there are too many entries of a kind. */
  readonly isLimit: boolean;

  constructor(message: string, { position, isLimit }: { position: number | null; isLimit: boolean }) {
    super(message);
    this.position = position;
    this.isLimit = isLimit;
  }
}

/** Thrown once nothing can be exchanged any more: the server lacks the operations, or the person has no access. */
export class ExchangeEnded extends Error {}

export interface RefusedEntry {
  entry: PersonalStateEntryUpdate;
  reason: string;
}

export interface SyncParts {
  /** The person's state as screens of this browser show it. */
  browser: {
    read(): PersonalEntry[];
    write(entries: readonly PersonalEntry[]): void;
  };
  /** What the server was last known to have; null before the first exchange. Shared by all tabs. */
  base: {
    read(): PersonalEntry[] | null;
    write(entries: readonly PersonalEntry[]): void;
  };
  server: {
    read(): Promise<readonly PersonalEntry[]>;
    /** Rejects with `RefusedEntries`, `ExchangeEnded`, or with another error for what may work later. */
    write(entries: readonly PersonalStateEntryUpdate[]): Promise<void>;
  };
  /** Runs an action while no other tab of the browser runs one. */
  inTurn(action: () => Promise<void>): Promise<void>;
  /** Says what the server refused. It stays in this browser. */
  onRefused(refused: readonly RefusedEntry[]): void;
  /** Milliseconds to wait after a failure at least, as the server says. */
  waitOf(error: unknown): number;
}

export interface PersonalSync {
  /** Sends what differs within `delayMs`, together with what changes until then. */
  send(delayMs: number): void;
  /** Sends at once, as the tab may be closed. */
  flush(): void;
  /** Reads the server's state, merges it, and sends what differs. */
  exchange(): Promise<void>;
  /** Whether it exchanges nothing any more. */
  isEnded(): boolean;
}

interface SendResult {
  sent: readonly PersonalStateEntryUpdate[];
  refusal: (RefusedEntry & { isLimit: boolean }) | null;
}

/** What the server takes at once. */
const maxEntries = 200;
/** Browsers send at most 64 KB after a tab is closed. */
const maxLength = 50_000;
const minRetryMs = 2000;
const maxRetryMs = 60_000;

const idOf = (change: PersonalStateEntryUpdate) => JSON.stringify(change);

/** Keeps the browser's copy of a person's state and the server's alike. */
// oxlint-disable-next-line max-lines-per-function -- one state, which every step reads and changes
export function createPersonalSync(parts: SyncParts): PersonalSync {
  const { browser, base, server } = parts;
  /** Changes that the server refused. */
  const refusedIds = new Set<string>();
  let timer: { id: ReturnType<typeof setTimeout>; dueAt: number } | null = null;
  let running: Promise<void> | null = null;
  /** What was asked for while an exchange was running. */
  let next: 'read' | 'send' | null = null;
  let isEnded = false;
  let failures = 0;

  async function readAndMerge(): Promise<void> {
    const theirs = byKey(await server.read());
    // The copy first: with a newer base it would seem to have deleted what it lacks.
    browser.write([...mergeEntries(byKey(base.read() ?? []), byKey(browser.read()), theirs).values()]);
    base.write([...theirs.values()]);
  }

  async function sendAll(): Promise<void> {
    const refused: RefusedEntry[] = [];
    let sentState = byKey(base.read() ?? []);
    for (;;) {
      const unsent = changesBetween(sentState, byKey(browser.read())).filter(
        (change) => !refusedIds.has(idOf(change)),
      );
      if (unsent.length === 0) break;
      const result = await sendSome(firstBatch(unsent));
      if (result.sent.length > 0) {
        sentState = withChanges(sentState, result.sent);
        base.write([...sentState.values()]);
        // There is room again.
        if (result.sent.some(({ value }) => value === null)) refusedIds.clear();
      }
      const { refusal } = result;
      if (!refusal) continue;
      const { entry, isLimit, reason } = refusal;
      const entries = isLimit ? unsent.filter(({ kind, value }) => kind === entry.kind && value) : [entry];
      for (const each of entries) refusedIds.add(idOf(each));
      refused.push(...entries.map((each) => ({ entry: each, reason })));
    }
    if (refused.length > 0) parts.onRefused(refused);
  }

  /** Sends a batch, or of one that the server refuses a half, until it is clear which entry it refuses. */
  async function sendSome(batch: readonly PersonalStateEntryUpdate[]): Promise<SendResult> {
    try {
      await server.write(batch);
      return { sent: batch, refusal: null };
    } catch (error) {
      if (!(error instanceof RefusedEntries)) throw error;
      const { position, isLimit, message: reason } = error;
      const entry = batch[batch.length === 1 ? 0 : (position ?? -1)];
      if (entry) return { sent: [], refusal: { entry, isLimit, reason } };
      return sendSome(batch.slice(0, Math.ceil(batch.length / 2)));
    }
  }

  async function run(kind: 'read' | 'send'): Promise<void> {
    try {
      await parts.inTurn(async () => {
        if (kind === 'read' || failures > 0 || base.read() === null) await readAndMerge();
        await sendAll();
      });
      failures = 0;
    } catch (error) {
      if (error instanceof ExchangeEnded) isEnded = true;
      else {
        const waitMs = Math.min(minRetryMs * 2 ** failures, maxRetryMs);
        clearTimer();
        send(Math.max(waitMs, parts.waitOf(error)));
        failures += 1;
      }
    }
  }

  function start(kind: 'read' | 'send'): Promise<void> {
    if (isEnded) return Promise.resolve();
    if (running) {
      next = kind === 'read' ? kind : (next ?? kind);
      return running;
    }
    clearTimer();
    running = run(kind).finally(() => {
      running = null;
      const following = next;
      next = null;
      // After a failure the timer is set.
      if (following && failures === 0) void start(following);
    });
    return running;
  }

  function send(delayMs: number): void {
    const dueAt = Date.now() + delayMs;
    // What has failed waits, whatever changes.
    if (isEnded || (timer && (failures > 0 || timer.dueAt <= dueAt))) return;
    clearTimer();
    timer = { id: setTimeout(() => void start('send'), delayMs), dueAt };
  }

  function clearTimer(): void {
    clearTimeout(timer?.id);
    timer = null;
  }

  return {
    send,
    flush: () => void start('send'),
    exchange: () => start('read'),
    isEnded: () => isEnded,
  };
}

/** The first changes that fit into one request. */
function firstBatch(changes: readonly PersonalStateEntryUpdate[]): PersonalStateEntryUpdate[] {
  let length = 0;
  const end = changes.findIndex((change, index) => {
    length += idOf(change).length;
    return index > 0 && (index >= maxEntries || length > maxLength);
  });
  return end === -1 ? [...changes] : changes.slice(0, end);
}
