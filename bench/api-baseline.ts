import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import fastify from 'fastify';
/**
 * The server baseline: bare handlers with minimal SQL on the same tables and engine, without contract, permissions and
 * audit log; with `BASELINE_SESSION=1` one token lookup per request. With `BASELINE_STATEMENTS` (a file with
 * {@link SameStatements}) it sends the server's statements instead, in a process that has the server's program, pool and
 * caches in memory as well and never asks them for anything. Built and started by `api.ts`; prints its port.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { answerMembers, type MemberRow } from './member-answer.ts';
import { createMover, type SectionMove } from './move-statements.ts';
import type { RecordedRequest } from './recorded-statements.ts';
import { createReplays } from './statement-replay.ts';

/** The database and what the server sends to it; `userId` is the caller's. */
export interface SameStatements {
  url: string;
  userId: string;
  recorded: Record<'list' | 'read' | 'create', RecordedRequest>;
}

type Row = Record<string, unknown>;
type RunQuery = (name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** Runs one statement on the engine given by the environment: PostgreSQL by its URL, or a data folder. */
async function openEngine(): Promise<RunQuery> {
  const url = process.env.BASELINE_DATABASE_URL;
  if (url !== undefined) {
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    return async (name, text, values) => (await pool.query({ name, text, values })).rows;
  }
  const database = await PGlite.create({ dataDir: process.env.BASELINE_DATA, extensions: { pg_trgm } });
  return async (_name, text, values) => (await database.query<Row>(text, values)).rows;
}

/** Builds the server's app as the server does: what its process holds before it has answered anybody. */
async function loadServer(databaseUrl: string): Promise<void> {
  const [{ buildApp }, { connect }] = await Promise.all([
    import('../server/app.ts'),
    import('../server/database/engine/connect.ts'),
  ]);
  const database = await connect({ databaseUrl });
  await (await buildApp({ database, publicUrl: 'http://bench.example', rateLimit: 0 })).ready();
}

const memberColumns = `u.id, u.display_name, u.email, u.photo_url, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at`;
const statements = {
  session: `select user_id from tokens where hash = $1 and revoked_at is null`,
  list: `select ${memberColumns} from members m join users u on u.id = m.user_id
    where m.organization_id = $1 and m.role = 1 order by m.joined_at desc, m.user_id desc limit 51`,
  read: `select ${memberColumns} from members m join users u on u.id = m.user_id
    where m.organization_id = $1 and m.user_id = $2`,
  create: `insert into teams (id, organization_id, title) values ($1, $2, $3) returning id, title, created_at`,
  move: `update site_sections set rank = $1 where id = $2 and site_id = $3 returning id, rank`,
};

/** Whether a list of the same statements is also answered as the contract asks. */
const answersContract = process.env.BASELINE_ANSWER === '1';

const member = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    display_name: { type: 'string' },
    email: { type: 'string' },
    photo_url: { type: ['string', 'null'] },
    role: { type: 'integer' },
    disabled: { type: 'boolean' },
    sso: { type: 'boolean' },
    joined_at: { type: 'string' },
    last_seen_at: { type: ['string', 'null'] },
  },
};
const list = {
  type: 'object',
  properties: { items: { type: 'array', items: member }, next: { type: 'string' } },
};

const run = await openEngine();
const app = fastify();
/** What to send instead of the least SQL: a file, because an environment variable is too short for it. */
const { BASELINE_STATEMENTS: file } = process.env;
const same: SameStatements | undefined =
  file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const move = same && createMover(same.url);
const replays = same && createReplays(same.url, same.recorded);
if (same) await loadServer(same.url);

// Recorded requests find their caller as the server does.
if (process.env.BASELINE_SESSION === '1' && !same) {
  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const hash = createHash('sha256').update(token).digest('base64url');
    const [found] = await run('session', statements.session, [hash]);
    if (found === undefined) await reply.code(401).send({});
  });
}

app.get<{ Params: { organization: string } }>(
  '/v1/orgs/:organization/members',
  answersContract ? {} : { schema: { response: { 200: list } } },
  async (request, reply) => {
    if (replays && answersContract) {
      // What the recorded statement selects.
      return answerMembers(request, reply, (await replays.list('')) as unknown as MemberRow[]);
    }
    if (replays) return { items: (await replays.list('')).slice(0, 50) };
    const { params } = request;
    const items = await run('list', statements.list, [params.organization]);
    return { items: items.slice(0, 50), next: items.length > 50 ? String(items[49]?.id) : undefined };
  },
);

app.get<{ Params: { organization: string; user: string } }>(
  '/v1/orgs/:organization/members/:user',
  { schema: { response: { 200: member } } },
  async ({ params }) =>
    replays
      ? (await replays.read(params.user))[0]
      : (await run('read', statements.read, [params.organization, params.user]))[0],
);

app.put<{ Params: { organization: string }; Body: { title: string } }>(
  '/v1/orgs/:organization/teams',
  async ({ params, body }, reply) => {
    const id = `baseline${Math.random().toString(36).slice(2).padEnd(15, '0').slice(0, 15)}`;
    reply.code(201);
    if (replays) return (await replays.create(body.title))[0];
    return (await run('create', statements.create, [id, params.organization, body.title]))[0];
  },
);

app.post<{
  Params: { organization: string; site: string; section: string };
  Body: Pick<SectionMove, 'position'>;
}>(
  '/v1/orgs/:organization/sites/:site/sections/:section/move',
  // A rank before the neighbor's, without locks and checks, unless the server's statements are asked for.
  async ({ params, body }) => {
    if (move && same) {
      const { organization: organizationId, site: siteId, section: sectionId } = params;
      return move({ organizationId, siteId, sectionId, userId: same.userId, position: body.position });
    }
    // The last character keeps it a valid key for the server, which may share these tables.
    const rank = `a${Math.random().toString(36).slice(2, 8)}V`;
    return (await run('move', statements.move, [rank, params.section, params.site]))[0];
  },
);

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(address !== null && typeof address === 'object' ? address.port : 0);
