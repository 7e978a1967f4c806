import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation, Schema } from './contract-document.ts';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import {
  urlOf,
  createCall,
  type Call,
  createApiFixture,
  type ApiFixture,
  OPERATIONS,
  send,
} from './test/interface-calls.ts';
import { type Answer, testApp } from './test/test-app.ts';

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

/** Four bytes in UTF-8, two units in UTF-16, one character. */
const emojis = (length: number) => '😀'.repeat(length);
const ascii = (length: number) => 'a'.repeat(length);
const padded = (start: string, end: string, fill: (length: number) => string) => (length: number) =>
  start + fill(length - start.length - end.length) + end;
const quoted = padded('"', '"', emojis);

/** Every limit on the length of a text: what is accepted at the edge (null: nothing is that long). */
const LIMITS: [
  operation: string,
  field: string,
  min: number,
  max: number,
  fill: ((length: number) => string) | null,
][] = [
  ['updateOrganization', 'title', 2, 255, emojis],
  ['updateOrganization', 'hostname', 3, 32, ascii],
  ['updateOrganization', 'logo', 0, 2048, padded('https://press.example/', '', ascii)],
  ['createTeam', 'title', 1, 64, emojis],
  ['updateTeam', 'title', 1, 64, emojis],
  ['createCollection', 'title', 0, 50, emojis],
  ['updateCollection', 'title', 0, 50, emojis],
  ['updateCollection', 'description', 0, 100, emojis],
  ['createSpace', 'title', 0, 50, emojis],
  ['createSpace', 'emoji', 0, 50, null],
  ['updateSpace', 'title', 0, 50, emojis],
  ['updateSpace', 'emoji', 0, 50, null],
  ['createSite', 'title', 2, 128, emojis],
  ['updateSite', 'title', 2, 128, emojis],
  ['updateSite', 'basename', 1, 100, emojis],
  ['updateSite', 'proxy', 0, 512, padded('press.example/', '', ascii)],
  ['createSiteSection', 'title', 2, 64, emojis],
  ['updateSiteSection', 'title', 2, 128, emojis],
  ['updateSiteSection', 'path', 1, 100, emojis],
  ['updateSiteSection', 'condition', 1, 1024, quoted],
  ['updateSiteSection', 'icon', 0, 50, emojis],
  ['updateSiteSection', 'description', 0, 256, emojis],
  ['createSiteSectionGroup', 'title', 1, 100, emojis],
  ['createSiteSectionGroup', 'icon', 0, 50, emojis],
  ['updateSiteSectionGroup', 'title', 1, 100, emojis],
  ['updateSiteSectionGroup', 'icon', 0, 50, emojis],
  ['updateSiteSpace', 'path', 1, 100, emojis],
  ['updateSiteSpace', 'condition', 1, 1024, quoted],
  ['createCustomField', 'name', 1, 50, ascii],
  ['createCustomField', 'title', 0, 100, emojis],
  ['createCustomField', 'description', 0, 200, emojis],
  ['createCustomField', 'placeholder', 0, 100, emojis],
  ['updateCustomField', 'title', 0, 100, emojis],
  ['updateCustomField', 'description', 0, 200, emojis],
  ['updateCustomField', 'placeholder', 0, 100, emojis],
  ['createTranslation', 'title', 1, 100, emojis],
  ['updateTranslation', 'title', 1, 100, emojis],
  ['createApiSpec', 'slug', 1, 100, ascii],
  ['createChangeRequest', 'subject', 0, 100, emojis],
  ['updateChangeRequest', 'subject', 0, 100, emojis],
  ['createReview', 'comment', 0, 20_000, emojis],
  ['requestReviewers', 'subject', 0, 100, emojis],
  ['createSamlProvider', 'label', 1, 30, emojis],
  ['createSamlProvider', 'entityID', 0, 1024, ascii],
  ['createSamlProvider', 'ssoURL', 0, 2048, padded('https://press.example/', '', ascii)],
  ['createSamlProvider', 'certificate', 0, 10_000, null],
  ['updateSamlProvider', 'label', 1, 30, emojis],
  ['updateSamlProvider', 'entityID', 0, 1024, ascii],
  ['updateSamlProvider', 'ssoURL', 0, 2048, padded('https://press.example/', '', ascii)],
  ['updateSamlProvider', 'certificate', 0, 10_000, null],
];

const schemas: Readonly<Record<string, Schema>> = contract.components.schemas;

/** The schema itself, without references and without null. */
function unwrapSchema(schema: Schema): Schema {
  if (schema.$ref !== undefined) return unwrapSchema(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 && others[0] ? unwrapSchema(others[0]) : schema;
}

const fieldsOf = ({ body }: Operation): [string, Schema][] =>
  Object.entries(body ? (unwrapSchema(body.schema).properties ?? {}) : {}).map(([name, field]) => [
    name,
    unwrapSchema(field),
  ]);

const findOperation = (id: string): Operation => {
  const operation = OPERATIONS.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`${id} is not served.`);
  return operation;
};

const problemPaths = ({ body }: Answer): string[] =>
  (body.error.details ?? []).map(({ path }: { path?: string }) => path);

