import { beforeAll, describe, expect, it } from 'vitest';
import { keepFigures } from '#server/insights/keep-figures.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { inject } from '#server/test/processes/round-robin.ts';
import { BROWSER, readTaken } from '#server/test/published/taken-forms.ts';
import { signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { MAX_DAILY_ANSWERS } from './page-feedback.ts';
import { parsePage } from './testing/parse-page.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const FORM = 'application/x-www-form-urlencoded';
type Fields = Record<string, string>;

/** A site that asks; a part of it is for the crew only. */
async function openSite(visibility = 'public') {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true, visibility });
  for (const title of ['Guide', 'Harbour']) await site.addSection(title);
  const { pages } = await site.write('Guide/Guide', [
    { title: 'Welcome', text: 'Hello.\n' },
    { title: 'Gauges', text: 'About gauges.\n' },
  ]);
  await site.write('Harbour/Harbour', [{ title: 'Rules', text: 'Moor.\n' }]);
  const schema = {
    type: 'object',
    properties: { isCrew: { type: 'boolean' } },
  };
  expect((await as(w.admin).put(site.url('/adaptive-schema'), { jsonSchema: schema })).status).toBeLessThan(
    300,
  );
  await as(w.admin).patch(site.url(), { adaptiveContent: { enabled: true } });
  const section = site.url(`/sections/${site.idOf('Harbour')}`);
  const shown = { condition: 'visitor.claims.isCrew === true' };
  expect((await site.creator.patch(section, shown)).status).toBe(200);
  const { db } = await testApp();
  const ask = (asks: boolean | null) =>
    db.updateTable('sites').set({ asks_feedback: asks }).where('id', '=', site.id).execute();
  await ask(true);
  const path = `/published/${w.organization.id}/${site.id}/`;
  const base = visibility === 'share-link' ? `${path}${await site.shareKey()}/` : path;
  const stored = () =>
    db.selectFrom('page_feedback').selectAll().where('site_id', '=', site.id).orderBy('id').execute();
  return { site, path, base, pages, ask, stored, db };
}

/** Sends the form of a page as its browser does. */
async function send(base: string, fields: Fields, headers: Fields = {}, to = '~feedback') {
  const { app } = await testApp();
  const payload = new URLSearchParams(fields).toString();
  const sent = { 'content-type': FORM, 'sec-fetch-site': 'same-origin', accept: 'text/html', ...headers };
  return inject(app, { method: 'POST', url: `${base}${to}`, headers: sent, payload });
}

/** The fields of the form on a page as a reader fills them in, and where they are sent. */
function fillIn(body: string, { helpful, sentence }: { helpful: string; sentence: string }) {
  const form = parsePage(body).querySelector('form.feedback');
  const path = form?.querySelector('input[name=path]')?.getAttribute('value') ?? '';
  return { action: form?.getAttribute('action') ?? '', fields: { path, helpful, sentence } };
}

