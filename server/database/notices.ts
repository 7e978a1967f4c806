import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

const CHANNEL = 'bindery';
const CONNECTION_TIMEOUT_MS = 5000;
const RETRY_MS = 500;

/** What notices are about: callers whose token or place has changed, organizations whose figures have, and new jobs. */
export type Topic = 'callers' | 'figures' | 'jobs';

type Hear = (text: string) => void;

/** What the processes on one database tell each other. */
export interface Notices {
  /** Starts listening; resolves once this process hears the others, or fails to and keeps trying. */
  listen(): Promise<void>;
  /** Calls `hear` with each notice on a topic, those of this process included. */
  on(topic: Topic, hear: Hear): void;
  /** Calls `act` whenever notices may have been missed. */
  onGap(act: () => void): void;
  /** Tells all processes. Never fails: a notice only saves the others a wait. */
  tell(topic: Topic, text: string): Promise<void>;
  /** Resolves when all that was told before has been heard here. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** Notices by PostgreSQL's `listen` and `notify`: one connection of its own for listening, made anew when it breaks. */
export class PostgresNotices implements Notices {
  readonly #url: string;
  readonly #db: Kysely<Database>;
  readonly #onError: (error: Error) => void;
  readonly #hearers: Record<Topic, Hear[]> = { callers: [], figures: [], jobs: [] };
  readonly #gaps: (() => void)[] = [];
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, db: Kysely<Database>, onError: (error: Error) => void) {
    this.#url = url;
    this.#db = db;
    this.#onError = onError;
  }

  listen(): Promise<void> {
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  on(topic: Topic, hear: Hear): void {
    this.#hearers[topic].push(hear);
  }

  onGap(act: () => void): void {
    this.#gaps.push(act);
  }

  async tell(topic: Topic, text: string): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${`${topic} ${text}`})`.execute(this.#db).catch(this.#onError);
  }

  async caughtUp(): Promise<void> {
    await this.#connecting;
    // The server sends what it has to tell before it answers.
    await this.#client?.query('select 1');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#connecting;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'bindery pubsub',
    });
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    client.on('error', (error) => {
      if (!this.#isClosed) this.#onError(error);
    });
    client.on('end', () => this.#lose(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (error instanceof Error) this.#onError(error);
      await client.end().catch(() => undefined);
      this.#planRetry();
      return;
    }
    this.#client = client;
    this.#reportGap();
  }

  #hear(notice: string): void {
    const [topic, text = ''] = notice.split(' ', 2);
    if (topic !== 'callers' && topic !== 'figures' && topic !== 'jobs') return;
    for (const hear of this.#hearers[topic]) hear(text);
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#reportGap();
    this.#planRetry();
  }

  #reportGap(): void {
    for (const act of this.#gaps) act();
  }

  #planRetry(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, RETRY_MS);
    // Hearing others is no reason to keep a process alive.
    this.#retry.unref();
  }
}
