import type { Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Caller } from '#server/base/caller.ts';
import type { Database } from '../tables/schema.ts';
import { CallerEngine } from './caller-engine.ts';
import { openOn } from './engine-dialect.ts';
import { type PoolLimits, PostgresEngine } from './postgres-engine.ts';
import { ProbeConnection } from './probe-connection.ts';
import { withSpans } from './traced-engine.ts';
import { askUnled } from './unled-replica.ts';

/** How often the primary gets a beat, and each replica is asked for the last one that it has. */
const BEAT_MS = 1000;
/** Older beats are of no more use: a replica that has none later is far behind. */
const MAX_BEATS = 200;

export interface ReplicaOptions {
  /** Where changes go. */
  primaryUrl: string;
  urls: readonly string[];
  /** What is read is at most so old while there is a primary, in ms. */
  maxLagMs: number;
  pool: PoolLimits;
  transactionLimitMs: number;
  onIdleError: (error: Error) => void;
  /** Gets what an operator should know, as a whole sentence. */
  onNotice: (notice: string) => void;
  /** Where there is no primary at first. */
  late?: {
    /** Prepares the primary once it is there. Rejects while it is not. */
    arrive: () => Promise<void>;
    /** What speaks against reading the tables after these migrations; undefined if nothing does. */
    examineSchema: (migrations: readonly string[]) => string | undefined;
  };
}

/** A database that a request reads from in place of the primary. */
export interface Reading {
  /** Distinguishes what is read there from what is read elsewhere. */
  name: string;
  db: Kysely<Database>;
}

interface Replica {
  name: string;
  engine: PostgresEngine;
  probe: ProbeConnection;
  /** Why it was not asked last; undefined where it answers. */
  problem: string | undefined;
  /** Whether that is because its tables are those of another version. */
  isOtherSchema: boolean;
  /** The last beat that it has. */
  beat: number;
  /** It has all that was acknowledged until then, by `performance.now()`. */
  stateAt: number;
}

/**
 * Replicas of the database to read from, with a bound on how old their state may be (decision 321). Each second this
 * server writes a number to the primary; a replica that has the number has everything that was acknowledged before it was sent. No clock of
 * another machine is asked.
 *
 * While the primary takes no changes, the replicas that were not behind when it was last there are read from, for as long as it takes.
 * Where there was no primary when this server started, those that have nearly as much as the one with the most (decision 350).
 */
