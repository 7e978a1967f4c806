// @module-tag both-engines
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChangeRequestChecks } from '#api/generated/types.gen.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

type Pages = Parameters<SiteEditor['write']>[1];
type Rest = [files?: Parameters<SiteEditor['write']>[2], contents?: Parameters<SiteEditor['write']>[3]];

/** A site with a guide in some languages, whose pages have ids like their titles. */
async function openGuide(pages: Pages, languages: readonly string[] = [], ...rest: Rest) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  for (const language of languages) await site.addSiteSpace('Guide', language);
  await site.write('Guide/Guide', withIds(pages), ...rest);
  return { site, spaceId: await site.spaceIdOf('Guide/Guide') };
}

const withIds = (pages: Pages): Pages =>
  pages.map((page) => ({ id: page.title?.toLowerCase() ?? '', description: 'x', ...page }));

/** Changes a space in a change request; returns what its checks name to a member. */
async function reviewed(spaceId: string, changes: object[], who = w.creator) {
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { body: created } = await as(w.admin).post(base, { subject: 'Say it shorter' });
  expect(created).toMatchObject({ object: 'change-request' });
  const edited = await as(w.admin).post(`${base}/${created.id}/content`, { changes });
  expect(edited.body).toMatchObject({ object: 'change-request' });
  return checksOf(`${base}/${created.id}`, who);
}

async function checksOf(changeRequest: string, who = w.creator) {
  const { status, body } = await as(who).get(`${changeRequest}/checks`);
  expect(status).toBe(200);
  const checks: ChangeRequestChecks = body;
  const lines = checks.findings.map(({ kind, space, page, file, reusableContent, line, detail }) =>
    [
      kind,
      `${space.title}:`,
      page?.title ?? file?.title ?? reusableContent?.title,
      ...(line === undefined ? [] : [line]),
      ...(detail === undefined ? [] : [`“${detail}”`]),
    ].join(' '),
  );
  return { ...checks, lines, changeRequest };
}

const update = (page: string, fields: object) => ({ operation: 'update_page', page, ...fields });
const text = (markdown: string) => ({ document: { markdown } });

