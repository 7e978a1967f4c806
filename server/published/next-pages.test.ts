import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { openSite } from '#server/test/published/open-site.ts';
import { as, fetchPage, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** The address of the rules that an answer names. */
async function rulesUrl(url: string, headers = {}): Promise<string | undefined> {
  const answer = await fetchPage(url, headers);
  expect(answer.status, url).toBe(200);
  const header = answer.headers['speculation-rules'];
  return header === undefined ? undefined : JSON.parse(String(header));
}

describe('the next page of a visitor', () => {
  it('is asked for when they point at a link of the site, and drawn when they press it', async () => {
    const { site, base } = await openSite(w);
    const url = await rulesUrl(`${base}install`);
    expect(url).toMatch(new RegExp(`^${base}~/rules/\\w{12}\\.json$`));
    const { headers, body } = await fetchPage(url ?? '');
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('application/speculationrules+json'),
      'cache-control': expect.stringContaining('immutable'),
    });
    const { prefetch, prerender } = JSON.parse(body);
    expect([prefetch[0].eagerness, prerender[0].eagerness]).toEqual(['moderate', 'conservative']);
    expect(prefetch[0].where.and).toEqual([
      { href_matches: `${base}*` },
      { not: { href_matches: expect.arrayContaining([`${base}*~*`, `${base}*\\?(.+)`, `${base}*.md`]) } },
      { not: { selector_matches: '[target], [download]' } },
    ]);
    expect((await fetchPage(`${base}~/rules/other.json`)).status).toBe(404);

    await as(w.admin).patch(site.url('/customization'), { externalRequests: 'blocked' });
    const ownUrl = await rulesUrl(base);
    expect(ownUrl, 'browsers keep the others for ever').not.toBe(url);
    const own = JSON.parse((await fetchPage(ownUrl ?? '')).body);
    expect(own.prerender[0].eagerness, 'it asks no other host').toBe('moderate');
  });

  it('is asked for when a member opens it, who sees changes at once', async () => {
    const { base } = await openSite(w);
    const { app } = await testApp();
    const { headers } = await app.inject({
      method: 'POST',
      url: '/auth/session',
      payload: { token: w.reader.token },
    });
    const cookie = [headers['set-cookie']].flat().map(String).join('; ');
    expect(await rulesUrl(base, { cookie })).toBeUndefined();
    expect(await rulesUrl(base)).toBeDefined();
  });

  it('is asked for when it is opened, where the page is not the same for everybody', async () => {
    const { site, base } = await openSite(w);
    const { body } = await as(w.admin).get(site.url('/preview'));
    expect(await rulesUrl(new URL(body.url).pathname)).toBeUndefined();
    expect(await rulesUrl(`${base}install.md`)).toBeUndefined();
    await as(w.admin).patch(site.url(), { visibility: 'share-link' });
    const { urls } = (await as(w.admin).get(site.url())).body;
    expect(await rulesUrl(new URL(urls.published).pathname)).toBeUndefined();
  });

  it('is not asked of another host before it is opened', async () => {
    const { site, base } = await openSite(w);
    await site.creator.post(site.url('/redirects'), { source: '/out', target: 'https://out.example/' });
    const opened = await fetchPage(`${base}out`);
    expect([opened.status, opened.headers.location]).toEqual([301, 'https://out.example/']);
    const ahead = await fetchPage(`${base}out`, { 'sec-purpose': 'prefetch;prerender' });
    expect([ahead.status, ahead.headers.location]).toEqual([404, undefined]);
  });
});
