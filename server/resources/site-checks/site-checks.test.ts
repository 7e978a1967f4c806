// @module-tag both-engines
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteFinding } from '#api/generated/types.gen.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { siteCheckJobs } from './check-site.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

/** A site with one section; beside its default, in other languages. */
async function openSite(...languages: string[]) {
  const site = await SiteEditor.open(w, { title: 'Tide docs', published: true });
  await site.addSection('Guide');
  for (const language of languages) await site.addSiteSpace('Guide', language);
  const { db } = await testApp();
  return { site, db };
}

/** Reads the checks as the creator, once the server has done what waits. */
async function readChecks(site: SiteEditor, query = '', who = w.creator) {
  const { db, clock } = await testApp();
  const first = await as(who).get(site.url('/checks'));
  await runDueJobs(db, siteCheckJobs, clock);
  const { body } = await as(who).get(site.url('/checks'));
  const { body: list } = await as(who).get(site.url(`/checks/findings?limit=100${query}`));
  const findings: SiteFinding[] = list.items;
  const lines = findings.map(({ kind, space, page, file, reusableContent, item, line, detail }) =>
    [
      kind,
      `${space.title}:`,
      page?.title ?? file?.title ?? reusableContent?.title ?? item?.title,
      ...(line === undefined ? [] : [line]),
      ...(detail === undefined ? [] : [`“${detail}”`]),
    ].join(' '),
  );
  return { first: first.body, checks: body, findings, lines, count: list.count };
}

