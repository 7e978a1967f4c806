import { beforeAll, describe, expect, it } from 'vitest';
import { createGrant, createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  for (const definition of [
    { name: 'owner', type: 'text' },
    { name: 'review-days', type: 'number' },
    { name: 'public', type: 'boolean' },
    { name: 'products', type: 'tags' },
    { name: 'lifecycle', type: 'select:single', options: ['draft', 'final'] },
    { name: 'audience', type: 'select:multi', options: ['staff', 'customers'] },
  ]) {
    await as(w.admin).post(`${w.base}/custom-fields`, definition);
  }
  const space = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  url = `/v1/spaces/${space.id}/custom-fields`;
});

const setValues = (values: object, who = w.admin) => as(who).patch(url, { values });
const getValues = async () => {
  const { body } = await as(w.admin).get(url);
  return Object.fromEntries(
    body.map((entry: { customField: { name: string }; value: unknown }) => [
      entry.customField.name,
      entry.value,
    ]),
  );
};

describe('a field that is named like a member of Object.prototype', () => {
  it('can be set, cleared and read, and its audit entries contain only its values', async () => {
    const name = 'constructor';
    const defined = await as(w.admin).post(`${w.base}/custom-fields`, { name, type: 'text' });
    expect(defined.status).toBe(201);
    expect((await setValues({ [name]: { value: 'Ada' } })).status).toBe(204);
    expect(await getValues()).toHaveProperty(name, 'Ada');
    const log = await as(w.admin).get(`${w.base}/audit-log?action=updateSpaceCustomFields&limit=1`);
    expect(log.body.items[0]).toMatchObject({ before: { [name]: null }, after: { [name]: 'Ada' } });
    expect((await setValues({ [name]: {} })).status).toBe(204);
    expect((await as(w.admin).delete(`${w.base}/custom-fields/${name}`)).status).toBeLessThan(300);
  });

  it('is rejected where JSON bodies cannot contain it', async () => {
    const { status, body } = await as(w.admin).post(`${w.base}/custom-fields`, {
      name: '__proto__',
      type: 'text',
    });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe('body.name');
  });
});

describe('listSpaceCustomFields', () => {
  it('needs a member who can see the space', async () => {
    expect((await as(anonymous).get(url)).status).toBe(401);
    expect((await as(w.outsider).get(url)).status).toBe(404);
    expect((await as(w.guest).get(url)).status).toBe(404);
    expect((await as(w.disabled).get(url)).status).toBe(403);
  });

  it('lists every field by name, with a value where there is one', async () => {
    await setValues({ owner: { value: 'Ada' }, 'review-days': {} });
    const { body } = await as(w.reader).get(url);
    expect(body).toHaveLength(6);
    expect(body.map((entry: { customField: { name: string } }) => entry.customField.name)).toEqual([
      'audience',
      'lifecycle',
      'owner',
      'products',
      'public',
      'review-days',
    ]);
    expect(body[2]).toMatchObject({
      customField: { type: 'text', permissions: { edit: false } },
      value: 'Ada',
    });
    expect(body[5]).not.toHaveProperty('value');
  });
});

