import { beforeAll, describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { Operation, Schema } from '#server/contract/document.ts';
import { type ApiResponse, testApp } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import { OPERATIONS, createApiFixture, createCall, send, urlOf } from './api-calls.ts';
import type { ApiFixture, Call } from './call-factories.ts';
import { ascii, emojis } from './texts.ts';

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

/** Every length limit of a text, with a generator for accepted values (null: no value is that long). */
const LIMITS = Object.entries(CASES.limits).flatMap(([operation, fields]) =>
  Object.entries(fields).map(([field, limit]) => [operation, field, ...limit] as const),
);

const schemas: Readonly<Record<string, Schema>> = contract.components.schemas;

/** The schema without references and without null. */
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

const problemPaths = ({ body }: ApiResponse): string[] =>
  (body.error.details ?? []).map(({ path }: { path?: string }) => path);

const sendWith = (operation: Operation, call: Call, field: string, value: unknown) =>
  send(fixture.admin, operation, { ...call, body: { ...call.body, [field]: value } });

describe('the limits', () => {
  it('cover every limit of the contract', () => {
    const stated = OPERATIONS.flatMap((operation) =>
      fieldsOf(operation)
        .filter(([, { minLength, maxLength }]) => minLength !== undefined || maxLength !== undefined)
        // Ids and URLs have no accepted value at the limit.
        .filter(([, field]) => field !== schemas.Id && field !== schemas.Address)
        .map(([name, { minLength = 0, maxLength }]) => [operation.id, name, minLength, maxLength].join(' ')),
    );
    expect(LIMITS.map((limit) => limit.slice(0, 4).join(' ')).toSorted()).toEqual(stated.toSorted());
  });

  it.each(LIMITS)('of %s: %s must have %i to %i characters', async (id, field, min, max, fill) => {
    const operation = findOperation(id);
    const call = await createCall(operation, fixture);
    const expectRejected = async (value: string) => {
      const response = await sendWith(operation, call, field, value);
      expect({ status: response.status, places: [...new Set(problemPaths(response))] }).toEqual({
        status: 400,
        places: [`body.${field}`],
      });
    };
    await expectRejected((fill ?? emojis)(max + 1));
    if (min > 0) await expectRejected(ascii(min - 1));
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

  it.each(operationsWithBody)(
    'of %s is rejected with the path of the invalid field',
    async (_id, operation) => {
      const call = await createCall(operation, fixture);
      for (const [field, { type }] of fieldsOf(operation)) {
        // No operation accepts a broken number, and no text may contain NUL or a lone surrogate.
        const wrong = type === 'string' ? ['a\0b', 'a\ud83db', 7.5] : [7.5];
        for (const value of wrong) {
          const response = await sendWith(operation, call, field, value);
          expect(response.status, `${field}: ${value}`).toBe(400);
          expect(problemPaths(response)[0], `${field}: ${value}`).toBe(`body.${field}`);
        }
      }
      const unknown = await sendWith(operation, call, 'surprise', 1);
      expect({ status: unknown.status, places: problemPaths(unknown) }).toEqual({
        status: 400,
        places: ['body.surprise'],
      });
    },
  );

  it.each(Object.entries(CASES.otherBodies))(
    'of %s may have the forms that the public platform takes',
    async (id, bodies) => {
      const operation = findOperation(id);
      for (const createBody of bodies) {
        const call = { ...(await createCall(operation, fixture)), body: await createBody(fixture) };
        const response = await send(fixture.admin, operation, call);
        const expected = operation.mayBeEmpty ? 204 : operation.status;
        expect({ status: response.status, body: response.body }).toMatchObject({ status: expected });
      }
    },
  );

  it.each(operationsWithBody)('of %s must be well-formed JSON, and an object', async (_id, operation) => {
    const call = await createCall(operation, fixture);
    const raw = async (payload: string | Buffer, type = 'application/json') => {
      const { app } = await testApp();
      const headers = { authorization: `Bearer ${fixture.admin.token}`, 'content-type': type };
      const url = urlOf(operation, call.params);
      const response = await app.inject({ method: operation.method, url, headers, payload });
      return response.statusCode;
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
    'of %s is rejected where none is expected',
    async (_id, operation) => {
      const call = await createCall(operation, fixture);
      const { app } = await testApp();
      const response = await app.inject({
        method: operation.method,
        url: urlOf(operation, call.params),
        headers: { authorization: `Bearer ${fixture.admin.token}` },
        payload: { surprise: 1 },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json().error.details[0].path).toBe('body.surprise');
    },
  );

  it('is rejected above 10 MiB', async () => {
    const { app } = await testApp();
    const response = await app.inject({
      method: 'PUT',
      url: `${fixture.base}/teams`,
      headers: { authorization: `Bearer ${fixture.admin.token}`, 'content-type': 'application/json' },
      payload: ' '.repeat(10 * 1024 * 1024 + 1),
    });
    expect(response.statusCode).toBe(413);
  });
});

describe('an unsupported method', () => {
  const methods = new Map<string, Set<string>>();
  for (const { url, method } of OPERATIONS) methods.set(url, (methods.get(url) ?? new Set()).add(method));

  it.each([...methods])('of %s is answered with the allowed ones', async (url, known) => {
    const { app } = await testApp();
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : [])].toSorted().join(', ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (known.has(method)) continue;
      const response = await app.inject({ method, url: url.replaceAll(/:\w+/g, 'x') });
      expect({ status: response.statusCode, allow: response.headers.allow }).toEqual({
        status: 405,
        allow: allowed,
      });
    }
  });
});
