import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataFolder, openTestDatabase, type TestDatabase } from '../test-database.ts';
import { findPort, startProcess, type StartedProcess } from './child-process.ts';

const adminToken = 'a-token-that-survives-the-server';

/** Where servers keep their data: a folder, or a database on PostgreSQL. */
export class ServerData {
  readonly environment: Record<string, string>;
  /** How many servers may use it at once. */
  readonly maxServers: number;
  readonly servers = new Set<KillableServer>();
  readonly #remove: () => Promise<void>;

  private constructor(environment: Record<string, string>, maxServers: number, remove: () => Promise<void>) {
    this.environment = environment;
    this.maxServers = maxServers;
    this.#remove = remove;
  }

  /** Of the engine that is tested: a migrated database, or a folder to restore one into. */
  static async create(content: 'migrated' | 'nothing' = 'migrated'): Promise<ServerData> {
    if (process.env.TEST_ENGINE === 'postgres') {
      const database: TestDatabase = await openTestDatabase();
      return new ServerData({ DATABASE_URL: database.url ?? '' }, 2, database.close);
    }
    const folder = mkdtempSync(join(tmpdir(), 'bindery-killed-'));
    if (content === 'migrated') await fillDataFolder(folder);
    return new ServerData({ DATA_DIR: folder }, 1, async () => rmSync(folder, { recursive: true }));
  }

  /** Ends its servers and deletes it. */
  readonly close = async (): Promise<void> => {
    for (const server of this.servers) await server.kill();
    await this.#remove();
  };
}

export interface KillableResponse {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

/** A server in a process that is killed and started again. */
export class KillableServer {
  readonly #data: ServerData;
  readonly #port: number;
  #process: StartedProcess | undefined;

  readonly #settings: Record<string, string>;
  readonly #flags: readonly string[] | undefined;

  private constructor(
    data: ServerData,
    port: number,
    settings: Record<string, string>,
    flags: readonly string[] | undefined,
  ) {
    this.#data = data;
    this.#port = port;
    this.#settings = settings;
    this.#flags = flags;
  }

  /** `flags` of Node.js: [] for a server that answers for minutes. */
  static async start(
    data: ServerData,
    settings: Record<string, string> = {},
    flags?: readonly string[],
  ): Promise<KillableServer> {
    const server = new KillableServer(data, await findPort(), settings, flags);
    data.servers.add(server);
    await server.restart();
    return server;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts it; returns the milliseconds until it answered. */
  async restart(): Promise<number> {
    const begun = performance.now();
    const environment = this.#environment(this.#port);
    this.#process = await startProcess('main', ['serve', '--empty'], environment, this.#flags);
    await this.#process.waitForOutput('Bindery is running');
    return performance.now() - begun;
  }

  /** Starts a second one on the same data; returns its exit code and output. */
  async startSecond(): Promise<{ code: number | null; output: string }> {
    const second = await startProcess('main', ['serve'], this.#environment(await findPort()));
    const code = await second.ended;
    return { code, output: second.output() };
  }

  async kill(): Promise<void> {
    this.#process?.child.kill('SIGKILL');
    await this.#process?.ended;
  }

  /** Sends a request as the administrator; undefined where no answer came. */
  async send(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<KillableResponse | undefined> {
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${adminToken}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  /** Sends a request that must succeed. */
  async expect(method: string, path: string, body?: object): Promise<KillableResponse['body']> {
    const response = await this.send(method, path, body);
    if (!response || response.status >= 300)
      throw new Error(
        `${method} ${path}: ${response?.status ?? 'no answer'} ${JSON.stringify(response?.body)}`,
      );
    return response.body;
  }

  #environment(port: number): Record<string, string> {
    return {
      PORT: String(port),
      ADMIN_TOKEN: adminToken,
      RATE_LIMIT: '0',
      ...this.#settings,
      ...this.#data.environment,
    };
  }
}

/** The most that a list returns at once. */
const PAGE = 100;

/** All items of a list; `path` ends where a parameter can follow. */
export async function listAll<Item>(server: KillableServer, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = cursor === '' ? '' : `&page=${encodeURIComponent(cursor)}`;
    const body = await server.expect('GET', `${path}limit=${PAGE}${page}`);
    items.push(...body.items);
    cursor = body.next?.page;
  }
  return items;
}
