/**
 * The measured server with its floors, in a process of its own: the whole app, and beside it what no published page can
 * be faster than. Started by `start-server.ts`; the first message has its address, then it reports what it used.
 */
import type { FastifyInstance } from 'fastify';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync } from 'node:zlib';
import { buildApp } from '../../server/app.ts';
import { newId } from '../../server/base/ids.ts';
import { parseSearchQuery } from '../../server/content/search/search-query.ts';
import { enqueueReferences } from '../../server/content/stored/reference-jobs.ts';
import { connect } from '../../server/database/engine/connect.ts';
import { migrate } from '../../server/database/migrate.ts';
import type { Database } from '../../server/database/tables/schema.ts';
import { referenceJobs } from '../../server/published/pages/write-references.ts';
import { runDueJobs } from '../../server/queue/job-queue.ts';
import { type MeasuredSites, type SiteSizes, writeSites } from './sites.ts';

/** What the process is started with. */
export interface ServerPlan {
  databaseUrl?: string;
  readerDirectory: string;
  sizes: SiteSizes;
}

/** What it says when it is ready. */
export interface ServerReady extends MeasuredSites {
  origin: string;
  /** Statements of a 304. */
  notModifiedStatements: number;
}

/** Of the process until now, in ms: processor time of all threads, and of the thread of the event loop. */
export interface Usage {
  processor: number;
  loop: number;
}

const plan: ServerPlan = JSON.parse(process.argv[2] ?? '{}');
const database = await connect(plan.databaseUrl === undefined ? {} : { databaseUrl: plan.databaseUrl });
const { db } = database;
await migrate(db);
const sites = await writeSites(db, plan.sizes);
await sql`vacuum analyze`.execute(db);
const files = mkdtempSync(join(tmpdir(), 'bindery-bench-published-'));
process.on('exit', () => rmSync(files, { recursive: true, force: true }));

const options = {
  database,
  publicUrl: 'http://127.0.0.1',
  rateLimit: 0,
  readerDirectory: plan.readerDirectory,
};
const app = await buildApp({ ...options, consoleDirectory: await copyPages() });
addFloors(app, db);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ processor: (user + system) / 1000, loop: loopTime() } satisfies Usage);
});
process.on('disconnect', () => process.exit());
process.send?.({
  ...sites,
  origin: `http://127.0.0.1:${port}`,
  notModifiedStatements: await countStatements(sites.plain),
} satisfies ServerReady);

/** Node has no processor time of one thread: the system has it, in nanoseconds. Elsewhere, the time on the clock. */
function loopTime(): number {
  if (process.platform !== 'linux') return performance.eventLoopUtilization().active;
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** The measured pages as files, as the server sends its own files: compressed before. Returns their folder. */
async function copyPages(): Promise<string> {
  const first = await buildApp(options);
  for (const [name, url] of [
    ['plain', sites.plain],
    ['long', sites.long],
  ] as const) {
    const { rawPayload, statusCode } = await first.inject({ url, headers: { 'accept-encoding': 'br' } });
    if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}.`);
    writeFileSync(join(files, `${name}.html.br`), rawPayload);
    writeFileSync(join(files, `${name}.html`), brotliDecompressSync(rawPayload));
  }
  writeFileSync(join(files, 'index.html'), '<!doctype html><title>Console</title>');
  await first.close();
  return files;
}

/** The statements of a request for a page that the visitor has and somebody has read. */
async function countStatements(url: string): Promise<number> {
  let count = 0;
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  const watched = await buildApp({
    ...options,
    database: {
      ...database,
      db: db.withPlugin(watch),
      forCaller: (gone) => database.forCaller(gone).withPlugin(watch),
    },
  });
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const { headers: received } = await watched.inject({ url, headers });
  count = 0;
  const again = await watched.inject({
    url,
    headers: { ...headers, 'if-none-match': String(received.etag) },
  });
  const counted = count;
  await watched.close();
  if (again.statusCode !== 304) throw new Error(`${url} returned ${again.statusCode}.`);
  return counted;
}

/** The same bytes from memory, the same after one statement, and the least search. */
function addFloors(on: FastifyInstance, from: Kysely<Database>): void {
  const page = readFileSync(join(files, 'plain.html.br'));
  const headers = { 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' };
  on.get('/floor/memory', (_request, reply) => reply.headers(headers).send(page));

  const [, , , site = ''] = sites.plain.split('/');
  on.get('/floor/statement', async (request, reply) => {
    await sql`select structure_version from sites where id = ${site}`.execute(request.db);
    return reply.headers(headers).send(page);
  });

  on.get<{ Querystring: { q: string } }>('/floor/search', async ({ query }) => {
    const { match } = parseSearchQuery(query.q) ?? { match: '' };
    const { rows } = await sql`
      select space_id, page_id, title from search_pages where words @@ ${match}::tsquery limit 20`.execute(
      from,
    );
    return { rows };
  });

  let title = 0;
  // Another title makes other bodies of the same texts.
  const forget = async () => {
    title += 1;
    await from
      .updateTable('sites')
      .set({ title: `Measured docs ${title}` })
      .execute();
    return {};
  };
  on.get('/forget', forget);

  /** A change after which no reference is written yet, and the job that it queues. */
  const prepareAfter = (change: () => Promise<unknown>) => async () => {
    await from.deleteFrom('api_references').execute();
    await change();
    await runDueJobs(from, referenceJobs, clock);
    return forget();
  };
  const clock = { now: () => new Date() };
  const setPublished = (published: boolean) => from.updateTable('sites').set({ published }).execute();
  on.get(
    '/publish',
    prepareAfter(() => setPublished(false).then(() => setPublished(true))),
  );
  let isGerman = false;
  const changeLanguage = () => {
    isGerman = !isGerman;
    const customization = JSON.stringify({ internationalization: { locale: isGerman ? 'de' : 'en' } });
    return from.updateTable('sites').set({ customization }).execute();
  };
  on.get('/language', prepareAfter(changeLanguage));
  on.get(
    '/fill',
    prepareAfter(() => enqueueReferences(from, { all: true }, clock.now())),
  );

  // As if all API specifications had changed.
  on.get('/renew', async () => {
    for (const { id } of await from.selectFrom('api_specs').select('id').execute()) {
      const version = newId();
      await sql`
        insert into api_spec_versions (id, api_spec_id, content_hash, filesystem)
        select ${version}, api_spec_id, ${version}, filesystem from api_spec_versions
        where api_spec_id = ${id} limit 1`.execute(from);
      await from.updateTable('api_specs').set({ last_version_id: version }).where('id', '=', id).execute();
    }
    return {};
  });
}