describe('the checks of a change request', () => {
  it('tell a reviewer what readers would stumble over, and not what they do already', async () => {
    const { spaceId } = await openGuide([
      { title: 'Welcome', text: '#### Far\n\n![](a.png)\n' },
      { title: 'Install', text: 'Plain.\n', description: '' },
    ]);
    const { lines, counts, isPartial } = await reviewed(spaceId, [
      update(
        'welcome',
        text('New first line.\n\n#### Far\n\n![](a.png) ![](b.png)\n\n{% if ??? %}x{% endif %}\n'),
      ),
      update('install', text('Plainer.\n')),
      { operation: 'insert_page', title: 'Start', ...text('Go.\n') },
    ]);
    expect(lines).toEqual([
      'dead-condition Guide: Welcome 7 “{% if ??? %}x{% endif %}”',
      'missing-description Guide: Start',
      'missing-alt-text Guide: Welcome 5 “b.png”',
    ]);
    expect(counts.map(({ kind, count }) => [kind, count])).toEqual([
      ['dead-condition', 1],
      ['missing-description', 1],
      ['missing-alt-text', 1],
    ]);
    expect(isPartial).toBe(false);
  });

  it('tell of pages that lose the last link to them, and of those that others still link to', async () => {
    const { spaceId } = await openGuide([
      { title: 'Welcome', text: '[One](/pages/one) [Two](/pages/two)\n' },
      { title: 'Other', text: '[Two](/pages/two)\n' },
      { title: 'One', text: 'a\n', hidden: true },
      { title: 'Two', text: 'b\n', hidden: true },
      { title: 'Three', text: 'c\n', hidden: true },
      { title: 'Four', text: 'd\n' },
    ]);
    const { lines } = await reviewed(spaceId, [
      update('welcome', text('No links.\n')),
      update('three', text('Still an orphan.\n')),
      update('four', { hidden: true }),
    ]);
    expect(lines).toEqual(['orphan-page Guide: One', 'orphan-page Guide: Four']);
  });

  it('tell nothing else of a page that loses the last link to it', async () => {
    const { spaceId } = await openGuide([
      { title: 'Welcome', text: '[One](/pages/one)\n' },
      { title: 'One', text: '#### Far\n\n![](a.png)\n', hidden: true },
    ]);
    const { lines } = await reviewed(spaceId, [update('welcome', text('No links.\n'))]);
    expect(lines).toEqual(['orphan-page Guide: One']);
  });

  it('tell of the first texts of a large change, and of the others once these are checked', async () => {
    const code = `\`\`\`\n${'x'.repeat(3_000_000)}\n\`\`\`\n`;
    const { spaceId } = await openGuide([
      { title: 'One', text: code },
      { title: 'Two', text: `${code}\n` },
    ]);
    const { lines, isPartial, changeRequest } = await reviewed(spaceId, [
      update('one', text('![](a.png)\n')),
      update('two', text('![](b.png)\n')),
    ]);
    const [one, two] = ['missing-alt-text Guide: One 1 “a.png”', 'missing-alt-text Guide: Two 1 “b.png”'];
    expect([lines, isPartial]).toEqual([[one], true]);
    const later = await checksOf(changeRequest);
    expect([later.lines, later.isPartial]).toEqual([[one, two], false]);
  });

  it('tell of files that nothing uses any more', async () => {
    const file = (id: string) => ({
      ...{ id, name: `${id}.png`, contentType: 'image/png', size: 1, width: 1, height: 1 },
    });
    const pages = [
      { title: 'Welcome', text: '![a](/files/lost) ![b](/files/kept)\n' },
      { title: 'Other', text: '`kept.png`\n' },
    ];
    const { spaceId } = await openGuide(pages, [], [file('lost'), file('kept'), file('never')]);
    expect((await reviewed(spaceId, [update('welcome', text('Nothing.\n'))])).lines).toEqual([
      'unused-file Guide: lost.png',
    ]);
  });

  it('tell of pages that languages lack, where the reviewer may read them', async () => {
    const { site, spaceId } = await openGuide([{ title: 'Welcome', text: 'Hi.\n' }], ['de', 'fr']);
    for (const name of ['Guide/de', 'Guide/fr'])
      await site.write(name, withIds([{ title: 'Welcome', text: 'Hallo.\n' }]));
    const added = { operation: 'insert_page', title: 'Start', description: 'x', ...text('Go.\n') };
    const { lines, changeRequest } = await reviewed(spaceId, [added]);
    expect(lines).toEqual(['missing-translation de: Start', 'missing-translation fr: Start']);
    const { db } = await testApp();
    const hidden = { default_level: 0, resolved_level: 0 };
    const german = await site.spaceIdOf('Guide/de');
    await db.updateTable('spaces').set(hidden).where('id', '=', german).execute();
    expect((await checksOf(changeRequest)).lines).toEqual(['missing-translation fr: Start']);
  });

  it('tell of new links that are known to lead nowhere, and have the others followed', async () => {
    const { spaceId } = await openGuide([
      { title: 'Welcome', text: '[old](https://followed.example/old)\n' },
    ]);
    const links = '[old](https://followed.example/old) [new](https://followed.example/new)\n';
    const { lines, changeRequest } = await reviewed(spaceId, [update('welcome', text(links))]);
    expect(lines).toEqual([]);
    const { db } = await testApp();
    const dead = { is_dead: true, problem: 'The other site has no such page (404).' };
    const found = await db
      .updateTable('link_targets')
      .set(dead)
      .where('host', '=', 'followed.example')
      .returning('url')
      .execute();
    expect(found).toEqual([{ url: 'https://followed.example/new' }]);
    const { lines: later, findings } = await checksOf(changeRequest);
    expect(later).toEqual(['dead-link Guide: Welcome 1 “https://followed.example/new”']);
    expect(findings[0]?.problem).toBe(dead.problem);
  });

  it('say nothing of a space on no site, which has no readers', async () => {
    const { site, spaceId } = await openGuide([{ title: 'Welcome', text: 'Hi.\n' }]);
    await site.creator.delete(site.url(`/sections/${site.idOf('Guide')}`));
    const { lines, counts } = await reviewed(spaceId, [update('welcome', text('![](b.png)\n'))]);
    expect([lines, counts]).toEqual([[], []]);
  });
});
