import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { newId } from '#server/base/ids.ts';
import { isUnavailable } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { dayOf, saltOf } from './daily-salt.ts';
import { type BatchRows, type Client, type Figure, FigureBatch } from './figure-batch.ts';
import { readerOf } from './reader-kind.ts';
import { writeBatch } from './write-batch.ts';

/** How long what was counted waits to be written, in ms: a server that is killed loses at most so much. */
export const BATCH_MS = 5000;

const DAY_MS = 24 * 60 * 60_000;

/**
 * How many figures wait to be added to the batch together: each by itself, between other work, takes several times as
 * long.
 */
const MAX_PENDING = 500;

/** Who did something. */
export interface Sender extends Client {
  /** Whether it asks not to be followed: then it is not told apart from others. */
  isPrivate: boolean;
}

/** A batch on its way, which is sent again with the same id until the database has taken it. */
interface SentBatch {
  id: string;
  day: string;
  rows: BatchRows;
  attempts: number;
}

/** A batch that a working database does not take is given up after so many attempts: it must not keep back the others. */
const MAX_ATTEMPTS = 20;

interface Context {
  db: Kysely<Database>;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** For how many months figures are kept. */
  months: number;
}

/** Counts what readers of sites do, and writes it in batches. */
export class SiteFigures {
  readonly #context: Context;
  #batch: FigureBatch | undefined;
  /** The day of the batch, in days since 1970: every page asks for it, and a name takes ten times as long to make. */
  #dayNumber = 0;
  /** What is to be added to the batch. */
  #pending: { figure: Figure; sender: Sender }[] = [];
  /** Those of a day that is over, or that could not be written. */
  readonly #waiting: (FigureBatch | SentBatch)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The latest key, with its day: what was counted before midnight is written after it. */
  readonly #salts = new Map<string, Buffer>();

  get months(): number {
    return this.#context.months;
  }

  constructor(context: Context) {
    this.#context = context;
  }

  /** Adds a figure to those that are written next. */
  count(figure: Figure, sender: Sender): void {
    const now = this.#context.clock.now();
    const dayNumber = Math.floor(now.getTime() / DAY_MS);
    if (this.#batch && this.#dayNumber !== dayNumber) this.#endBatch();
    this.#dayNumber = dayNumber;
    this.#batch ??= new FigureBatch(dayOf(now));
    this.#pending.push({ figure, sender });
    if (this.#pending.length >= MAX_PENDING) this.#addPending();
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS).unref();
  }

  #addPending(): void {
    for (const { figure, sender } of this.#pending) {
      const { agent, isPrivate } = sender;
      this.#batch?.add(figure, readerOf(agent), isPrivate ? undefined : sender);
    }
    this.#pending = [];
  }

  #endBatch(): void {
    this.#addPending();
    if (this.#batch) this.#waiting.push(this.#batch);
    this.#batch = undefined;
  }

  /** Writes what was counted so far. What the database does not take is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#endBatch();
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { db, clock, log } = this.#context;
    try {
      for (let [next] = this.#waiting; next; [next] = this.#waiting) {
        const sent = next instanceof FigureBatch ? await this.#prepare(next) : next;
        // From here on it has a number: nobody knows whether a statement that failed was run.
        this.#waiting[0] = { ...sent, attempts: sent.attempts + 1 };
        await writeBatch(db, { ...sent, at: clock.now() }, sent.rows);
        this.#waiting.shift();
      }
    } catch (error) {
      const [failed] = this.#waiting;
      const isGivenUp =
        failed && 'attempts' in failed && failed.attempts >= MAX_ATTEMPTS && !isUnavailable(error);
      if (isGivenUp) this.#waiting.shift();
      log.warn({ err: error, isGivenUp }, 'the figures of sites could not be written');
      this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS).unref();
    }
  }

  async #prepare(batch: FigureBatch): Promise<SentBatch> {
    return { id: newId(), day: batch.day, rows: batch.toRows(await this.#saltOf(batch.day)), attempts: 0 };
  }

  async #saltOf(day: string): Promise<Buffer | undefined> {
    if (!this.#salts.has(day)) {
      const salt = await saltOf(this.#context.db, day);
      if (salt === undefined) return undefined;
      for (const former of this.#salts.keys()) if (former < day) this.#salts.delete(former);
      this.#salts.set(day, salt);
    }
    return this.#salts.get(day);
  }
}
