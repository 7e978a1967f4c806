// @module-tag visits
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Connection } from '#server/database/engine/connect.ts';
import type { ReaderKind } from '#server/database/tables/insight-tables.ts';
import { dumpTables, readModelPages, readNumbers } from '#server/test/insights/counted-site.ts';
import { type ModelVisit, PERSONAL, VisitLedger, VisitModel } from '#server/test/insights/visit-model.ts';
import { KillableServer, ServerData } from '#server/test/processes/killable-server.ts';
import { SeededRandom } from '#server/test/random.ts';
import { locationOf } from '#server/test/test-database.ts';
import { BATCH_MS } from './site-figures.ts';

/** How many visits; `npm run test:deep -- visits` sets it. */
const VISITS = Number(process.env['VISITS'] ?? 3000);
const CONNECTIONS = 4;
/** How long the statement that writes a batch may take on a busy machine. */
const WRITING_MS = 3000;

const READERS: ReaderKind[] = ['people', 'agents'];
const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, count) => sum + count, 0);

/** For what servers still hold back. */
const waiting = { timeout: 60_000, interval: 500 };

/** A visit that a server answered, and when. */
interface Answered extends ModelVisit {
  at: number;
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('visits of three servers', () => {
  let data: ServerData;
  let servers: KillableServer[];
  let database: Connection;
  let model: VisitModel;
  let siteId: string;
  /** What has to be counted, and what may be: a server that is killed loses what it has not written. */
  const sure = new VisitLedger();
  const possible = new VisitLedger();

  beforeAll(async () => {
    data = await ServerData.create();
    const settings = { ADDRESS_HEADER: 'x-forwarded-for', COUNTRY_HEADER: 'cf-ipcountry' };
    const first = await KillableServer.start(data, settings, []);
    servers = [
      first,
      await KillableServer.start(data, settings, []),
      await KillableServer.start(data, settings, []),
    ];
    database = await connect(locationOf(data.environment['DATABASE_URL'] ?? ''));
    const [{ id: organizationId }] = (await first.expect('GET', '/v1/orgs')).items;
    const organization = `/v1/orgs/${organizationId}`;
    siteId = (await first.expect('POST', `${organization}/sites`, { title: 'Tides' })).id;
    for (const title of ['Guide', 'Reference']) {
      const { id: spaceId } = await first.expect('POST', `${organization}/spaces`, { title });
      const changes = ['Welcome', 'Install', 'Tide gauge'].map((page) => ({
        operation: 'insert_page',
        title: page,
        document: { markdown: `About ${page}.\n` },
      }));
      const { id } = await first.expect('POST', `/v1/spaces/${spaceId}/change-requests`, { subject: title });
      await first.expect('POST', `/v1/spaces/${spaceId}/change-requests/${id}/content`, { changes });
      await first.expect('POST', `/v1/spaces/${spaceId}/change-requests/${id}/merge`, {});
      await first.expect('POST', `${organization}/sites/${siteId}/sections`, { spaceId, title });
    }
    await first.expect('POST', `${organization}/sites/${siteId}/publish`, {});
    const base = `/published/${organizationId}/${siteId}/`;
    model = new VisitModel(new SeededRandom(45), base, await readModelPages(database.db, siteId, base));
  });
  afterAll(async () => {
    await database.close();
    await data.close();
  });

  /** Sends visits to a server, over a few connections, until there are no more or it is killed. */
  async function visit(server: KillableServer, visits: Iterator<ModelVisit>) {
    const pool = new Pool(server.origin, { connections: CONNECTIONS, pipelining: 1 });
    const answered: Answered[] = [];
    const unanswered: ModelVisit[] = [];
    const send = async () => {
      for (let next = visits.next(); !next.done; next = visits.next()) {
        const { method, url: path, headers, payload: body } = next.value.visit;
        try {
          const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
          await response.body.dump();
          if (response.statusCode >= 500)
            throw new Error(`${path} was answered with ${response.statusCode}.`);
          answered.push({ ...next.value, at: Date.now() });
        } catch (error) {
          unanswered.push(next.value);
          if (String(error).includes('answered with')) throw error;
          return;
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, send));
    await pool.destroy();
    return { answered, unanswered };
  }

  function* take(count: number, atHalf?: () => void): Generator<ModelVisit> {
    for (let left = count; left > 0; left -= 1) {
      if (left === Math.floor(count / 2)) atHalf?.();
      yield model.next();
    }
  }

  it('are exact to the unit', async ({ annotate }) => {
    const began = performance.now();
    // By parts, so that what was answered is not kept.
    for (let sent = 0; sent < VISITS; sent += 50_000) {
      const visits = take(Math.min(50_000, VISITS - sent));
      for (const { answered, unanswered } of await Promise.all(
        servers.map((server) => visit(server, visits)),
      )) {
        expect(unanswered).toEqual([]);
        for (const { note } of answered) {
          note(sure);
          note(possible);
        }
      }
    }
    const rate = Math.round(VISITS / ((performance.now() - began) / 1000));
    await annotate(`${VISITS.toLocaleString('en')} visits, ${rate} a second`);
    const truth = {
      views: Object.fromEntries(sure.views),
      missing: Object.fromEntries(sure.missing),
      searches: sure.writtenSearches(),
      visitors: visitorsOf(sure),
    };
    await expect.poll(() => readNumbers(database.db, siteId), waiting).toEqual(truth);
  });

  it('are lost by a server that is killed for as long as a batch waits, and by no other', async ({
    annotate,
  }) => {
    const [, , third] = servers;
    if (!third) throw new Error('There are no three servers.');
    let killing: Promise<number> | undefined;
    const visits = take(Math.max(3000, VISITS / 10), () => {
      const at = Date.now();
      killing = third.kill().then(() => at);
    });
    const results = await Promise.all(servers.map((server) => visit(server, visits)));
    const killedAt = (await killing) ?? Number.NaN;
    let unwritten = 0;
    for (const [index, { answered, unanswered }] of results.entries()) {
      for (const { at, note } of answered) {
        note(possible);
        const isUnwritten = servers[index] === third && at > killedAt - BATCH_MS - WRITING_MS;
        if (isUnwritten) unwritten += 1;
        else note(sure);
      }
      // What was on its way may have been counted without an answer.
      for (const { note } of unanswered) note(possible);
      expect(unanswered.length).toBeLessThanOrEqual(servers[index] === third ? CONNECTIONS : 0);
    }
    expect(unwritten).toBeGreaterThan(0);
    const least = boundsOf(sure);
    const most = boundsOf(possible);
    const read = async () => toBounds(await readNumbers(database.db, siteId));
    await expect.poll(async () => keysBelow(await read(), least), waiting).toEqual([]);
    const counted = await read();
    expect(keysBelow(most, counted)).toEqual([]);
    const { views } = await readNumbers(database.db, siteId);
    const lost = sumOf(possible.views.values()) - sumOf(Object.values(views));
    await annotate(`${lost} views of ${unwritten} visits in its last seconds were lost with the server`);
  });

  it('leave no address, agent, name or rare word in any table', async () => {
    const sent = Array.from({ length: 2000 }, () => {
      const { url, headers, payload = '' } = model.next().visit;
      return [url, ...Object.values(headers), payload].join('\n');
    }).join('\n');
    const dump = await dumpTables(database.db);
    expect(dump).toContain('tide gauge');
    for (const personal of PERSONAL) {
      expect(sent).toMatch(personal);
      expect(personal.exec(dump)).toBeNull();
    }
    // Bytes are written in hexadecimal.
    expect(dump).not.toContain(Buffer.from('198.51.').toString('hex'));
  });
});

const visitorsOf = (ledger: VisitLedger) =>
  Object.fromEntries(READERS.map((reader) => [JSON.stringify([reader]), ledger.visitors(reader)]));

/** Numbers that a lost batch makes lower and nothing makes higher. Words that it leaves unknown are not among them. */
function toBounds({ views, missing, searches, visitors }: Awaited<ReturnType<typeof readNumbers>>) {
  return { ...views, ...missing, ...visitors, searches: sumOf(Object.values(searches)) };
}

const boundsOf = (ledger: VisitLedger) =>
  toBounds({
    views: Object.fromEntries(ledger.views),
    missing: Object.fromEntries(ledger.missing),
    searches: ledger.writtenSearches(),
    visitors: visitorsOf(ledger),
  });

/** The keys of which there is less than there has to be. */
const keysBelow = (counted: Record<string, number>, least: Record<string, number>) =>
  Object.keys(least).filter((key) => (counted[key] ?? 0) < (least[key] ?? 0));
