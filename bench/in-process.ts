/** Sequential in-process requests, for what is too slow or too complex for concurrent load. */
import fastify, { type FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { hashSecret, newToken } from '../server/access/tokens.ts';
import { newId } from '../server/base/ids.ts';
import type { Database } from '../server/database/tables/schema.ts';
import { median, round } from './statistics.ts';

/** A measured request, in ms; `baseline` is the minimal implementation. */
export interface TimedResult {
  name: string;
  time: number;
  baseline?: number;
}

/** The measured app with its database. */
export interface BenchContext {
  app: FastifyInstance;
  db: Kysely<Database>;
  organizationId: string;
  /** An administrator and a reader. */
  members: { who: string; userId: string; token: string }[];
  rounds: number;
}

/** The large organization of a seeded database, and tokens of two of its members. */
export async function findMembers(
  db: Kysely<Database>,
): Promise<Pick<BenchContext, 'organizationId' | 'members'>> {
  const members: BenchContext['members'] = [];
  let organizationId = '';
  for (const [who, role] of [
    ['administrator', 6],
    ['reader', 1],
  ] as const) {
    const { rows } = await sql<{ organization: string; user_id: string }>`
      select o.id as organization, m.user_id from organizations o join members m on m.organization_id = o.id
      where o.hostname = 'rivers-authority-1' and not m.disabled and m.role = ${role}
      order by m.user_id limit 1`.execute(db);
    const [row] = rows;
    if (!row) throw new Error(`The large organization has no ${who}.`);
    const token = newToken();
    const values = { id: newId(), user_id: row.user_id, name: 'bench', hash: hashSecret(token) };
    await db
      .insertInto('tokens')
      .values({ ...values, session_id: null, last_used_at: null, expires_at: null, revoked_at: null })
      .execute();
    members.push({ who, userId: row.user_id, token });
    organizationId = row.organization;
  }
  return { organizationId, members };
}

/** Sends a request and returns the parsed body; throws unless it succeeded. */
export async function sendRequest<T = { id: string }>(
  { app, members }: Pick<BenchContext, 'app' | 'members'>,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${members[0]?.token}` };
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  if (response.statusCode >= 300) throw new Error(`${url} returned ${response.statusCode}: ${response.body}`);
  return response.json();
}

/**
 * The median time of `work` in milliseconds, after a third as many warm-up runs (at least two). `prepare` runs before
 * each and is not measured.
 */
export async function measureTime<T>(
  rounds: number,
  work: (prepared: T) => Promise<unknown>,
  prepare: () => Promise<T>,
): Promise<number> {
  const times: number[] = [];
  for (let iteration = -Math.max(2, Math.ceil(rounds / 3)); iteration < rounds; iteration += 1) {
    const prepared = await prepare();
    const started = performance.now();
    await work(prepared);
    if (iteration >= 0) times.push(performance.now() - started);
  }
  return round(median(times), 2);
}

/** Nothing to prepare. */
export const noPreparation = async (): Promise<void> => undefined;

/** A bare app with one handler that returns rows unchanged. */
export function createBareApp(rows: () => Promise<unknown[]>): FastifyInstance {
  const app = fastify();
  app.get('/', async () => ({ items: await rows() }));
  return app;
}
