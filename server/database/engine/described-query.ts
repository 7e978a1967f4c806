import type { QueryResult } from 'kysely';
import pg from 'pg';
import { bindAndExecute, type WireValue } from './bind-message.ts';

/** A column of a result, as a connection described it. */
export interface Column {
  name: string;
  parse: (text: string) => unknown;
}

/** A named statement that its connection has prepared. */
export interface PreparedStatement {
  name: string;
  columns: readonly Column[];
}

type Done = (error: Error | null, result: QueryResult<unknown>) => void;

/**
 * The texts of the values of a statement; undefined where one has another form, such as a list or bytes: pg writes these.
 */
export function toWireValues(values: readonly unknown[]): WireValue[] | undefined {
  const texts: WireValue[] = [];
  for (const value of values) {
    if (value === null || value === undefined) texts.push(null);
    else if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
      texts.push(String(value));
    else return undefined;
  }
  return texts;
}

/**
 * A prepared statement whose columns are known: it is sent without asking for them, which takes a tenth of a move
 * (decision 310). PostgreSQL refuses a prepared statement whose columns would be others. A query of pg by its class, as only
 * these share a connection with others that are on their way.
 */
export class DescribedQuery extends pg.Query {
  readonly #statement: PreparedStatement;
  readonly #values: readonly WireValue[];
  readonly #done: Done;
  readonly #rows: unknown[] = [];
  #command = '';
  #failure: Error | undefined;

  constructor(statement: PreparedStatement, values: readonly WireValue[], done: Done) {
    super({ text: '', name: statement.name });
    this.#statement = statement;
    this.#values = values;
    this.#done = done;
  }

  override submit = ({ stream }: pg.Connection): void => {
    stream.write(bindAndExecute(this.#statement.name, this.#values));
  };

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { columns } = this.#statement;
    if (fields.length !== columns.length)
      this.#failure ??= new Error(
        `A statement returned ${fields.length} columns in place of ${columns.length}.`,
      );
    const row: Record<string, unknown> = {};
    for (const [at, { name, parse }] of columns.entries()) {
      const text = fields[at] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  /** `text`: `SELECT 5`, `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text;
  }

  handleReadyForQuery(): void {
    if (this.#failure) return this.handleError(this.#failure);
    const rows = this.#rows;
    const isRead = this.#command.startsWith('SELECT');
    const count = /\d+$/.exec(this.#command)?.[0];
    this.#done(null, isRead || count === undefined ? { rows } : { rows, numAffectedRows: BigInt(count) });
  }

  handleError(error: Error): void {
    this.#done(error, { rows: [] });
  }
}