describe('the checks of a site', () => {
  it('name what readers stumble over, with its page and line', async () => {
    const { site } = await openSite('de', 'fr');
    await site.write('Guide/Guide', [
      { title: 'Welcome', text: '# One\n\n#### Far\n\n![](a.png) [Hidden](hidden)\n', description: 'Start.' },
      { title: 'Hidden', text: 'Linked.\n', hidden: true, description: 'x' },
      { title: 'Orphan', text: '{% if ??? %}a{% endif %}\n', hidden: true },
      { title: 'Install', text: 'Plain.\n' },
    ]);
    await site.write('Guide/de', [{ title: 'Welcome', text: 'Hallo.\n', description: 'Anfang.' }]);
    await site.write('Guide/fr', [
      { title: 'Welcome', text: 'Salut.\n', description: 'x' },
      { title: 'Install', text: 'Oui.\n', description: 'x' },
    ]);
    const { first, checks, lines, findings, count } = await readChecks(site);
    expect(first).toEqual({ object: 'site-checks', state: 'checking', counts: [] });
    expect(checks).toEqual({
      object: 'site-checks',
      state: 'current',
      checkedAt: expect.any(String),
      counts: [
        { kind: 'dead-condition', count: 1, isPartial: false },
        { kind: 'missing-translation', count: 1, isPartial: false },
        { kind: 'missing-description', count: 1, isPartial: false },
        { kind: 'orphan-page', count: 1, isPartial: false },
        { kind: 'heading-order', count: 1, isPartial: false },
        { kind: 'missing-alt-text', count: 1, isPartial: false },
      ],
    });
    expect(lines).toEqual([
      'dead-condition Guide: Orphan 1 “{% if ??? %}a{% endif %}”',
      'missing-translation de: Install',
      'missing-description Guide: Install',
      'orphan-page Guide: Orphan',
      'heading-order Guide: Welcome 3 “#### Far”',
      'missing-alt-text Guide: Welcome 5 “a.png”',
    ]);
    expect(count).toBe(6);
    expect(findings[1]?.page?.spaceId).toBe(await site.spaceIdOf('Guide/Guide'));
    const { findings: of } = await readChecks(site, '&kind=heading-order');
    expect(of.map(({ kind }) => kind)).toEqual(['heading-order']);
  });

  it('begin again once a page changes, and are of the site as it was until then', async () => {
    const { site } = await openSite();
    await site.write('Guide/Guide', [{ title: 'Welcome', text: 'Hi.\n' }]);
    expect((await readChecks(site)).lines).toEqual(['missing-description Guide: Welcome']);
    await site.write('Guide/Guide', [{ title: 'Welcome', text: '![](b.png)\n', description: 'Start.' }]);
    const { first, checks, lines } = await readChecks(site);
    expect(first).toMatchObject({ state: 'checking', counts: [{ kind: 'missing-description' }] });
    expect(checks.state).toBe('current');
    expect(lines).toEqual(['missing-alt-text Guide: Welcome 1 “b.png”']);
  });

  it('name conditions that no visitor meets, once the site has a schema', async () => {
    const { site, db } = await openSite();
    await site.write('Guide/Guide', [
      {
        title: 'Welcome',
        description: 'Start.',
        text: '{% if visitor.claims.isCrew %}\nA\n{% endif %}\n\n{% if visitor.claims.gone == "visitor.claims.isCrew" %}\nB\n{% endif %}\n',
      },
    ]);
    const section = site.url(`/sections/${site.idOf('Guide')}`);
    await site.creator.patch(section, { condition: 'visitor.claims.unsigned.lost' });
    expect((await readChecks(site)).lines).toEqual([]);
    const adaptive_schema = JSON.stringify({
      properties: { isCrew: {}, unsigned: { properties: { on: {} } } },
    });
    await db
      .updateTable('sites')
      .set({ adaptive_content: true, adaptive_schema })
      .where('id', '=', site.id)
      .execute();
    expect((await readChecks(site)).lines).toEqual([
      'dead-condition Guide: Welcome 5 “visitor.claims.gone == "visitor.claims.isCrew"”',
      'dead-condition Guide: Guide “visitor.claims.unsigned.lost”',
    ]);
  });

  it('name files that nothing uses, and none that a text, a picture or the site itself names', async () => {
    const { site, db } = await openSite();
    const file = (id: string, fields: object = {}) => ({
      ...{ id, name: `${id}.png`, contentType: 'image/png', size: 1, width: 1, height: 1 },
      ...fields,
    });
    const files = [
      file('linked'),
      file('video'),
      file('cover'),
      file('logo'),
      file('mentioned', { git: { path: 'assets/plan.svg' } }),
      file('forgotten', { name: 'old map.png' }),
      file('included'),
    ];
    const text =
      '![a](/files/linked) <video src="/files/video"></video> `../assets/plan.svg`\n\n{% include "/reusable-contents/tip" %}\n';
    const cover = { ref: { kind: 'file' as const, file: 'cover' }, yPos: 0 };
    const tip = { id: 'tip', title: 'Tip', text: '###### Deep\n\n![b](/files/included)\n' };
    await site.write('Guide/Guide', [{ title: 'Welcome', text, description: 'x', cover }], files, [tip]);
    const customization = JSON.stringify({ logo: { light: '/files/logo' } });
    await db.updateTable('sites').set({ customization }).where('id', '=', site.id).execute();
    const { lines } = await readChecks(site);
    expect(lines).toEqual(['heading-order Guide: Tip 1 “###### Deep”', 'unused-file Guide: old map.png']);
  });

  it('do not name pages of spaces that the member may not read', async () => {
    const { site, db } = await openSite('de', 'fr');
    await site.write('Guide/Guide', [
      { title: 'Welcome', text: 'Hi.\n', description: 'x' },
      { title: 'Secret', text: 'Hi.\n' },
    ]);
    const pages = [{ title: 'Welcome', text: 'Hallo.\n', description: 'x' }];
    await site.write('Guide/de', pages);
    await site.write('Guide/fr', [...pages, { title: 'Secret', text: 'Oui.\n', description: 'x' }]);
    expect((await readChecks(site)).lines).toHaveLength(2);
    const spaceId = await site.spaceIdOf('Guide/Guide');
    await db
      .updateTable('spaces')
      .set({ default_level: 0, resolved_level: 0 })
      .where('id', '=', spaceId)
      .execute();
    const { lines, checks } = await readChecks(site);
    expect([lines, checks.counts]).toEqual([[], []]);
    expect((await readChecks(site, '', w.admin)).lines).toHaveLength(2);
  });
});
