/**
 * The server baseline: bare handlers with minimal SQL on the same tables and engine, one token lookup per request, and
 * without contract, permissions and audit log. Built and started by `api.ts`; prints its port.
 */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import fastify from 'fastify';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { listen } from './http-load.ts';

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
app.addHook('onRequest', async (request, reply) => {
  const secret = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(secret).digest('base64url');
  const [token] = await run('session', statements.session, [hash]);
  if (token === undefined) await reply.code(401).send({});
});

app.get<{ Params: { organization: string } }>(
  '/v1/orgs/:organization/members',
  { schema: { response: { 200: list } } },
  async ({ params }) => {
    const items = await run('list', statements.list, [params.organization]);
    return { items: items.slice(0, 50), next: items.length > 50 ? String(items[49]?.id) : undefined };
  },
);

app.get<{ Params: { organization: string; user: string } }>(
  '/v1/orgs/:organization/members/:user',
  { schema: { response: { 200: member } } },
  async ({ params }) => (await run('read', statements.read, [params.organization, params.user]))[0],
);

app.put<{ Params: { organization: string }; Body: { title: string } }>(
  '/v1/orgs/:organization/teams',
  async ({ params, body }, reply) => {
    const id = `baseline${Math.random().toString(36).slice(2).padEnd(15, '0').slice(0, 15)}`;
    reply.code(201);
    return (await run('create', statements.create, [id, params.organization, body.title]))[0];
  },
);

app.post<{ Params: { site: string; section: string } }>(
  '/v1/orgs/:organization/sites/:site/sections/:section/move',
  // A rank without the neighbor's, locks and checks.
  async ({ params }) => {
    // The last character keeps it a valid key for the server, which may share these tables.
    const rank = `a${Math.random().toString(36).slice(2, 8)}V`;
    return (await run('move', statements.move, [rank, params.section, params.site]))[0];
  },
);

await app.ready();
console.log(await listen(app.server));
