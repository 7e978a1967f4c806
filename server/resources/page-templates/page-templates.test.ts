import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  url = `/v1/spaces/${space.id}/page-templates`;
});

const keep = (title: string, markdown = '## Steps\r\n\n1. One  \n') =>
  as(w.editor).post(url, { title, markdown });

describe('templates of pages', () => {
  it('gives back each byte that an editor kept, and lists by name without texts', async () => {
    const { status, body } = await keep('Runbook');
    expect([status, body.title, body.markdown]).toEqual([201, 'Runbook', '## Steps\r\n\n1. One  \n']);
    await keep('Announcement', '');
    const { body: list } = await as(w.reviewer).get(url);
    expect(list.items.map(({ title }: { title: string }) => title)).toEqual(['Announcement', 'Runbook']);
    expect(list.items[1]).not.toHaveProperty('markdown');
    expect((await as(w.editor).get(`${url}/${body.id}`)).body.markdown).toBe('## Steps\r\n\n1. One  \n');
  });

  it('has each name once, whatever its case, and says which field to change', async () => {
    const { body: first } = await keep('Runbook');
    const again = await keep('RUNBOOK');
    expect([again.status, again.body.error.details[0].path]).toEqual([409, 'body.title']);
    const { body: other } = await keep('Playbook');
    expect((await as(w.editor).put(`${url}/${other.id}`, { title: 'runbook' })).status).toBe(409);
    const renamed = await as(w.editor).put(`${url}/${first.id}`, { title: 'runbook' });
    expect([renamed.status, renamed.body.title]).toEqual([200, 'runbook']);
  });

  it('keeps what another editor renamed since it was read', async () => {
    const { body } = await keep('Runbook');
    const { headers } = await as(w.reviewer).get(`${url}/${body.id}`);
    const match = { 'if-match': String(headers['etag']) };
    expect((await as(w.editor).put(`${url}/${body.id}`, { title: 'Playbook' }, match)).status).toBe(200);
    const late = await as(w.reviewer).put(`${url}/${body.id}`, { title: 'Handbook' }, match);
    expect(late.status).toBe(412);
    expect((await as(w.editor).get(`${url}/${body.id}`)).body.title).toBe('Playbook');
  });

  it('refuses the fifty-first, until one is deleted', async () => {
    for (let number = 1; number <= 50; number += 1)
      expect((await keep(`Template ${number}`)).status).toBe(201);
    expect((await keep('One more')).status).toBe(409);
    const { body } = await as(w.editor).get(url);
    expect((await as(w.editor).delete(`${url}/${body.items[0].id}`)).status).toBe(205);
    expect((await keep('One more')).status).toBe(201);
  });

  it('is gone with its space, and not there in another one', async () => {
    const { body } = await keep('Runbook');
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    expect((await as(w.editor).get(`/v1/spaces/${space.id}/page-templates/${body.id}`)).status).toBe(404);
  });
});
