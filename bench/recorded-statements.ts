/**
 * What the server sends to PostgreSQL for a request, recorded from the server itself, so that a baseline can send the same
 * and nothing else: the statements with their values, and which of them wait for which.
 */
import pg from 'pg';
import { buildApp } from '../server/app.ts';
import { connect } from '../server/database/engine/connect.ts';
import { createFetcher } from '../server/network/guarded-fetch.ts';
import type { LoadRequest } from './http-load.ts';

/** Statements of one transaction, or a single one, on one connection; they are sent without waiting for each other. */
export interface RecordedExchange {
  statements: { text: string; values: unknown[] }[];
  /** The positions of the exchanges that had ended when it began. */
  waitsFor: number[];
}

/** A request whose path or body has `input`, and the ids that the server makes for it. */
export interface RecordedRequest {
  exchanges: RecordedExchange[];
  input: string;
  freshIds: string[];
}

interface SentStatement {
  client: unknown;
  text: string;
  values: unknown[];
  began: number;
  ended: number;
}

const ID = /[A-Za-z0-9]{20}/g;

/** Records requests that the caches of the server know. Each is sent with two inputs: ids that are not in both are new ones. */
export async function recordRequests<Name extends string>(
  databaseUrl: string,
  token: string,
  requests: Record<Name, { inputs: [string, string]; create: (input: string) => LoadRequest }>,
): Promise<Record<Name, RecordedRequest>> {
  const database = await connect({ databaseUrl });
  const fetcher = createFetcher({ allowPrivate: true });
  const app = await buildApp({ database, fetcher, publicUrl: 'http://bench.example', rateLimit: 0 });
  const record = async (request: LoadRequest): Promise<RecordedExchange[]> => {
    const send = async () => {
      const { method, path: url, body } = request;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
      if (response.statusCode >= 300)
        throw new Error(`${url} returned ${response.statusCode}: ${response.body}`);
    };
    await send();
    return toExchanges(await watchStatements(send));
  };
  try {
    const recorded: Partial<Record<Name, RecordedRequest>> = {};
    for (const name in requests) {
      const { inputs, create } = requests[name];
      const [exchanges, others] = [await record(create(inputs[0])), await record(create(inputs[1]))];
      const known = new Set(idsIn(others));
      const freshIds = [...new Set(idsIn(exchanges))].filter((id) => !known.has(id) && id !== inputs[0]);
      recorded[name] = { exchanges, input: inputs[0], freshIds };
    }
    return recorded as Record<Name, RecordedRequest>;
  } finally {
    await app.close();
    await database.close();
  }
}

const idsIn = (exchanges: RecordedExchange[]): string[] =>
  JSON.stringify(exchanges.map(({ statements }) => statements.map(({ values }) => values))).match(ID) ?? [];

/** The statements that all clients of this process send during `work`. */
async function watchStatements(work: () => Promise<void>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const { query } = pg.Client.prototype;
  let step = 0;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, config: pg.QueryConfig | string, ...rest: unknown[]) {
      const { text, values = [] } = typeof config === 'string' ? { text: config } : config;
      const statement = { client: this, text, values: [...values], began: (step += 1), ended: Infinity };
      sent.push(statement);
      const end = () => (statement.ended = step += 1);
      const callback = rest.at(-1);
      if (!(callback instanceof Function))
        return Promise.resolve(Reflect.apply(query, this, [config, ...rest])).finally(end);
      const endAndCall = (...results: unknown[]) => {
        end();
        Reflect.apply(callback, undefined, results);
      };
      return Reflect.apply(query, this, [config, ...rest.slice(0, -1), endAndCall]);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

function toExchanges(sent: SentStatement[]): RecordedExchange[] {
  const open = new Map<unknown, SentStatement[]>();
  const all: SentStatement[][] = [];
  for (const statement of sent) {
    const transaction = open.get(statement.client);
    if (transaction) transaction.push(statement);
    else {
      const exchange = [statement];
      all.push(exchange);
      if (statement.text.startsWith('begin')) open.set(statement.client, exchange);
    }
    if (statement.text === 'commit') open.delete(statement.client);
  }
  return all.map((statements) => {
    const began = statements[0]?.began ?? 0;
    return {
      statements: statements.map(({ text, values }) => ({ text, values })),
      waitsFor: all.flatMap((earlier, index) => (earlier.every(({ ended }) => ended < began) ? [index] : [])),
    };
  });
}
