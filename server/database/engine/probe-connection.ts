import pg from 'pg';

/** Slower servers count as away. */
const LIMIT_MS = 3000;
/** The types of `pg` lack it. */
const limited = { query_timeout: LIMIT_MS };

/**
 * A connection of its own that asks a server how it is, each second, whatever others wait for. It is renewed when it breaks.
 */
export class ProbeConnection {
  readonly #url: string;
  readonly #act: () => Promise<void>;
  readonly #intervalMs: number;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  /** @param act sends a statement with {@link query}, and does not reject */
  constructor(url: string, { intervalMs, act }: { intervalMs: number; act: () => Promise<void> }) {
    this.#url = url;
    this.#intervalMs = intervalMs;
    this.#act = act;
  }

  /** Asks at once, and from then on. Resolves with the first answer. */
  async start(): Promise<void> {
    if (this.#isClosed || this.#running) return this.#running;
    clearTimeout(this.#timer);
    this.#running = this.#act();
    await this.#running;
    this.#running = undefined;
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(), this.#intervalMs);
    this.#timer.unref();
  }

  /** Asks at once, also where an answer is awaited already: it may tell of a moment that is past. */
  async askAnew(): Promise<void> {
    await this.#running;
    await this.start();
  }

  /** The first row of a statement without parameters. After a failure, the next one begins a new connection. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> {
    try {
      const client = (this.#client ??= await this.#connect());
      const { rows } = await client.query<Row>({ text, ...limited });
      return rows?.[0];
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop();
    await this.#running;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: LIMIT_MS,
      keepAlive: true,
      application_name: 'bindery heartbeat',
    });
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      // A server that has ended closes its connections: this is known before the second is over.
      void this.start();
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
  }
}
