import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

const textOf = async (url: string) => (await as(w.creator).get(`${url}/structure/text`)).body;

const plan = async (url: string, text: string) =>
  (await as(w.creator).post(`${url}/structure/text/plan`, { text })).body;

/** Makes a text the structure, through its draft. */
async function apply(url: string, text: string): Promise<void> {
  const drafted = await as(w.creator).put(`${url}/structure/text`, { text });
  expect([drafted.status, drafted.body.error?.message]).toEqual([200, undefined]);
  if (drafted.body.changes.length === 0) return;
  const applied = await as(w.creator).post(`${url}/structure/draft/apply`, {});
  expect([applied.status, applied.body.error?.message]).toEqual([200, undefined]);
}

/** A site with a section, and its text without the title and keys. */
async function openSite(title = 'Guide') {
  const site = await SiteEditor.open(w, { title: 'Handbook' });
  await site.addSection(title);
  return site;
}

describe('a structure as text', () => {
  it('keeps every character of titles, descriptions and conditions', async () => {
    const site = await openSite();
    const id = site.idOf('Guide');
    const fields = {
      title: '"# – : Ümlaut\u2028 true',
      description: 'Two\r\nlines\twith: # and “more” \\n',
      condition: 'visitor.claims.plan === "pro" && 1 > 0',
    };
    await as(w.creator).patch(site.url(`/sections/${id}`), fields);
    const { text } = await textOf(site.url());
    expect(await plan(site.url(), text)).toMatchObject({ changes: [], problems: [] });
    await as(w.creator).patch(site.url(`/sections/${id}`), {
      title: 'Guide',
      description: null,
      condition: null,
    });
    await apply(site.url(), text);
    expect((await textOf(site.url())).text).toBe(text);
  });

  it('says in words what it changes before anything is stored', async () => {
    const site = await openSite();
    const news = await createSpace({ organizationId: w.organization.id, title: 'News of the year' });
    const { text } = await textOf(site.url());
    const changed = `${text.replace('title: Guide\n', 'title: Manual\n')}    - type: section
      title: What’s new
      icon: bell
      children:
        - type: space
          title: News of the year
`;
    expect(await plan(site.url(), changed)).toEqual({
      object: 'structure-text-plan',
      changes: ['Added the section “What’s new”', 'Changed the section “Manual”'],
      problems: [],
    });
    expect((await textOf(site.url())).text).toBe(text);
    await apply(site.url(), changed);
    const { text: after } = await textOf(site.url());
    expect(after).toContain('path: what-s-new');
    expect(after).toContain(`space: ${news.id}`);
  });

  it('names the line of everything that is wrong or can’t be kept', async () => {
    const site = await openSite();
    const { body: space } = await as(w.creator).get(site.url('/site-spaces'));
    const { id } = space.items[0].space;
    const text = `# The site
site:
  title: Other
  structure:
    - type: section
      title: X
      path: a b
      condition: visitor.
      order: 3
      hidden: true
      children:
        - type: space
          title: Nowhere
        - type: space
          content:
            space: ${id}
            directory: ./docs
    - type: section-group
      title: Group
      children:
        - type: section-group
          title: Inner
    - type: space
      title: Guide
    - type: page
`;
    const { problems } = await plan(site.url(), text);
    expect(
      problems.map(({ line, message }: { line: number; message: string }) => `${line} ${message}`),
    ).toEqual([
      '1 Comments aren’t kept with a structure. Remove it.',
      '3 The title is that of the site. Change it in the settings of the site.',
      '5 Nothing is hidden or a draft here. Use a condition.',
      '5 The title must have 2 to 128 characters.',
      '5 The path must not contain whitespace, "?", "#" or "\\".',
      '5 The condition is no expression at character 9: unexpected token.',
      '9 “order” is no field here. Fields are key, title, path, description, icon, condition, type, default, hidden, draft, children, content.',
      '12 There is no space “Nowhere” that you can see. Create it first, or name another one.',
      '17 “directory” is no field here. Fields are space, language.',
      '21 A group has sections in it, and no groups or spaces.',
      '23 A space stands in a section, unless the site has spaces only.',
      '25 The type must be section, section-group or space.',
    ]);
    const { status, body } = await as(w.creator).put(site.url('/structure/text'), { text });
    expect([status, body.error.message]).toEqual([
      400,
      'Line 1: Comments aren’t kept with a structure. Remove it.',
    ]);
    expect((await plan(site.url(), 'site:\n  structure: [\n')).problems).toMatchObject([{ line: 3 }]);
    expect((await plan(site.url(), '['.repeat(5000))).problems).toHaveLength(50);
    expect((await plan(site.url(), 'a: &a [x]\nb: *a\n')).problems).toMatchObject([
      { line: 1, message: 'The text needs “site:” with “structure:” in it.' },
    ]);
  });

  it('is refused where others have changed the structure or the draft since it was read', async () => {
    const site = await openSite();
    const { text, version } = await textOf(site.url());
    await site.addSection('News');
    const late = await as(w.creator).put(site.url('/structure/text'), { text, version });
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'The structure was changed since the text was read. Read it again.',
    ]);
    await as(w.creator).put(site.url('/structure/text'), { text });
    const second = await as(w.creator).put(site.url('/structure/text'), { text });
    expect([second.status, second.body.error.message]).toEqual([
      409,
      'The draft has changes. Apply or discard it first.',
    ]);
  });

  it('shows no space that its writer can’t see', async () => {
    const site = await openSite();
    const secret = await createSpace({
      organizationId: w.organization.id,
      title: 'Secret',
      defaultLevel: null,
    });
    const { text } = await textOf(site.url());
    const item = (lines: string) =>
      `${text}    - type: section\n      title: Added\n      children:\n        - type: space\n${lines}`;
    for (const lines of [`          content: { space: ${secret.id} }\n`, '          title: Secret\n'])
      expect((await plan(site.url(), item(lines))).problems).toMatchObject([
        { message: /There is no space/ },
      ]);
  });
});