describe('a page that asks if it was helpful', () => {
  it('takes an answer without a script, thanks for it, and stores nothing of who sent it', async () => {
    const { base, stored, site, pages } = await openSite();
    const { body, headers } = await fetchPage(`${base}gauges`);
    const { action, fields } = fillIn(body, { helpful: 'no', sentence: ' How <b>deep</b>?\r\nAnd when? ' });
    expect(action).toBe(`${base}~feedback`);
    const sender = { 'user-agent': 'Owlfox/7', 'x-forwarded-for': '192.0.2.9', cookie: 'theirs=1' };
    const answer = await send(base, fields, sender);
    expect([answer.status, answer.headers.location]).toEqual([303, `${base}gauges#~thanks`]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(parsePage(body).getElementById('~thanks')?.textContent).toMatch(/^Thank you/);
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toEqual({
      id: expect.any(String),
      site_id: site.id,
      site_space_id: site.idOf('Guide/Guide'),
      page_id: pages[1]?.id,
      language: 'en',
      is_helpful: false,
      sentence: 'How <b>deep</b>?\nAnd when?',
      state: 'open',
      at: expect.any(Date),
    });
    const again = await fetchPage(`${base}gauges`, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect((await send(base, { path: base, helpful: 'yes', sentence: ' \u200b ' })).headers.location).toBe(
      `${base}#~thanks`,
    );
    expect((await stored())[1]).toMatchObject({ is_helpful: true, sentence: '' });
  });

  it('refuses what its form does not send, and says which field', async () => {
    const { base, stored } = await openSite();
    const path = `${base}gauges`;
    const bad: [Fields, string][] = [
      [{ path, helpful: 'maybe' }, 'body.helpful must be yes or no.'],
      [{ path }, 'body.helpful must be yes or no.'],
      [
        { path, helpful: 'yes', sentence: 'x'.repeat(1001) },
        'body.sentence must have at most 1000 characters.',
      ],
      [{ path: `/${'x'.repeat(4000)}`, helpful: 'yes' }, 'body.path must have at most 4000 characters.'],
    ];
    for (const [fields, message] of bad) {
      const { status, body } = await send(base, fields);
      expect([status, JSON.parse(body).error.message]).toEqual([400, message]);
    }
    const longest = `${'🦉'.repeat(480)}${'\r\n'.repeat(20)}ends here`;
    expect(await send(base, { path, helpful: 'yes', sentence: longest })).toMatchObject({ status: 303 });
    expect((await send(base, { path, helpful: 'yes', sentence: 'x'.repeat(20_000) })).status).toBe(413);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await send(base, { path, helpful: 'yes' }, foreign)).status).toBe(403);
    expect((await stored()).map(({ sentence }) => sentence)).toEqual([
      `${'🦉'.repeat(480)}${'\n'.repeat(20)}ends here`,
    ]);
  });

  it('stores no control characters, refuses those that no database takes, and finds nothing at addresses with them', async () => {
    const { base, stored } = await openSite();
    const path = `${base}gauges`;
    const sentence = 'one two\u001b[31m\tthree\r\nfour\u0085';
    expect((await send(base, { path, helpful: 'no', sentence })).status).toBe(303);
    expect((await send(base, { path, helpful: 'yes', sentence: '\u0007' })).status).toBe(303);
    expect((await stored()).map((row) => row.sentence)).toEqual(['one two[31m\tthree\nfour', '']);
    for (const to of ['~feedback', '~seen']) {
      const bad: Fields[] = [
        { path, sentence: 'a\0b' },
        { path: `${path}\0`, helpful: 'no' },
      ];
      for (const fields of bad) {
        const { status, body } = await send(base, fields, {}, to);
        expect([status, body]).toEqual([400, expect.stringContaining('must not contain NUL characters')]);
      }
      for (const odd of ['%00', '%ff', 'gauges%00', 'gauges%0a']) {
        const { status } = await send(base, { path: base + odd, helpful: 'no' }, {}, to);
        expect([odd, to, status]).toEqual([odd, to, to === '~seen' ? 204 : 404]);
      }
    }
    expect(await stored()).toHaveLength(2);
  });

  it('takes a limited number of answers a day, and says so', async () => {
    const { base, stored, db, site } = await openSite();
    await send(base, { path: base, helpful: 'yes' });
    const [first] = await stored();
    if (!first) throw new Error('Nothing is stored.');
    const copies = Array.from({ length: MAX_DAILY_ANSWERS - 1 }, (_, at) => ({
      ...first,
      id: `${first.id}${at}`,
    }));
    await db.insertInto('page_feedback').values(copies).execute();
    const refused = await send(base, { path: base, helpful: 'no' });
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body).error.message).toContain('takes 1000 answers a day');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    const before = { at: new Date(first.at.getTime() - 86_400_000) };
    await db.updateTable('page_feedback').set(before).where('site_id', '=', site.id).execute();
    expect((await send(base, { path: base, helpful: 'no' })).status).toBe(303);
  });

  it('is asked for by the site alone, and not where the operator keeps nothing of readers', async () => {
    const { base, ask, stored } = await openSite();
    const fields = { path: base, helpful: 'yes' };
    const form = 'class="feedback"';
    const asked = await fetchPage(base);
    expect(asked.body).toContain(form);
    const off = await startApp({ database: await sharedDatabase(), countsVisits: false });
    const page = await inject(off.app, { method: 'GET', url: base, headers: { accept: 'text/html' } });
    expect(page.body).not.toContain(form);
    const headers = { 'content-type': FORM };
    const payload = new URLSearchParams(fields).toString();
    const refused = await inject(off.app, { method: 'POST', url: `${base}~feedback`, headers, payload });
    await off.close();
    expect(refused.status).toBe(404);
    for (const asks of [false, null]) {
      await ask(asks);
      const unasked = await fetchPage(base, { 'if-none-match': String(asked.headers.etag) });
      expect([unasked.status, unasked.body.includes(form)]).toEqual([200, false]);
      expect((await send(base, fields)).status).toBe(404);
    }
    expect(await stored()).toEqual([]);
  });

  it('is no list of results, page that is missing, or preview', async () => {
    const { base, site, stored } = await openSite();
    const preview = await site.creator.get(site.url('/preview'));
    const shown = new URL(String(preview.body.url)).pathname;
    for (const url of [`${base}~/search?q=gauges`, `${base}none`, shown])
      expect((await fetchPage(url)).body).not.toContain('class="feedback"');
    for (const path of [
      `${base}none`,
      `${base}~/search`,
      `${base}gauges.md`,
      '//evil.example/',
      'gauges',
      '',
    ])
      expect([path, (await send(base, { path, helpful: 'yes' })).status]).toEqual([path, 404]);
    expect((await send(shown, { path: `${shown}gauges`, helpful: 'yes' })).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it('takes so many answers of an address in a minute, and says when it takes more', async () => {
    const { base, stored } = await openSite();
    const limited = await startApp({ database: await sharedDatabase(), rateLimit: 120 });
    const payload = new URLSearchParams({ path: base, helpful: 'yes' }).toString();
    const headers = { 'content-type': FORM };
    limited.clock.freeze();
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1)
      statuses.push(await inject(limited.app, { method: 'POST', url: `${base}~feedback`, headers, payload }));
    await limited.close();
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 429]);
    expect(Number(statuses[2]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await stored()).toHaveLength(2);
  });

  it('forgets answers with the figures, and with the site', async () => {
    const { base, stored, site, db } = await openSite();
    for (const at of ['2020-01-31T23:59:59Z', '2020-02-01T00:00:00Z']) {
      await send(base, { path: base, helpful: 'yes' });
      const last = (await stored()).at(-1);
      await db
        .updateTable('page_feedback')
        .set({ at: new Date(at) })
        .where('id', '=', last?.id ?? '')
        .execute();
    }
    await keepFigures(db, new Date('2022-03-10T00:00:00Z'));
    expect((await stored()).map(({ at }) => at.toISOString())).toEqual(['2020-02-01T00:00:00.000Z']);
    expect((await as(w.admin).delete(site.url())).status).toBeLessThan(300);
    expect(await stored()).toEqual([]);
  });
});

