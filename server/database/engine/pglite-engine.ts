import { messages, PGlite, protocol, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { CompiledQuery, QueryResult } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { type Disk, DiskAlmostFullError, diskOf, DiskSpace } from '../data-folder/disk-space.ts';
import { PrivateFiles } from '../data-folder/private-files.ts';
import { bindAndExecute, type WireValue } from './bind-message.ts';
import type { Engine, EngineSession } from './engine-dialect.ts';
import { StatementNames } from './statement-names.ts';
import { parseTimestamp } from './stored-time.ts';
import { READ_ONLY, sqlStateOf } from './transaction.ts';

const { serialize } = protocol;

/** A prepared statement with its parameters and columns. */
interface PreparedStatement {
  /** Empty for statements that are not cached. */
  name: string;
  parameterTypes: readonly number[];
  columns: readonly { name: string; parse: (text: string) => unknown }[];
}

/**
 * How long statements may run one after the other before the event loop gets a turn, in ms. They run in this thread, and
 * between them only promises are settled: without turns, no request is read and no response sent until none is left.
 */
const TURN_MS = 4;

/**
 * How much a function of the engine runs before it is compiled a second time, optimized: by default so little that most
 * of what runs once, at the start, is. A start takes a quarter less time, and later requests no more (decision 195).
 */
const OPTIMIZE_AFTER = '--wasm-tiering-budget=1000000000';

/** The engine has no process that writes checkpoints; after so much log, in bytes, this one does. */
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
/** The key of today's marks of visitors: whoever has a backup cannot find out who they are. */
const NOT_DUMPED = 'visitor_salts';
/** How many sessions end between two looks at how much log there is. */
const SESSIONS_BETWEEN_LOOKS = 500;

export interface EngineOptions {
  /** The data folder; without it, the database is in memory. */
  directory?: string;
  /** A dump that fills a new folder. */
  template?: Blob;
  /** How full the disk with the folder is. */
  readDisk?: ((directory: string) => Disk) | undefined;
  /** Gets what an operator should know, as whole sentences. */
  onNotice?: ((notice: string) => void) | undefined;
  /** Called when the engine has ended itself: it answers nothing any more. */
  onEnd?: ((reason: Error) => void) | undefined;
}

const NO_ROOM =
  'The disk that holds the data folder is almost full. Everything can be read, and nothing changed until there is more room.';
const ROOM_AGAIN = 'There is room again on the disk that holds the data folder: changes are taken.';

/**
 * The embedded engine. Speaks PostgreSQL's wire protocol and caches prepared statements, which takes a
 * quarter of the time of its own `query` (decision 081). It has one connection, so a transaction makes all
 * others wait.
 */
export class PgliteEngine implements Engine {
  readonly #database: PGlite;
  readonly #options: EngineOptions;
  /** Of the disk with the data folder; undefined in memory. */
  readonly space: DiskSpace | undefined;
  /** The engine refuses changes, as there is no room for them. */
  #isReadOnly = false;
  readonly #session: EngineSession;
  readonly #waiting: (() => void)[] = [];
  readonly #names = new StatementNames();
  readonly #prepared = new Map<string, PreparedStatement>();
  #busy = false;
  /** Sessions since the last look at the log. */
  #released = 0;
  /** How long statements have run since the last turn of the event loop, in ms. */
  #worked = 0;

  private constructor(database: PGlite, space: DiskSpace | undefined, options: EngineOptions) {
    this.#database = database;
    this.space = space;
    this.#options = options;
    this.#session = {
      run: (text, parameters) => this.#run(text, parameters),
      runTransaction: (statements) => this.#runTransaction(statements),
      // Nothing else runs while a transaction is open, so no event waits for its end.
      liftTimeLimit: () => {},
      release: () => this.#release(),
    };
  }

  /** Opens a data folder, or a database in memory. `template` is a dump that fills a new folder. */
  static async open(options: EngineOptions): Promise<PgliteEngine> {
    const { directory, readDisk = diskOf } = options;
    const space = directory === undefined ? undefined : new DiskSpace(() => readDisk(directory));
    if (space?.isExhausted) throw new DiskAlmostFullError();
    setFlagsFromString(OPTIMIZE_AFTER);
    const database = await PGlite.create({
      ...(directory === undefined ? {} : { fs: new PrivateFiles(directory) }),
      ...(options.template === undefined ? {} : { loadDataDir: options.template }),
      extensions: { pg_trgm },
      parsers: { [types.TIMESTAMPTZ]: parseTimestamp, [types.BYTEA]: parseBytes },
      serializers: { [types.BYTEA]: serializeBytes },
    });
    return new PgliteEngine(database, space, options);
  }

  async acquire(): Promise<EngineSession> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    if (this.space && this.space.isLow !== this.#isReadOnly) await this.#followSpace(this.space);
    return this.#session;
  }

  /** Refuses changes while there is no room for them, and takes them again afterwards. No transaction is open. */
  async #followSpace(space: DiskSpace): Promise<void> {
    try {
      // It frees what the log holds of changes that are in the tables by now.
      if (space.isLow && !space.isExhausted) await this.#run('checkpoint', []);
      space.refresh();
      if (space.isLow === this.#isReadOnly) return;
      await this.#run(`set default_transaction_read_only = ${space.isLow ? 'on' : 'off'}`, []);
      this.#isReadOnly = space.isLow;
      this.#options.onNotice?.(space.isLow ? NO_ROOM : ROOM_AGAIN);
    } catch {
      // The statement that follows says why.
    }
  }

  /**
   * Dumps the data folder without what is left out of dumps. A dump has files as they are: such a table is emptied, which
   * replaces its file, and filled again before anything else runs.
   */
  async dump(compression: 'gzip' | 'none'): Promise<Blob> {
    const session = await this.acquire();
    try {
      const putBack = await this.#takeOut();
      try {
        return await this.#database.dumpDataDir(compression);
      } finally {
        await putBack();
      }
    } finally {
      session.release();
    }
  }

  /** Empties what is left out of dumps. Returns a function that fills it again. */
  async #takeOut(): Promise<() => Promise<unknown>> {
    const tables = await this.#run<{ name: string | null }>(
      `select to_regclass('${NOT_DUMPED}')::text as name`,
      [],
    );
    // A database of a version that had none yet.
    if (!tables.rows[0]?.name) return async () => undefined;
    const { rows } = await this.#run<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${NOT_DUMPED} t`,
      [],
    );
    await this.#run(`truncate ${NOT_DUMPED}`, []);
    // It removes the file of before.
    await this.#run('checkpoint', []);
    return () =>
      this.#run(
        `insert into ${NOT_DUMPED} select * from json_populate_recordset(null::${NOT_DUMPED}, $1::json)`,
        [rows[0]?.rows],
      );
  }

  async close(): Promise<void> {
    if (!this.#database.closed) await this.#database.close();
  }

  async #runTransaction(statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const results: QueryResult<unknown>[] = [];
    await this.#run('begin', []);
    try {
      for (const { sql, parameters } of statements) results.push(await this.#run(sql, parameters));
    } catch (error) {
      await this.#run('rollback', []);
      throw error;
    }
    await this.#run('commit', []);
    return results;
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { name, parameterTypes, columns } = this.#prepared.get(text) ?? (await this.#prepare(text));
    const values = parameters.map((value, index) => this.#toWire(value, parameterTypes[index]));
    const message = bindAndExecute(name, values);
    // The end of a transaction needs hardly any room, and gives some back.
    if (text !== 'rollback' && text !== 'commit') this.space?.assertRoomFor(message.length, this.#isReadOnly);
    const rows: R[] = [];
    let numAffectedRows: bigint | undefined;
    for (const answer of await this.#send(message)) {
      if (answer instanceof messages.DataRowMessage) rows.push(toRow<R>(columns, answer.fields));
      else if (answer instanceof messages.CommandCompleteMessage) numAffectedRows = affectedRows(answer.text);
    }
    return { rows, ...(numAffectedRows === undefined ? {} : { numAffectedRows }) };
  }

  /** Prepares a statement; cached by name if it will be repeated. */
  async #prepare(text: string): Promise<PreparedStatement> {
    const name = this.#names.nameOf(text) ?? '';
    let parameterTypes: readonly number[] = [];
    let columns: PreparedStatement['columns'] = [];
    const parts = [
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ];
    for (const message of await this.#send(Buffer.concat(parts))) {
      if (message instanceof messages.ParameterDescriptionMessage) parameterTypes = message.dataTypeIDs;
      else if (message instanceof messages.RowDescriptionMessage) {
        columns = message.fields.map((field) => ({
          name: field.name,
          parse: this.#database.parsers[field.dataTypeID] ?? String,
        }));
      }
    }
    const prepared = { name, parameterTypes, columns };
    if (name !== '') this.#prepared.set(text, prepared);
    return prepared;
  }

  /** One exchange with the engine; throws its errors. */
  async #send(exchange: Uint8Array) {
    if (this.#worked >= TURN_MS) {
      this.#worked = 0;
      await nextTurn();
    }
    const started = performance.now();
    try {
      const result = await this.#database.execProtocol(exchange);
      return result.messages;
    } catch (error) {
      if (this.#isReadOnly && sqlStateOf(error) === READ_ONLY) throw new DiskAlmostFullError();
      if (error instanceof WebAssembly.RuntimeError) this.#options.onEnd?.(error);
      throw error;
    } finally {
      this.#worked += performance.now() - started;
    }
  }

  /** A value as text; bytes as they are. */
  #toWire(value: unknown, type = 0): WireValue {
    if (value === null || value === undefined) return null;
    if (type === types.BYTEA && value instanceof Uint8Array) return value;
    const write = this.#database.serializers[type];
    return write ? write(value) : String(value);
  }

  #release(): void {
    this.#released += 1;
    if (this.#released < SESSIONS_BETWEEN_LOOKS) return this.#passOn();
    this.#released = 0;
    // If it fails, the next statement says why.
    void this.#limitLog()
      .catch(() => undefined)
      .then(() => this.#passOn());
  }

  /** The log that a killed server's successor has to read again, and its room on the disk, stay small. */
  async #limitLog(): Promise<void> {
    const { rows } = await this.#run<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
      [],
    );
    if ((rows[0]?.bytes ?? 0) > CHECKPOINT_BYTES) await this.#run('checkpoint', []);
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }
}

/** The library's function goes byte by byte: eight times slower, and it blocks all other requests. */
function serializeBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

function parseBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

function toRow<R>(columns: PreparedStatement['columns'], fields: readonly (string | null)[]): R {
  const row: Record<string, unknown> = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const text = fields[index];
    row[name] = text === null || text === undefined ? null : parse(text);
  }
  // The caller has typed the statement.
  return row as R;
}

/** The number of rows of a command tag such as `UPDATE 3` or `INSERT 0 5`; undefined for other commands. */
function affectedRows(tag: string): bigint | undefined {
  const [command = '', ...counts] = tag.split(' ');
  return /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command) ? BigInt(counts.at(-1) ?? 0) : undefined;
}
