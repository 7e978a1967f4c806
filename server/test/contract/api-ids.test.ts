import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { as } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import {
  OPERATIONS,
  createApiFixture,
  createCall,
  createsUnknown,
  exceptionsOf,
  withUnknownId,
  send,
} from './api-calls.ts';
import type { ApiFixture, Call } from './call-factories.ts';
import type { IdCase } from './contract-cases.ts';

type Ids = Record<string, string>;

let fixture: ApiFixture;
/** Ids the caller cannot see, ids of another parent, and ids of deleted entities. */
let idsOfOtherOrganization: Ids;
let idsOfOtherParent: Ids;
let deletedIds: Ids;

beforeAll(async () => {
  fixture = await createApiFixture();
  const otherFixture = await createApiFixture();
  idsOfOtherOrganization = {
    organizationId: otherFixture.organization.id,
    ...(await CASES.createIds(otherFixture)),
  };
  idsOfOtherParent = await CASES.createIds(fixture);
  deletedIds = await CASES.createIds(fixture);
  for (const { url: urlOf } of Object.values(CASES.ids)) {
    const url = urlOf?.(deletedIds, fixture.base);
    if (url === undefined) continue;
    const { status } = await as(fixture.admin).delete(url);
    if (status >= 300) throw new Error(`${url} was not deleted: ${status}`);
  }
});

const ID_CASES = new Map<string, IdCase>(Object.entries(CASES.ids));

/** Ids of a kind that must not be found, with the reason. */
function wrongIds(kind: string): [string, string | undefined][] {
  const { otherKind, hasParent, isOfInstallation, isKeptWhenUnknown: isKept } = ID_CASES.get(kind) ?? {};
  return [
    ['of another organization', isOfInstallation ? undefined : idsOfOtherOrganization[kind]],
    ['of another kind', idsOfOtherParent[otherKind ?? '']],
    ['deleted', isKept ? undefined : deletedIds[kind]],
    ['of another parent', hasParent ? idsOfOtherParent[kind] : undefined],
  ];
}

/** A domain, a path and a kind. */
const NO_IDS: ReadonlySet<string> = new Set(['emailDomain', 'pagePath', 'subjectKind']);

describe('an id in a URL', () => {
  const withIds = OPERATIONS.flatMap((operation) =>
    [...operation.url.matchAll(/:(\w+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !NO_IDS.has(name) && withUnknownId(operation, name) !== 'created')
      .map((name) => [operation.id, name, operation] as const),
  );

  it('has a wrong kind to try for each kind', () => {
    expect(withIds.filter(([, name]) => !ID_CASES.has(name))).toEqual([]);
  });

  it.each(withIds)('of %s: %s', async (_id, name, operation) => {
    const call = await createCall(operation, fixture);
    const sendId = async (value: string) => {
      const changed: Call = { ...call, params: { ...call.params, [name]: value } };
      const { status, body } = await send(fixture.admin, operation, changed);
      return { status, body };
    };
    const unknown = await sendId(newId());
    if (withUnknownId(operation, name) === 'ignored') expect(unknown).toEqual({ status: 204 });
    else expect(unknown).toMatchObject({ status: 404, body: { error: { code: 404 } } });
    for (const [label, value] of wrongIds(name)) {
      if (value === undefined || (exceptionsOf(operation).takesDeleted && label === 'deleted')) continue;
      expect(await sendId(value), label).toEqual(unknown);
    }
    expect((await sendId('\0')).status, 'NUL').toBe(400);
  });

  const below = OPERATIONS.filter(
    (operation) => /:organizationId\/.*:(?!emailDomain)/.test(operation.url) && !createsUnknown(operation),
  );

  it.each(below.map((operation) => [operation.id, operation] as const))(
    'of %s: not found below another organization of the caller',
    async (_id, operation) => {
      const call = await createCall(operation, fixture);
      const otherOrganizationCall = {
        ...call,
        params: { ...call.params, organizationId: fixture.secondOrganizationId },
      };
      expect((await send(fixture.admin, operation, otherOrganizationCall)).status).toBe(404);
    },
  );
});

describe('an id in a body', () => {
  it.each(CASES.references)('of %s: %s in %o', async (id, kind, bodyOf) => {
    const operation = OPERATIONS.find((candidate) => candidate.id === id);
    if (!operation) throw new Error(`${id} is not served.`);
    const call = await createCall(operation, fixture);
    const sendId = async (value: string) => {
      const { status, body } = await send(fixture.admin, operation, {
        ...call,
        body: bodyOf(value, idsOfOtherParent),
      });
      return { status, body: JSON.stringify(body).replaceAll(value, '<id>') };
    };
    const unknown = await sendId(newId());
    expect([400, 404]).toContain(unknown.status);
    for (const [label, value] of wrongIds(kind)) {
      if (value === undefined) continue;
      const response = await sendId(value);
      if (label === 'of another parent' && exceptionsOf(operation).conflictsWithOtherParent)
        expect(response.status).toBe(409);
      else expect(response, label).toEqual(unknown);
    }
  });
});