describe('updateSpaceCustomFields', () => {
  it('needs a token, and the permission "admin" on the space', async () => {
    const body = { values: { owner: { value: 'Ada' } } };
    expect((await as(anonymous).patch(url, body)).status).toBe(401);
    expect((await as(w.outsider).patch(url, body)).status).toBe(404);
    expect((await as(w.guest).patch(url, body)).status).toBe(404);
    const denied = await as(w.reviewer).patch(url, body);
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('admin');
    expect((await as(w.creator).patch(url, body)).status).toBe(204);
  });

  it.each([
    ['an unknown field', 'nobody', 'x', 'body.values.nobody'],
    ['a number as text', 'owner', 7, 'body.values.owner.value'],
    ['257 characters', 'owner', '😀'.repeat(257), 'body.values.owner.value'],
    ['NUL', 'owner', 'a\0b', 'body.values.owner.value'],
    ['a lone surrogate', 'owner', 'a\ud83d', 'body.values.owner.value'],
    ['text as a number', 'review-days', '7', 'body.values.review-days.value'],
    ['text as a boolean', 'public', 'true', 'body.values.public.value'],
    ['text as tags', 'products', 'heron', 'body.values.products.value'],
    ['an empty tag', 'products', ['heron', ''], 'body.values.products.value[1]'],
    ['a duplicate tag', 'products', ['heron', 'heron'], 'body.values.products.value[1]'],
    [
      'too many tags',
      'products',
      Array.from({ length: 101 }, (_, n) => `${n}`),
      'body.values.products.value',
    ],
    ['no option', 'lifecycle', 'retired', 'body.values.lifecycle.value'],
    ['a list as one option', 'lifecycle', ['draft'], 'body.values.lifecycle.value'],
    ['an unknown option in a list', 'audience', ['staff', 'press'], 'body.values.audience.value[1]'],
  ])('rejects %s and writes nothing', async (_what, name, value, path) => {
    await setValues({ public: { value: true } });
    const response = await setValues({ public: { value: false }, [name]: { value } });
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
    expect((await getValues()).public).toBe(true);
  });

  it('names every invalid value', async () => {
    const { body } = await setValues({ owner: { value: 1 }, lifecycle: { value: 'x' }, nobody: {} });
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'body.values.owner.value',
      'body.values.lifecycle.value',
      'body.values.nobody',
    ]);
  });

  it('writes the given values, clears values set to null, and keeps the rest', async () => {
    const values = {
      owner: '\u202Eשלום\u202C😀',
      'review-days': -0.5,
      public: false,
      products: ['heron', 'Tide line'],
      lifecycle: 'final',
      audience: [],
    };
    const updates = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
    expect((await setValues(updates)).status).toBe(204);
    expect(await getValues()).toEqual(values);
    expect((await setValues({ owner: {}, lifecycle: { value: 'draft' } })).status).toBe(204);
    expect(await getValues()).toEqual({ ...values, owner: undefined, lifecycle: 'draft' });
    const { db } = await testApp();
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('organization_id', '=', w.organization.id)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: 'updateSpaceCustomFields',
      target_kind: 'space',
      before: { owner: values.owner, lifecycle: 'final' },
      after: { owner: null, lifecycle: 'draft' },
    });
  });

  it('accepts an empty update', async () => {
    const before = await getValues();
    expect((await as(w.admin).patch(url, {})).status).toBe(204);
    expect(await getValues()).toEqual(before);
  });
});

describe('listCustomFieldValues', () => {
  it('needs a token and a member', async () => {
    expect((await as(anonymous).get(`${w.base}/custom-field-values`)).status).toBe(401);
    expect((await as(w.outsider).get(`${w.base}/custom-field-values`)).status).toBe(404);
    expect((await as(w.disabled).get(`${w.base}/custom-field-values`)).status).toBe(403);
    expect((await as(w.admin).get(`${w.base}/custom-field-values?limit=0`)).status).toBe(400);
  });

  it('lists the visible spaces by title, with their values', async () => {
    const here = await createOrganizationFixture();
    const organizationId = here.organization.id;
    const values = `${here.base}/custom-field-values`;
    await as(here.admin).post(`${here.base}/custom-fields`, { name: 'owner', type: 'text' });
    const create = (title: string, defaultLevel: 'read' | null = 'read') =>
      createSpace({ organizationId, title, defaultLevel });
    const beta = await create('Beta');
    const alpha = await create('Alpha');
    const hidden = await create('Alpha secret', null);
    await createSpace({ organizationId, title: 'Alpha gone', deletedAt: new Date() });
    await createGrant({ organizationId, spaceId: beta.id, userId: here.editor.id, level: 'create' });
    await as(here.admin).patch(`/v1/spaces/${beta.id}/custom-fields`, {
      values: { owner: { value: 'Ada' } },
    });

    const mine = await as(here.editor).get(values);
    expect(mine.body).toEqual({
      count: 2,
      items: [
        { space: { id: alpha.id, title: 'Alpha', emoji: '' }, values: {}, canEdit: false },
        { space: { id: beta.id, title: 'Beta', emoji: '' }, values: { owner: 'Ada' }, canEdit: true },
      ],
    });
    const all = await as(here.admin).get(`${values}?limit=1&title=ALPHA`);
    expect(all.body).toMatchObject({ count: 2, items: [{ space: { id: alpha.id }, canEdit: true }] });
    const rest = await as(here.admin).get(`${values}?limit=1&title=ALPHA&page=${all.body.next.page}`);
    expect(rest.body.items).toMatchObject([{ space: { id: hidden.id } }]);
    expect((await as(here.admin).get(`${values}?title=%25`)).body.count).toBe(0);
    const stolen = await as(here.editor).get(`${values}?title=ALPHA&page=${all.body.next.page}`);
    expect(stolen.status).toBe(400);
  });
});
