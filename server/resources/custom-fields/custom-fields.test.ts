import { beforeAll, describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let base: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  base = `${w.base}/custom-fields`;
});

/** A field in a separate organization, with a space that can have values. */
async function createField(definition: object) {
  const here = await createOrganizationFixture();
  const fields = `${here.base}/custom-fields`;
  const { status, body } = await as(here.admin).post(fields, definition);
  expect({ status, body }).toMatchObject({ status: 201 });
  const space = await createSpace({ organizationId: here.organization.id, defaultLevel: 'inherit' });
  const values = `/v1/spaces/${space.id}/custom-fields`;
  const valueOf = async () => (await as(here.admin).get(values)).body[0]?.value;
  return { here, fields, field: `${fields}/${body.name}`, name: body.name, space, values, valueOf };
}

const findLastAuditEntry = async (organizationId: string) => {
  const { db } = await testApp();
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
};

describe.each([
  ['listCustomFields', 'get', ''],
  ['createCustomField', 'post', ''],
  ['getCustomField', 'get', '/none'],
  ['updateCustomField', 'patch', '/none'],
  ['deleteCustomField', 'delete', '/none'],
] as const)('%s', (_operation, method, path) => {
  it('needs a token and a member', async () => {
    const body = method === 'post' ? { name: 'owner', type: 'text' } : {};
    const send = (who: Parameters<typeof as>[0]) =>
      method === 'get' || method === 'delete'
        ? as(who)[method](base + path)
        : as(who)[method](base + path, body);
    expect((await send(anonymous)).status).toBe(401);
    expect((await send(w.outsider)).status).toBe(404);
    expect((await send(w.disabled)).status).toBe(403);
  });
});

describe('createCustomField', () => {
  it.each([
    ['a name with a capital', { name: 'Owner', type: 'text' }, 'body.name'],
    ['a name of 51 characters', { name: 'a'.repeat(51), type: 'text' }, 'body.name'],
    ['an unknown type', { name: 'owner', type: 'date' }, 'body.type'],
    ['a select without options', { name: 'owner', type: 'select:single' }, 'body.options'],
    ['a select with an empty list', { name: 'owner', type: 'select:multi', options: [] }, 'body.options'],
    ['options of a text field', { name: 'owner', type: 'text', options: ['one'] }, 'body.options'],
    ['an empty option', { name: 'owner', type: 'select:multi', options: ['a', ''] }, 'body.options[1]'],
    [
      'an option of 41 characters',
      { name: 'owner', type: 'select:multi', options: ['😀'.repeat(41)] },
      'body.options[0]',
    ],
    [
      'a duplicate option',
      { name: 'owner', type: 'select:multi', options: ['a', 'b', 'a'] },
      'body.options[2]',
    ],
    [
      'more than 50 options',
      { name: 'owner', type: 'select:multi', options: Array.from({ length: 51 }, (_, index) => `${index}`) },
      'body.options',
    ],
    [
      'an option with a lone surrogate',
      { name: 'o', type: 'select:multi', options: ['\ud83d'] },
      'body.options[0]',
    ],
  ])('rejects %s', async (_what, body, path) => {
    const response = await as(w.admin).post(base, body);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
  });

  it('is for administrators', async () => {
    const response = await as(w.creator).post(base, { name: 'owner', type: 'text' });
    expect(response.status).toBe(403);
    expect(response.body.error.message).toContain('admin');
  });

  it('rejects a name that is taken, in this organization only', async () => {
    const { fields, name } = await createField({ name: 'owner', type: 'text' });
    const again = await as(w.admin).post(base, { name, type: 'number' });
    expect(again.status).toBe(201);
    const denied = await as(w.admin).post(base, { name, type: 'number' });
    expect(denied.status).toBe(409);
    expect(denied.body.error.message).toContain(name);
    expect(denied.body.error.details).toMatchObject([{ path: 'body.name' }]);
    expect(fields).not.toBe(base);
  });

  it('creates a field and an audit entry', async () => {
    const options = ['draft', '\u202Eעברית', '😀'.repeat(40)];
    const { here, field } = await createField({
      name: 'life-cycle_2',
      type: 'select:single',
      title: 'Lifecycle',
      description: 'Where the space stands',
      placeholder: 'draft',
      options,
    });
    const { body } = await as(here.reader).get(field);
    expect(body).toMatchObject({
      name: 'life-cycle_2',
      type: 'select:single',
      title: 'Lifecycle',
      description: 'Where the space stands',
      placeholder: 'draft',
      options,
      permissions: { view: true, edit: false },
    });
    expect(body.urls.location).toContain(field);
    expect(await findLastAuditEntry(here.organization.id)).toMatchObject({
      action: 'createCustomField',
      actor_id: here.admin.id,
      target_kind: 'custom-field',
      target_id: body.id,
      after: { name: 'life-cycle_2', options },
    });
  });
});

