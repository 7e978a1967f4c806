import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { QueryResult } from 'kysely';
import type { Engine, Session } from './engine-dialect.ts';

/**
 * The embedded engine. We speak to its own interface: its imitation of the `pg` package costs half as much again for
 * every statement. It has one connection, so whoever holds the session (a transaction) makes all others wait.
 */
export class PgliteEngine implements Engine {
  readonly #database: PGlite;
  readonly #session: Session;
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  private constructor(database: PGlite) {
    this.#database = database;
    this.#session = {
      run: (text, parameters) => this.#run(text, parameters),
      release: () => this.#release(),
    };
  }

  /**
   * Opens a data folder, or a database in memory where none is given. `template` is a dump made by `dump`; it fills a
   * folder that does not exist yet.
   */
  static async open(options: { directory?: string; template?: Blob }): Promise<PgliteEngine> {
    const database = await PGlite.create({
      ...(options.directory === undefined ? {} : { dataDir: options.directory }),
      ...(options.template === undefined ? {} : { loadDataDir: options.template }),
      extensions: { pg_trgm },
    });
    return new PgliteEngine(database);
  }

  async acquire(): Promise<Session> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return this.#session;
  }

  /** Writes the whole data folder as a tar archive. */
  async dump(compression: 'gzip' | 'none'): Promise<Blob> {
    const session = await this.acquire();
    try {
      return await this.#database.dumpDataDir(compression);
    } finally {
      session.release();
    }
  }

  async close(): Promise<void> {
    if (!this.#database.closed) await this.#database.close();
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#database.query<R>(text, [...parameters]);
    return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }
}