/** Sends a call with one field of its body changed. */
const sendWith = (operation: Operation, call: Call, field: string, value: unknown) =>
  send(fixture.admin, operation, { ...call, body: { ...call.body, [field]: value } });

describe('the limits', () => {
  it('are all that the contract has', () => {
    const stated = OPERATIONS.flatMap((operation) =>
      fieldsOf(operation)
        .filter(([, { minLength, maxLength }]) => minLength !== undefined || maxLength !== undefined)
        // What names another thing, or is to be fetched, has no value at the edge that could be accepted.
        .filter(([, field]) => field !== schemas.Id && field !== schemas.Address)
        .map(([name, { minLength = 0, maxLength }]) => [operation.id, name, minLength, maxLength].join(' ')),
    );
    expect(LIMITS.map((limit) => limit.slice(0, 4).join(' ')).toSorted()).toEqual(stated.toSorted());
  });

  it.each(LIMITS)('of %s: %s has %i to %i characters', async (id, field, min, max, fill) => {
    const operation = findOperation(id);
    const call = await createCall(operation, fixture);
    const refuses = async (value: string) => {
      const answer = await sendWith(operation, call, field, value);
      expect({ status: answer.status, places: [...new Set(problemPaths(answer))] }).toEqual({
        status: 400,
        places: [`body.${field}`],
      });
    };
    await refuses((fill ?? emojis)(max + 1));
    if (min > 0) await refuses(ascii(min - 1));
    if (fill === null) return;
    const { status, body } = await sendWith(operation, call, field, fill(max));
    expect({ status, body }).toMatchObject({ status: operation.status });
    if (field in body && typeof body[field] === 'string') expect(body[field]).toBe(fill(max));
  });
});

describe('a body', () => {
  const operationsWithBody = OPERATIONS.filter(({ body }) => body).map(
    (operation) => [operation.id, operation] as const,
  );

  it.each(operationsWithBody)('of %s is refused by the place that is wrong', async (_id, operation) => {
    const call = await createCall(operation, fixture);
    for (const [field, { type }] of fieldsOf(operation)) {
      // No operation takes a broken number, and no text may hold NUL or half a character.
      const wrong = type === 'string' ? ['a\0b', 'a\ud83db', 7.5] : [7.5];
      for (const value of wrong) {
        const answer = await sendWith(operation, call, field, value);
        expect(answer.status, `${field}: ${value}`).toBe(400);
        expect(problemPaths(answer)[0], `${field}: ${value}`).toBe(`body.${field}`);
      }
    }
    const unknown = await sendWith(operation, call, 'surprise', 1);
    expect({ status: unknown.status, places: problemPaths(unknown) }).toEqual({
      status: 400,
      places: ['body.surprise'],
    });
  });

  it.each(operationsWithBody)('of %s must be well-formed JSON, and an object', async (_id, operation) => {
    const call = await createCall(operation, fixture);
    const raw = async (payload: string | Buffer, type = 'application/json') => {
      const { app } = await testApp();
      const headers = { authorization: `Bearer ${fixture.admin.token}`, 'content-type': type };
      const url = urlOf(operation, call.params);
      const answer = await app.inject({ method: operation.method, url, headers, payload });
      return answer.statusCode;
    };
    for (const payload of ['{"title": ', '', 'null', '[]', '"title"', '{"__proto__": {}}']) {
      expect(await raw(payload), payload).toBe(400);
    }
    expect(await raw(Buffer.from('{"title": "caf\xe9"}', 'latin1')), 'not UTF-8').toBe(400);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      expect(await raw('{}', type), type).toBe(415);
    }
  });

  const without = OPERATIONS.filter(({ method, body }) => method !== 'GET' && !body);

  it.each(without.map((operation) => [operation.id, operation] as const))(
    'of %s is not expected',
    async (_id, operation) => {
      const call = await createCall(operation, fixture);
      const { app } = await testApp();
      const answer = await app.inject({
        method: operation.method,
        url: urlOf(operation, call.params),
        headers: { authorization: `Bearer ${fixture.admin.token}` },
        payload: { surprise: 1 },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.details[0].path).toBe('body.surprise');
    },
  );

  it('is refused beyond 10 MiB', async () => {
    const { app } = await testApp();
    const answer = await app.inject({
      method: 'PUT',
      url: `${fixture.base}/teams`,
      headers: { authorization: `Bearer ${fixture.admin.token}`, 'content-type': 'application/json' },
      payload: ' '.repeat(10 * 1024 * 1024 + 1),
    });
    expect(answer.statusCode).toBe(413);
  });
});

describe('a method', () => {
  const methods = new Map<string, Set<string>>();
  for (const { url, method } of OPERATIONS) methods.set(url, (methods.get(url) ?? new Set()).add(method));

  it.each([...methods])('that %s does not know is answered with those that it does', async (url, known) => {
    const { app } = await testApp();
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : [])].toSorted().join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (known.has(method)) continue;
      const answer = await app.inject({ method, url: url.replaceAll(/:\w+/g, 'x') });
      expect({ status: answer.statusCode, allow: answer.headers.allow }).toEqual({
        status: 405,
        allow: allowed,
      });
    }
  });
});