export class Replicas {
  readonly #options: ReplicaOptions;
  readonly #replicas: readonly Replica[];
  readonly #primary: ProbeConnection;
  readonly #serverId = randomUUID();
  /** When beats were sent, by their number. */
  readonly #sentAt = new Map<number, number>();
  #beat = 0;
  /** When the first beat was sent that failed, since one was acknowledged. */
  #awaySince: number | undefined;
  /** While this server has never been at the primary: what to do there first. */
  #late: ReplicaOptions['late'];

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#late = options.late;
    if (options.late) this.#awaySince = performance.now();
    this.#primary = new ProbeConnection(options.primaryUrl, {
      intervalMs: BEAT_MS,
      act: () => this.#beatTwice(),
    });
    this.#replicas = options.urls.map((url, index) => this.#open(url, `replica ${index + 1}`));
  }

  /** Begins to ask; the tables must be there. Until then nothing is read from replicas. */
  async start(): Promise<void> {
    const beating = this.#primary.start();
    // To find out that it is still away may take long.
    if (!this.#late) await beating;
    await Promise.all(this.#replicas.map(({ probe }) => probe.start()));
  }

  /** Whether nothing can be changed at this moment. */
  get isPrimaryAway(): boolean {
    return this.#awaySince !== undefined;
  }

  /** How old the state of each replica may be, in seconds; `Infinity` where it cannot be read from. */
  get lags(): { name: string; seconds: number }[] {
    return this.#replicas.map((replica) => ({ name: replica.name, seconds: this.#lagOf(replica) / 1000 }));
  }

  /**
   * The replica for a caller; undefined where none is recent enough.
   *
   * @param key who has the same key reads from the same replica, so that nobody sees an older page after a newer one while it is there
   * @param ended the name of one that a read has just lost: it may still answer some of those who ask how it is
   */
  open(caller: Caller, key: string, ended?: string): Reading | undefined {
    const replica = this.#choose(key, ended);
    const engine = replica && new CallerEngine(withSpans(replica.engine), caller);
    return engine && { name: replica.name, db: openOn(engine, { isReadOnly: true }) };
  }

  /** Asks all of them at once, as one has just ended: what ends is noticed here, what takes no connections only in seconds. */
  async check(): Promise<void> {
    const probes = [...(this.#late ? [] : [this.#primary]), ...this.#replicas.map(({ probe }) => probe)];
    await Promise.all(probes.map((probe) => probe.askAnew()));
  }

  get canRead(): boolean {
    return this.#choose('') !== undefined;
  }

  /** Why nothing is read from a replica that could be, as its tables are those of another version. */
  get refusal(): string | undefined {
    const refused = this.#replicas.find(({ isOtherSchema }) => isOtherSchema);
    return refused && `from ${refused.name}: ${refused.problem}`;
  }

  /** One that answers, whatever it has. Asks all of them. */
  async findAny(): Promise<Kysely<Database> | undefined> {
    await Promise.all(this.#replicas.map((replica) => this.#ask(replica)));
    const replica = this.#replicas.find(
      ({ problem, isOtherSchema }) => problem === undefined || isOtherSchema,
    );
    return replica && openOn(withSpans(replica.engine), { isReadOnly: true });
  }

  async close(): Promise<void> {
    await this.#primary.close();
    await Promise.all(
      this.#replicas.map(async ({ probe, engine }) => {
        await probe.close();
        await engine.close();
      }),
    );
  }

  #choose(key: string, ended?: string): Replica | undefined {
    const recent = this.#replicas.filter((replica) => this.#lagOf(replica) <= this.#options.maxLagMs);
    const others = recent.filter(({ name }) => name !== ended);
    if (!this.isPrimaryAway) return others[hashOf(key) % others.length];
    const left = others.length > 0 ? others : recent;
    // The one with the most; the primary is no more, so it is the most that anybody has.
    const most = Math.max(...left.map(({ beat }) => beat));
    const best = left.filter(({ beat }) => beat === most);
    return best[hashOf(key) % best.length];
  }

  #lagOf({ problem, stateAt }: Replica): number {
    return problem === undefined ? (this.#awaySince ?? performance.now()) - stateAt : Infinity;
  }

  #open(url: string, name: string): Replica {
    const { pool, transactionLimitMs, onIdleError, onNotice } = this.#options;
    const traits = { isPooled: false, keepsNames: true, limitsStatements: true, isReplica: true };
    const engine = new PostgresEngine(url, { ...traits, pool, transactionLimitMs, onIdleError, onNotice });
    const probe: ProbeConnection = new ProbeConnection(url, {
      intervalMs: BEAT_MS,
      act: () => this.#ask(replica),
    });
    const replica: Replica = {
      name,
      engine,
      probe,
      problem: 'not asked yet',
      isOtherSchema: false,
      beat: 0,
      stateAt: -Infinity,
    };
    return replica;
  }

  /** A connection may have broken for a reason that is past. */
  async #beatTwice(): Promise<void> {
    const sentAt = performance.now();
    try {
      await this.#meetPrimary();
      await this.#sendBeat().catch(() => this.#sendBeat());
      if (this.isPrimaryAway) this.#options.onNotice('The primary is back: changes are taken again.');
      this.#awaySince = undefined;
    } catch (error) {
      if (this.isPrimaryAway) return;
      this.#awaySince = sentAt;
      this.#options.onNotice(
        `The primary does not answer (${messageOf(error)}). Nothing can be changed; reading goes on from ${this.canRead ? 'replicas' : 'nowhere, as no replica is recent enough'}.`,
      );
    }
  }

  /** The first time. From then on a replica is asked for the beats of this server. */
  async #meetPrimary(): Promise<void> {
    if (!this.#late) return;
    await this.#late.arrive();
    this.#late = undefined;
    for (const replica of this.#replicas)
      Object.assign(replica, { beat: 0, stateAt: -Infinity, isOtherSchema: false });
  }

  /** Synchronous standbys are not waited for: commits that wait for them say so themselves. */
  async #sendBeat(): Promise<void> {
    const beat = (this.#beat += 1);
    this.#sentAt.set(beat, performance.now());
    this.#sentAt.delete(beat - MAX_BEATS);
    await this.#primary.query(`begin; set local synchronous_commit to local;
      delete from server_heartbeats where at < now() - interval '1 day';
      insert into server_heartbeats values ('${this.#serverId}', ${beat}, now())
      on conflict (server_id) do update set beat = excluded.beat, at = excluded.at; commit`);
  }

  async #askUnled(replica: Replica, { examineSchema }: NonNullable<ReplicaOptions['late']>): Promise<void> {
    const { problem, isOtherSchema, latest } = await askUnled(replica.probe, examineSchema);
    const isNew = problem !== replica.problem;
    Object.assign(replica, { problem, isOtherSchema, beat: latest });
    const most = Math.max(...this.#replicas.map(({ beat }) => beat));
    for (const other of this.#replicas) other.stateAt = (this.#awaySince ?? 0) - (most - other.beat);
    if (isNew && problem !== undefined) this.#sayProblem(replica);
  }

  async #ask(replica: Replica): Promise<void> {
    const problemBefore = replica.problem;
    try {
      if (this.#late) {
        await this.#askUnled(replica, this.#late);
        return;
      }
      const row = await replica.probe.query<{ beat: string }>(
        `select beat from server_heartbeats where server_id = '${this.#serverId}'`,
      );
      const beat = Number(row?.beat ?? 0);
      if (beat !== replica.beat) replica.stateAt = this.#sentAt.get(beat) ?? -Infinity;
      replica.beat = beat;
      replica.problem = undefined;
    } catch (error) {
      replica.problem = messageOf(error);
      replica.isOtherSchema = false;
      if (problemBefore === undefined) this.#sayProblem(replica);
    }
  }

  #sayProblem({ name, problem }: Replica): void {
    this.#options.onNotice(`Nothing is read from ${name} of DATABASE_READ_URL: ${problem}.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash;
}
