// @module-tag both-engines
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { askDueLinks } from './ask-links.ts';
import { siteCheckJobs } from './check-site.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Answers by path, at a host of this test only; notes what was asked for. */
function otherSite(host: string, answers: Record<string, number | [number, string] | FetchError>) {
  const asked: string[] = [];
  let running = 0;
  const send: Fetcher['send'] = async (url, { method, headers }) => {
    const { host: to, pathname } = new URL(url);
    // Other tests share the table.
    if (to !== host) throw new FetchError('refused', 'Not here.');
    running += 1;
    asked.push(
      `${method} ${pathname}${headers['range'] === undefined ? '' : ' ranged'}${running > 1 ? ' at once' : ''}`,
    );
    const answer = answers[`${method} ${pathname}`] ?? answers[pathname] ?? 404;
    await Promise.resolve();
    running -= 1;
    if (answer instanceof FetchError) throw answer;
    const [status, text] = typeof answer === 'number' ? [answer, ''] : answer;
    return { status, headers: { location: text }, body: Buffer.from(text) };
  };
  return { asked, fetcher: { send } };
}

/** A site whose page links to paths of another one. */
async function openSite(host: string, paths: readonly string[]) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  const text = paths.map((path) => `[a](https://${host}${path})\n`).join('\n');
  await site.write('Guide/Guide', [{ title: 'Welcome', text, description: 'x' }]);
  const { db, clock } = await testApp();
  const check = async () => {
    await as(w.creator).get(site.url('/checks'));
    await runDueJobs(db, siteCheckJobs, clock);
    const { body } = await as(w.creator).get(site.url('/checks/findings?kind=dead-link'));
    return body.items.map(
      ({ line, detail, problem }: { line: number; detail: string; problem: string }) =>
        `${line}: ${detail.replace(`https://${host}`, '')} ${problem}`,
    );
  };
  const ask = (fetcher: Pick<Fetcher, 'send'>, laterMs = 0) =>
    askDueLinks({
      db,
      fetcher,
      clock: { now: () => new Date(clock.now().getTime() + laterMs) },
      isStopping: () => false,
      pauseMs: 0,
    });
  return { site, db, check, ask };
}

describe('links to other sites', () => {
  it('are findings once they lead nowhere, and are asked for once a week, one after the other', async () => {
    const host = `${newId().toLowerCase()}.example`;
    const paths = ['/fine', '/gone#part', '/head', '/moved', '/away', '/busy', '/secret', '/gone'];
    const { check, ask } = await openSite(host, paths);
    expect(await check()).toEqual([]);
    const other = otherSite(host, {
      '/robots.txt': [200, 'User-agent: *\nDisallow: /secret\n'],
      '/fine': 200,
      'HEAD /head': 404,
      'GET /head': 206,
      '/moved': [301, '/gone'],
      '/away': [302, 'https://elsewhere.example/'],
      '/busy': 503,
    });
    await ask(other.fetcher);
    const first = other.asked.toSorted();
    expect(first).toEqual(
      [
        'GET /robots.txt',
        ...['HEAD /away', 'HEAD /busy', 'GET /busy ranged', 'HEAD /fine', 'HEAD /gone', 'GET /gone ranged'],
        ...[
          'HEAD /head',
          'GET /head ranged',
          'HEAD /moved',
          'HEAD /gone',
          'GET /moved ranged',
          'GET /gone ranged',
        ],
      ].toSorted(),
    );
    const problem = 'The other site says that there is no such page (404).';
    const dead = ['3: /gone#part', '7: /moved', '15: /gone'];
    expect(await check()).toEqual(dead.map((line) => `${line} ${problem}`));
    await ask(other.fetcher);
    expect(other.asked).toHaveLength(first.length);
    const mended = otherSite(host, { '/gone': 200, '/moved': 200, '/fine': 200 });
    await ask(mended.fetcher, WEEK_MS + 1);
    expect(await check()).toEqual(
      ['5: /head', '9: /away', '11: /busy', '13: /secret'].map((line) => `${line} ${problem}`),
    );
  });

  it('lead nowhere if nobody answers twice', async () => {
    const host = `${newId().toLowerCase()}.example`;
    const { check, ask } = await openSite(host, ['/a', '/b']);
    await check();
    const timeout = new FetchError('timeout', 'The URL did not respond in time.');
    await ask(otherSite(host, { '/robots.txt': 404, '/a': timeout, '/b': timeout }).fetcher);
    expect(await check()).toEqual([]);
    await ask(otherSite(host, { '/a': timeout, '/b': 200 }).fetcher, WEEK_MS + 1);
    expect(await check()).toEqual(['1: /a The other site did not answer twice, a week apart.']);
  });

  it('are not asked for where the site has switched it off, or no check meets them any more', async () => {
    const host = `${newId().toLowerCase()}.example`;
    const { site, db, check, ask } = await openSite(host, ['/a']);
    await as(w.creator).put(site.url('/insights/settings'), { checksLinks: false });
    await check();
    const other = otherSite(host, {});
    await ask(other.fetcher);
    expect(other.asked).toEqual([]);
    await as(w.creator).put(site.url('/insights/settings'), { checksLinks: true });
    await check();
    await ask(other.fetcher, 31 * WEEK_MS);
    expect(other.asked).toEqual([]);
    const left = await db.selectFrom('link_targets').selectAll().where('host', '=', host).execute();
    expect(left).toEqual([]);
  });
});
