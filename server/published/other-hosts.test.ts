import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import type { PageFields, ReusableFields } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, fetchPage, PUBLIC_URL } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const VIDEO = '{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}';
const PLAYER = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const FRAMES = 'frame-src https://www.youtube-nocookie.com; ';
const OPEN_PICTURES = "img-src 'self' https: data:";
const OWN_PICTURES = "img-src 'self' data:";

async function openSite(pages: PageFields[], reusable: ReusableFields[] = []) {
  const site = await SiteEditor.open(w, { title: 'Video docs', published: true });
  await site.addSection('Guide');
  await site.write('Guide/Guide', pages, [], reusable);
  const base = `/published/${w.organization.id}/${site.id}/`;
  const customize = (body: object) => site.creator.patch(site.url('/customization'), body);
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetchPage(base + path, headers);
    return { ...answer, policy: String(answer.headers['content-security-policy']) };
  };
  /** A page, and the answer to who has it already. */
  const readTwice = async (path: string) => {
    const first = await read(path);
    const again = await read(path, { 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(304);
    expect(again.policy).toBe(first.policy);
    return first;
  };
  return { site, base, customize, read, readTwice };
}

describe('an embed', () => {
  it('is a link without anything of its host, unless the owner of the site allows the host', async () => {
    const { customize, readTwice } = await openSite([
      { title: 'Start', text: `${VIDEO}\n` },
      { title: 'Plain', text: 'Words.\n' },
    ]);
    const before = await readTwice('');
    expect(before.body).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
    expect(before.body).not.toMatch(/<iframe|data-player/);
    expect(before.policy).not.toContain('frame-src');
    expect((await customize({ embedHosts: ['youtube.com'] })).status).toBe(200);
    const after = await readTwice('');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.policy).toBe(FRAMES + before.policy);
    expect(after.body).toMatch(
      new RegExp(`<button class="play" type="button" hidden data-player="${PLAYER}"`),
    );
    expect(after.body).not.toContain('<iframe');
    expect(after.body).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
    expect((await readTwice('plain')).policy).toBe(before.policy);
  });

  it('of a host that is not allowed stays a link beside one that plays', async () => {
    const texts = [
      VIDEO,
      '{% embed url="https://vimeo.com/76979871" %}',
      '{% embed url="https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ" %}',
      '{% embed url="https://youtube.com@evil.example/" %}',
      `{% embed url="https://a.example;script-src 'unsafe-inline'/" %}`,
    ];
    const { customize, readTwice } = await openSite([{ title: 'Start', text: `${texts.join('\n\n')}\n` }]);
    await customize({ embedHosts: ['youtube.com', 'a.example'] });
    const { body, policy } = await readTwice('');
    expect(body.match(/data-player=/g)).toHaveLength(1);
    expect(policy.startsWith(`${FRAMES}default-src 'none'; script-src 'self';`)).toBe(true);
  });

  it('in a condition changes the policy of those alone who see it', async () => {
    const text = `Words.\n\n{% if visitor.claims.plan == "pro" %}\n\n${VIDEO}\n\n{% endif %}\n`;
    const { site, base, customize, read } = await openSite([{ title: 'Start', text }]);
    await site.creator.put(site.url('/adaptive-schema'), {
      jsonSchema: { type: 'object', properties: { plan: { type: 'string', description: 'Plan' } } },
    });
    await customize({ embedHosts: ['youtube.com'] });
    const { body } = await as(w.admin).post(site.url('/visitor-authentication/keys'), {});
    const token = await signToken(String(body.secret), { claims: { plan: 'pro' } });
    expect((await read('')).policy).not.toContain('frame-src');
    expect((await read('', { cookie: await cookiesOfToken(base, token) })).policy).toContain(FRAMES);
  });

  it('in a reusable content plays on the pages that include it', async () => {
    const id = newId();
    const { customize, readTwice } = await openSite(
      [{ title: 'Start', text: `{% include "/reusable-contents/${id}" %}\n` }],
      [{ id, title: 'Film', text: `${VIDEO}\n` }],
    );
    await customize({ embedHosts: ['youtube.com'] });
    const { body, policy } = await readTwice('');
    expect(policy).toContain(FRAMES);
    expect(body).toContain(`data-player="${PLAYER}"`);
  });

  it('of the server itself never plays', async () => {
    const { hostname } = new URL(PUBLIC_URL);
    const { customize, read } = await openSite([
      { title: 'Start', text: `{% embed url="https://${hostname}/o/x" %}\n` },
    ]);
    await customize({ embedHosts: [hostname] });
    const { body, policy } = await read('');
    expect(body).toContain(`href="https://${hostname}/o/x"`);
    expect(body).not.toContain('data-player');
    expect(policy).not.toContain('frame-src');
  });

  it.each([
    [['YouTube.com']],
    [["youtube.com; script-src 'unsafe-inline'"]],
    [['*.youtube.com']],
    [['https://youtube.com']],
    [['localhost']],
    [['10.0.0.1']],
    [['youtube.com', 'youtube.com']],
    [Array.from({ length: 21 }, (_, index) => `video-${index}.example`)],
  ])('is not allowed by %j', async (embedHosts) => {
    const { customize } = await openSite([{ title: 'Start', text: 'Words.\n' }]);
    expect((await customize({ embedHosts })).status).toBe(400);
    const hosts = Array.from({ length: 20 }, (_, index) => `video-${index}.example`);
    expect((await customize({ embedHosts: hosts })).body).toMatchObject({ embedHosts: hosts });
  });
});

describe('a site without requests to other hosts', () => {
  const text = [
    'Before ![A map](https://pictures.example/map.png "Harbour") after.',
    '[![Badge](https://pictures.example/badge.svg)](https://ci.example/)',
    '![](https://pictures.example/a.png)',
    '<picture><source srcset="https://pictures.example/dark.png" media="(prefers-color-scheme: dark)"><img src="https://pictures.example/light.png" alt="Chart"></picture>',
    VIDEO,
  ].join('\n\n');

  it('has links in place of their pictures, and a policy that asks none of them', async () => {
    const { customize, readTwice, read } = await openSite([{ title: 'Start', text: `${text}\n` }]);
    await customize({ embedHosts: ['youtube.com'] });
    const before = await readTwice('');
    expect(before.policy).toContain(OPEN_PICTURES);
    expect(before.body.match(/<img [^>]*src="https:/g)).toHaveLength(4);
    await customize({ externalRequests: 'blocked' });
    const { body, policy } = await readTwice('');
    expect(policy).toContain(OWN_PICTURES);
    expect(policy).not.toMatch(/https:|frame-src/);
    expect(body).not.toMatch(/<img [^>]*src="https:|srcset="https:|data-player/);
    expect(body).toContain('<a href="https://pictures.example/map.png" rel="noopener">A map</a>');
    expect(body).toMatch(/<a href="https:\/\/ci\.example\/"[^>]*>Badge<\/a>/);
    expect(body).toContain('>https://pictures.example/a.png</a>');
    expect(body).toContain('<a href="https://pictures.example/light.png" rel="noopener">Chart</a>');
    for (const path of ['none', '~/search?q=words', 'start.md'])
      expect((await read(path)).policy).toContain(OWN_PICTURES);
    await customize({ externalRequests: 'allowed' });
    expect((await readTwice('')).body).toBe(before.body);
  });
});
