import pg from 'pg';

/** The parts of the library's connection that are used here; its types lack them. */
interface Connection {
  /** Asks for the columns of a result. */
  describe(portal: object): void;
}

/** What the library knows of the columns of a result once they are described, and what reads its rows. */
interface Result {
  rows: unknown[];
  fields: { length: number };
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  parseRow(values: readonly (string | null)[]): unknown;
}

interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** The library's query as it is called by its client. */
declare class LibraryQuery implements NamedStatement {
  constructor(statement: NamedStatement);
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly _result: Result;
  _canceledDueToError: unknown;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
}

type Columns = Pick<Result, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** A connection, and the columns of the named statements that were described on it. */
interface Described {
  /** The same connection; asks for no columns. */
  undescribing: Connection;
  columns: Map<string, Columns>;
}

const describedOn = new WeakMap<Connection, Described>();

function describedBy(connection: Connection): Described {
  let described = describedOn.get(connection);
  if (!described) {
    const undescribing: Connection = Object.create(connection, { describe: { value: () => undefined } });
    described = { undescribing, columns: new Map() };
    describedOn.set(connection, described);
  }
  return described;
}

/**
 * A named statement whose columns are asked for once on each connection. The library asks each time, and reading the
 * answer takes longer than reading a row. They cannot change: PostgreSQL refuses a named statement that would return others.
 */
// The types of the library only have what its users call.
export class NamedQuery extends (pg.Query as unknown as typeof LibraryQuery) {
  #columns: Map<string, Columns> | undefined;

  /** The client calls it to send the statement. */
  override prepare(connection: Connection): void {
    const { undescribing, columns } = describedBy(connection);
    const known = columns.get(this.name);
    this.#columns = columns;
    if (known) Object.assign(this._result, known);
    super.prepare(known ? undescribing : connection);
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** The library's own also tells listeners of each row. */
  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this._canceledDueToError) return;
    try {
      // Somebody else has prepared it again, as a pooler does that was not recognized.
      if (fields.length !== this._result.fields.length) {
        this.#columns?.delete(this.name);
        throw new Error(`The columns of ${this.name} have changed since it was prepared`);
      }
      this._result.rows.push(this._result.parseRow(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }
}
