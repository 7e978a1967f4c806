import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../tables/schema.ts';

const CHANNEL = 'bindery';
const CONNECTION_TIMEOUT_MS = 5000;
const RETRY_MS = 500;
/** How often messages count as missed where nothing listens for them. */
const UNHEARD_MS = 1000;

const TOPICS = ['actors', 'counts', 'jobs', 'presence', 'notifications', 'rates'] as const;

/**
 * Message topics: actors whose tokens or memberships changed, organizations whose counts changed, new jobs, who has
 * what open, people's notifications, and counts of rate limits.
 */
export type Topic = (typeof TOPICS)[number];

type Listener = (text: string) => void;

/** Messages between the processes on one database. */
export interface PubSub {
  /** Whether anything is received. */
  readonly isListening: boolean;
  /** Starts listening; resolves once this process is connected, or has failed and keeps retrying. */
  listen(): Promise<void>;
  /** Calls `listener` with each message on a topic, including those of this process. */
  subscribe(topic: Topic, listener: Listener): void;
  /** Calls `listener` whenever messages may have been missed. */
  onReconnect(act: () => void): void;
  /** Publishes to all processes a text without spaces. Never fails: a message only saves the others a wait. */
  publish(topic: Topic, text: string): Promise<void>;
  /** Resolves when all messages published before have been received here. */
  waitForDelivery(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Pub/sub with PostgreSQL's `listen` and `notify`: one dedicated connection for listening, renewed when it breaks.
 * Without a URL to listen at, nothing is received, and messages count as missed each second.
 */
export class PostgresPubSub implements PubSub {
  #url: string | undefined;
  readonly #db: Kysely<Database>;
  readonly #onError: (error: Error) => void;
  readonly #listeners: Record<Topic, Listener[]> = {
    actors: [],
    counts: [],
    jobs: [],
    presence: [],
    notifications: [],
    rates: [],
  };
  readonly #reconnectListeners: (() => void)[] = [];
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string | undefined, db: Kysely<Database>, onError: (error: Error) => void) {
    this.#url = url;
    this.#db = db;
    this.#onError = onError;
  }

  get isListening(): boolean {
    return this.#url !== undefined;
  }

  listen(): Promise<void> {
    if (this.#url === undefined) {
      this.#retry ??= setInterval(() => this.#notifyReconnect(), UNHEARD_MS).unref();
      return Promise.resolve();
    }
    this.#connecting ??= this.#connect(this.#url);
    return this.#connecting;
  }

  /** From now on nothing is received: a pooler turned out to be there. */
  listenNowhere(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#url = undefined;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    void this.listen();
    void client?.end().catch(() => undefined);
  }

  subscribe(topic: Topic, listener: Listener): void {
    this.#listeners[topic].push(listener);
  }

  onReconnect(act: () => void): void {
    this.#reconnectListeners.push(act);
  }

  async publish(topic: Topic, text: string): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${`${topic} ${text}`})`.execute(this.#db).catch(this.#onError);
  }

  async waitForDelivery(): Promise<void> {
    await this.#connecting;
    // The server sends pending notifications before its response.
    await this.#client?.query('select 1');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#connecting;
    await this.#client?.end();
  }

  async #connect(url: string): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'bindery pubsub',
    });
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    client.on('error', (error) => {
      if (!this.#isClosed) this.#onError(error);
    });
    client.on('end', () => this.#handleDisconnect(client, url));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (error instanceof Error) this.#onError(error);
      await client.end().catch(() => undefined);
      this.#scheduleRetry(url);
      return;
    }
    this.#client = client;
    this.#notifyReconnect();
  }

  #receive(notice: string): void {
    const [name, text = ''] = notice.split(' ', 2);
    const topic = TOPICS.find((known) => known === name);
    if (topic === undefined) return;
    for (const listener of this.#listeners[topic]) listener(text);
  }

  #handleDisconnect(client: pg.Client, url: string): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#notifyReconnect();
    this.#scheduleRetry(url);
  }

  #notifyReconnect(): void {
    for (const act of this.#reconnectListeners) act();
  }

  #scheduleRetry(url: string): void {
    if (this.#isClosed || this.#url === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect(url);
    }, RETRY_MS);
    // Listening must not keep a process alive.
    this.#retry.unref();
  }
}