describe('listCustomFields', () => {
  it('lists by name, page by page, to guests too', async () => {
    const { here, fields } = await createField({ name: 'owner', type: 'text' });
    for (const name of ['zone', 'audience']) await as(here.admin).post(fields, { name, type: 'tags' });
    const first = await as(here.guest).get(`${fields}?limit=2`);
    expect(first.body).toMatchObject({ count: 3, items: [{ name: 'audience' }, { name: 'owner' }] });
    const second = await as(here.guest).get(`${fields}?limit=2&page=${first.body.next.page}`);
    expect(second.body).toMatchObject({ count: 3, items: [{ name: 'zone' }] });
    expect(second.body.next).toBeUndefined();
  });
});

describe('updateCustomField', () => {
  it('rejects a new name or type, and options where the type has none', async () => {
    const { here, field } = await createField({ name: 'owner', type: 'text' });
    for (const [body, path] of [
      [{ name: 'holder' }, 'body.name'],
      [{ type: 'number' }, 'body.type'],
      [{ options: ['one'] }, 'body.options'],
    ] as const) {
      const response = await as(here.admin).patch(field, body);
      expect(response.status).toBe(400);
      expect(response.body.error.details[0].path).toBe(path);
    }
    expect((await as(here.creator).patch(field, { title: 'Holder' })).status).toBe(403);
  });

  it('updates only the given members, and honors If-Match', async () => {
    const { here, field } = await createField({
      name: 'owner',
      type: 'text',
      title: 'Owner',
      placeholder: 'Ada',
    });
    const { headers } = await as(here.admin).get(field);
    const match = { 'if-match': String(headers.etag) };
    const changed = await as(here.admin).patch(field, { title: 'Holder' }, match);
    expect(changed.body).toMatchObject({ title: 'Holder', placeholder: 'Ada', permissions: { edit: true } });
    expect((await as(here.admin).patch(field, { title: 'Keeper' }, match)).status).toBe(412);
    expect(await findLastAuditEntry(here.organization.id)).toMatchObject({
      action: 'updateCustomField',
      before: { title: 'Owner' },
      after: { title: 'Holder' },
    });
  });

  it('removes deleted options from values, and counts them in the audit log', async () => {
    const { here, field, space, values, valueOf, name } = await createField({
      name: 'audience',
      type: 'select:multi',
      options: ['customers', 'staff', 'partners'],
    });
    const write = (url: string, value: unknown) =>
      as(here.admin).patch(url, { values: { [name]: { value } } });
    expect((await write(values, ['partners', 'staff'])).status).toBe(204);
    const otherSpace = await createSpace({ organizationId: space.organization_id });
    expect((await write(`/v1/spaces/${otherSpace.id}/custom-fields`, ['staff'])).status).toBe(204);
    const changed = await as(here.admin).patch(field, { options: ['partners', 'customers'] });
    expect(changed.body.options).toEqual(['partners', 'customers']);
    expect(await valueOf()).toEqual(['partners']);
    expect(
      (await as(here.admin).get(`/v1/spaces/${otherSpace.id}/custom-fields`)).body[0],
    ).not.toHaveProperty('value');
    expect(await findLastAuditEntry(here.organization.id)).toMatchObject({
      after: { valuesCleared: 1, valuesShortened: 1 },
    });
  });

  it('clears single-select values whose option was removed', async () => {
    const { here, field, values, valueOf, name } = await createField({
      name: 'lifecycle',
      type: 'select:single',
      options: ['draft', 'final'],
    });
    await as(here.admin).patch(values, { values: { [name]: { value: 'draft' } } });
    await as(here.admin).patch(field, { options: ['draft', 'done'] });
    expect(await valueOf()).toBe('draft');
    await as(here.admin).patch(field, { options: ['done'] });
    expect(await valueOf()).toBeUndefined();
  });
});

describe('deleteCustomField', () => {
  it('is for administrators', async () => {
    const { here, field } = await createField({ name: 'owner', type: 'text' });
    expect((await as(here.creator).delete(field)).status).toBe(403);
  });

  it('deletes the values of all spaces and counts them in the audit log', async () => {
    const { here, fields, field, values, valueOf, name } = await createField({ name: 'owner', type: 'text' });
    await as(here.admin).patch(values, { values: { [name]: { value: 'Ada' } } });
    expect((await as(here.admin).delete(field)).status).toBe(204);
    expect((await as(here.admin).get(field)).status).toBe(404);
    expect(await findLastAuditEntry(here.organization.id)).toMatchObject({
      action: 'deleteCustomField',
      summary: 'Deleted the custom field “owner” and its values in 1 space.',
      before: { name: 'owner', values: 1 },
    });
    await as(here.admin).post(fields, { name, type: 'text' });
    expect(await valueOf()).toBeUndefined();
  });
});
