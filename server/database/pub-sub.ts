import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

const CHANNEL = 'bindery';
const CONNECTION_TIMEOUT_MS = 5000;
const RETRY_MS = 500;

/** What notices are about: callers whose token or place has changed, organizations whose figures have, and new jobs. */
export type Topic = 'callers' | 'figures' | 'jobs';

type Listener = (text: string) => void;

/** What the processes on one database tell each other. */
export interface PubSub {
  /** Starts listening; resolves once this process hears the others, or fails to and keeps trying. */
  listen(): Promise<void>;
  /** Calls `hear` with each notice on a topic, those of this process included. */
  subscribe(topic: Topic, hear: Listener): void;
  /** Calls `act` whenever notices may have been missed. */
  onReconnect(act: () => void): void;
  /** Tells all processes. Never fails: a notice only saves the others a wait. */
  publish(topic: Topic, text: string): Promise<void>;
  /** Resolves when all that was told before has been heard here. */
  waitForDelivery(): Promise<void>;
  close(): Promise<void>;
}

/** Notices by PostgreSQL's `listen` and `notify`: one connection of its own for listening, made anew when it breaks. */
export class PostgresPubSub implements PubSub {
  readonly #url: string;
  readonly #db: Kysely<Database>;
  readonly #onError: (error: Error) => void;
  readonly #listeners: Record<Topic, Listener[]> = { callers: [], figures: [], jobs: [] };
  readonly #reconnectListeners: (() => void)[] = [];
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

  subscribe(topic: Topic, hear: Listener): void {
    this.#listeners[topic].push(hear);
  }

  onReconnect(act: () => void): void {
    this.#reconnectListeners.push(act);
  }

  async publish(topic: Topic, text: string): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${`${topic} ${text}`})`.execute(this.#db).catch(this.#onError);
  }

  async waitForDelivery(): Promise<void> {
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
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    client.on('error', (error) => {
      if (!this.#isClosed) this.#onError(error);
    });
    client.on('end', () => this.#handleDisconnect(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (error instanceof Error) this.#onError(error);
      await client.end().catch(() => undefined);
      this.#scheduleRetry();
      return;
    }
    this.#client = client;
    this.#notifyReconnect();
  }

  #receive(notice: string): void {
    const [topic, text = ''] = notice.split(' ', 2);
    if (topic !== 'callers' && topic !== 'figures' && topic !== 'jobs') return;
    for (const hear of this.#listeners[topic]) hear(text);
  }

  #handleDisconnect(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#notifyReconnect();
    this.#scheduleRetry();
  }

  #notifyReconnect(): void {
    for (const act of this.#reconnectListeners) act();
  }

  #scheduleRetry(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, RETRY_MS);
    // Hearing others is no reason to keep a process alive.
    this.#retry.unref();
  }
}
