import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

describe('getSitePublishingCheck', () => {
  it('counts the pages that navigation shows, also before publishing', async () => {
    const site = await SiteEditor.open(w, { title: 'Docs' });
    const empty = await site.creator.get(site.url('/publishing-check'));
    expect(empty.body).toMatchObject({ pages: 0, conditions: [] });
    await site.addSection('Guide');
    await site.addSection('Empty');
    await site.write('Guide/Guide', [
      { title: 'Start', text: 'Hello.\n', pages: [{ title: 'Below', text: 'Deep.\n' }] },
      { title: 'Group', pages: [{ title: 'Inside', text: 'Deep.\n' }] },
      { title: 'Hidden', text: 'Psst.\n', hidden: true },
    ]);
    const { status, body } = await site.creator.get(site.url('/publishing-check'));
    expect(status).toBe(200);
    expect(body).toEqual({ object: 'site-publishing-check', pages: 3, conditions: [] });
  });

  it('names pages whose conditions can’t be read as meant, in spaces that the caller can read', async () => {
    const site = await SiteEditor.open(w, { title: 'Docs' });
    await site.addSection('Guide');
    await site.write('Guide/Guide', [
      { title: 'Fine', text: '{% if visitor.claims.isPartner %}\nPartners.\n{% endif %}\n' },
      { title: 'Open', text: 'Words.\n\n{% if visitor.claims.isPartner %}\nTo the end.\n' },
      { title: 'Odd', text: '{% if isPartner is true %}Partners.{% endif %}\n' },
      { title: 'Code', text: '```\n{% if a %}\n```\n' },
    ]);
    const path = site.url('/publishing-check');
    const { body } = await as(w.admin).get(path);
    expect(body.pages).toBe(4);
    const problems = body.conditions.map((finding: { page: { title: string }; problem: string }) => [
      finding.page.title,
      finding.problem,
    ]);
    expect(problems).toEqual([
      ['Open', 'unclosed'],
      ['Odd', 'unreadable'],
    ]);
    expect(body.conditions[0].space).toMatchObject({ id: await site.spaceIdOf('Guide/Guide') });
    const spaceId = await site.spaceIdOf('Guide/Guide');
    const closed = await as(w.admin).patch(`/v1/spaces/${spaceId}`, { defaultLevel: null });
    expect(closed.status).toBe(200);
    const forReader = await as(w.reader).get(path);
    expect(forReader.body).toMatchObject({ pages: 4, conditions: [] });
  });
});