describe('who may answer', () => {
  const outcomes = async (opened: Awaited<ReturnType<typeof openSite>>, cookie?: string) => {
    const { base } = opened;
    const headers: Fields = cookie === undefined ? {} : { cookie };
    const statuses: Record<string, number> = {};
    for (const page of ['gauges', 'harbour/', 'harbour/none'])
      statuses[page] = (await send(base, { path: base + page, helpful: 'yes' }, headers)).status;
    return statuses;
  };
  /** How often the page of the crew counts once somebody's browser has said that it was shown. */
  const seenBy = async ({ base, site }: Awaited<ReturnType<typeof openSite>>, cookie: string) => {
    const headers = { cookie, 'user-agent': BROWSER };
    expect((await send(base, { path: `${base}harbour/` }, headers, '~seen')).status).toBe(204);
    return (await readTaken(site.id, site.idOf('Harbour/Harbour'))).views;
  };
  const cookieOf = async ({ site }: Awaited<ReturnType<typeof openSite>>, claims: object) => {
    const { body: key } = await as(w.admin).post(site.url('/visitor-authentication/keys'), {});
    return `reader-visitor-${site.id}=${await signToken(key.secret, { claims })}`;
  };

  it.each(['public', 'unlisted', 'share-link', 'visitor-auth'])(
    'a page of a site (%s): who may read it, and nobody else learns that it is there',
    async (visibility) => {
      const opened = await openSite(visibility);
      const isOpen = visibility !== 'visitor-auth';
      const crew = await cookieOf(opened, { isCrew: true });
      const guest = await cookieOf(opened, { isCrew: false });
      const closed = { gauges: 401, 'harbour/': 401, 'harbour/none': 401 };
      const visible = { gauges: 303, 'harbour/': 404, 'harbour/none': 404 };
      expect(await outcomes(opened)).toEqual(isOpen ? visible : closed);
      expect(await outcomes(opened, guest)).toEqual(visible);
      expect(await outcomes(opened, crew)).toEqual({ ...visible, 'harbour/': 303 });
      const { base, path } = opened;
      expect(await seenBy(opened, guest)).toEqual(0);
      expect(await seenBy(opened, crew)).toEqual(1);
      const answers = [`${base}harbour/`, `${base}harbour/none`].map(
        async (page) => (await send(base, { path: page, helpful: 'yes' }, { cookie: guest })).body,
      );
      const [hidden, missing] = await Promise.all(answers);
      expect(hidden).toBe(missing);
      expect(await opened.stored()).toHaveLength(isOpen ? 4 : 3);
      if (visibility === 'share-link')
        for (const address of [path, `${path}wrong/`])
          expect((await send(address, { path: `${address}gauges`, helpful: 'yes' })).status).toBe(404);
    },
  );

  it('a reader at the host name of a site, and below the site of somebody else', async () => {
    const { site, base, stored, db } = await openSite('share-link');
    const key = await site.shareKey();
    await as(w.admin).patch(site.url(), { proxy: 'press.example/below' });
    const proxied = base.replace(`${key}/`, `~/proxied/${key}/`);
    const below = fillIn((await fetchPage(`${proxied}gauges`)).body, { helpful: 'yes', sentence: '' });
    expect(below).toMatchObject({
      action: `/below/${key}/~feedback`,
      fields: { path: `/below/${key}/gauges` },
    });
    const answer = await send(proxied, below.fields);
    expect([answer.status, answer.headers.location]).toEqual([303, `/below/${key}/gauges#~thanks`]);
    const host = `say-${site.id.toLowerCase()}.press.example`;
    const proven = { hostname: host, hostname_proven_at: new Date() };
    await db.updateTable('sites').set(proven).where('id', '=', site.id).execute();
    const own = fillIn((await fetchPage(`/${key}/gauges`, { host })).body, { helpful: 'no', sentence: '' });
    expect(own.action).toBe(`/${key}/~feedback`);
    const sent = await send(`/${key}/`, own.fields, { host });
    expect([sent.status, sent.headers.location]).toEqual([303, `/${key}/gauges#~thanks`]);
    expect((await send('/', own.fields, { host })).status).toBe(404);
    expect((await stored()).map(({ is_helpful: isHelpful }) => isHelpful)).toEqual([true, false]);
  });
});
