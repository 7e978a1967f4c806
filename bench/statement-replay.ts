/** The least code that sends recorded statements again: for each request with another input and with new ids. */
import pg from 'pg';
import type { RecordedExchange, RecordedRequest } from './recorded-statements.ts';

type Row = Record<string, unknown>;

/** Sends the statements of a request with another input; the first of its longest results. */
export type Replay = (input: string) => Promise<Row[]>;

const TIMESTAMPTZ = 1184;

/** The same pool as the server's: statements are named, sent together in one packet, and times stay texts. */
function openPool(url: string): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: 10,
    pipeline: true,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === TIMESTAMPTZ ? String : pg.types.getTypeParser(type, format),
    },
  });
}

export function createReplays<Name extends string>(
  url: string,
  recorded: Record<Name, RecordedRequest>,
): Record<Name, Replay> {
  const pool = openPool(url);
  const replays: Partial<Record<Name, Replay>> = {};
  for (const name in recorded) replays[name] = createReplay(pool, name, recorded[name]);
  return replays as Record<Name, Replay>;
}

function createReplay(pool: pg.Pool, name: string, { exchanges, input, freshIds }: RecordedRequest): Replay {
  const prepared = exchanges.map(({ statements, waitsFor }, at) => ({
    waitsFor,
    statements: statements.map(({ text, values }, index) => ({
      text,
      ...(values.length > 0 && { name: `${name}-${at}-${index}` }),
      toValues: prepareValues(values, input, freshIds),
    })),
  }));
  return async (newInput) => {
    const ids = freshIds.map(() => Math.random().toString(36).slice(2).padEnd(20, '0').slice(0, 20));
    const results: Promise<pg.QueryResult<Row>[]>[] = [];
    for (const { statements, waitsFor } of prepared) {
      if (waitsFor.length > 0) await Promise.all(waitsFor.map((index) => results[index]));
      const queries = statements.map(({ toValues, ...statement }) => ({
        ...statement,
        values: toValues(newInput, ids),
      }));
      results.push(sendTogether(pool, queries));
    }
    const all = (await Promise.all(results)).flat();
    return all.reduce<Row[]>((longest, { rows }) => (rows.length > longest.length ? rows : longest), []);
  };
}

async function sendTogether(pool: pg.Pool, queries: pg.QueryConfig[]): Promise<pg.QueryResult<Row>[]> {
  const client = await pool.connect();
  const { stream } = client.connection;
  try {
    stream.cork();
    const results = queries.map((query) => client.query<Row>(query));
    stream.uncork();
    return await Promise.all(results);
  } finally {
    client.release();
  }
}

/** Replaces the recorded input and ids; values that have neither stay as they are. */
function prepareValues(
  values: RecordedExchange['statements'][number]['values'],
  input: string,
  freshIds: string[],
): (newInput: string, ids: string[]) => unknown[] {
  const changing = [...(input === '' ? [] : [input]), ...freshIds];
  const isConstant = values.map((value) => {
    const text = JSON.stringify(value ?? null);
    return !changing.some((part) => text.includes(part));
  });
  return (newInput, ids) => {
    const replace = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(replace);
      if (typeof value !== 'string') return value;
      let text = input === '' ? value : value.replaceAll(input, newInput);
      freshIds.forEach((id, index) => (text = text.replaceAll(id, ids[index] ?? '')));
      return text;
    };
    return values.map((value, index) => (isConstant[index] ? value : replace(value)));
  };
}
