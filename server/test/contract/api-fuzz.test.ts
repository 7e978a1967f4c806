// @module-tag fuzz
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '#server/contract/document.ts';
import type { ApiResponse } from '../test-app.ts';
import {
  OPERATIONS,
  createApiFixture,
  createCall,
  createsUnknown,
  withUnknownId,
  send,
} from './api-calls.ts';
import type { ApiFixture, Call } from './call-factories.ts';
import { bodyArbitrary, idArbitrary, queryArbitrary } from './input-arbitraries.ts';

/** Sends generated requests: the server must never fail, and an error must name the invalid value. */

/** Inputs per operation on the embedded engine; PostgreSQL gets a tenth but at least four, because its responses should be the same. */
const INPUTS_PER_OPERATION = Number(process.env.FUZZ_INPUTS ?? 20);
const INPUTS =
  process.env.TEST_ENGINE === 'postgres'
    ? Math.max(4, Math.ceil(INPUTS_PER_OPERATION / 10))
    : INPUTS_PER_OPERATION;
/** The timeout grows with the number of inputs. */
const TIMEOUT_MS = Math.max(120_000, INPUTS * 400);
/** How inputs are distributed: ids get what body and query leave. */
const BODY_SHARE = 0.7;
const QUERY_SHARE = 0.7;
/** Properties that a response returns with another meaning than the request. */
const RETURNED_DIFFERENTLY = new Set(['status', 'users', 'role', 'position']);

const hasQuery = ({ query }: Operation) => Object.keys(query.properties ?? {}).length > 0;
const idsOf = ({ path }: Operation) =>
  Object.keys(path.properties ?? {}).filter((name) => name !== 'emailDomain');

/** How many inputs of each kind an operation gets. */
function inputShares(operation: Operation): { body: number; query: number; ids: number } {
  const [takesQuery, names] = [hasQuery(operation), idsOf(operation).length > 0];
  const body = operation.body ? Math.ceil(INPUTS * (takesQuery || names ? BODY_SHARE : 1)) : 0;
  const query = takesQuery ? Math.ceil((INPUTS - body) * (names ? QUERY_SHARE : 1)) : 0;
  return { body, query, ids: INPUTS - body - query };
}

/** Texts that disclose how the server is made: stacks, statements, constraints of the database. */
const LEAK =
  /\bat [\w.<>]+ \(|node_modules|\bselect "|\binsert into |violates \w+ constraint|syntax error at/i;

/** The fault of a response, if any. One assertion per response keeps thousands of them fast. */
function findFault({ status, body }: ApiResponse): string | undefined {
  if (status >= 500) return `${status}: ${JSON.stringify(body)}`;
  if (status >= 400 && !body.error.message.endsWith('.'))
    return `The message is not a sentence: ${body.error.message}`;
  if (status >= 400 && LEAK.test(body.error.message)) return `The message leaks: ${body.error.message}`;
  return undefined;
}

function expectHandled(response: ApiResponse, forbidden: string | undefined, position: string): void {
  if (forbidden === undefined) {
    expect(findFault(response)).toBeUndefined();
    return;
  }
  const paths = (response.body?.error?.details ?? []).map(({ path }: { path?: string }) => path ?? '');
  const isNamed = paths.some((path: string) => path.startsWith(`${position}.${forbidden}`));
  const outcome =
    response.status === 400 && !isNamed ? `${forbidden} is not among ${paths}` : response.status;
  expect(findFault(response) ?? outcome).toBe(400);
}

/** An accepted value must be returned unchanged. */
function expectReadBack(sent: Record<string, unknown>, { body }: ApiResponse): void {
  const changed = Object.entries(sent).filter(([name, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isPlain || RETURNED_DIFFERENTLY.has(name) || typeof body?.[name] !== typeof value) return false;
    // Host names are the same in upper and lower case, and are kept in lower case.
    return !Object.is(body[name], name === 'hostname' ? String(value).toLowerCase() : value);
  });
  expect(changed).toEqual([]);
}

describe('any body', () => {
  /** A new organization per operation, so that leftovers have no effect. */
  let fixture: ApiFixture;
  beforeAll(async () => {
    fixture = await createApiFixture();
  });
  const taking = OPERATIONS.filter(({ body }) => body).map((operation) => [operation.id, operation] as const);

  it.each(taking)(
    '%s responds as specified',
    async (_id, operation) => {
      let call: Call = await createCall(operation, fixture);
      let isUsed = false;
      await fc.assert(
        fc.asyncProperty(bodyArbitrary(operation, call.body ?? {}), async ({ body, forbidden }) => {
          const response = await send(fixture.admin, operation, { ...call, body: { ...body } });
          expectHandled(response, forbidden, 'body');
          if (response.status === operation.status) expectReadBack(body, response);
          if (response.status < 300) isUsed = true;
          // An entity that is deleted or done cannot be used again: the next input gets a new one.
          if (isUsed && (response.status === 404 || response.status === 409)) {
            call = await createCall(operation, fixture);
            isUsed = false;
          }
        }),
        { numRuns: inputShares(operation).body },
      );
      // The operation still works, in the organization of the next one.
      fixture = await createApiFixture();
      const plain = await send(fixture.admin, operation, await createCall(operation, fixture));
      expect(plain.status, JSON.stringify(plain.body)).toBe(operation.status);
    },
    TIMEOUT_MS,
  );
});

describe('any query', () => {
  const withQuery = OPERATIONS.filter(hasQuery);
  let fixture: ApiFixture;
  beforeAll(async () => {
    fixture = await createApiFixture();
  });

  it.each(withQuery.map((operation) => [operation.id, operation] as const))(
    '%s responds as specified',
    async (_id: string, operation: Operation) => {
      const call = await createCall(operation, fixture);
      const plain: Call = { params: call.params, ...(call.body ? { body: call.body } : {}) };
      await fc.assert(
        fc.asyncProperty(queryArbitrary(operation), async ({ query, forbidden }) => {
          expectHandled(await send(fixture.admin, operation, plain, query), forbidden, 'query');
        }),
        { numRuns: inputShares(operation).query },
      );
    },
    TIMEOUT_MS,
  );
});

describe('any id', () => {
  const operations = OPERATIONS.filter(
    (operation) => idsOf(operation).length > 0 && !createsUnknown(operation),
  );
  let fixture: ApiFixture;
  beforeAll(async () => {
    fixture = await createApiFixture();
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s finds nothing by it',
    async (_id: string, operation: Operation) => {
      const call = await createCall(operation, fixture);
      const names = idsOf(operation);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), idArbitrary, async (name, id) => {
          const otherCall = { ...call, params: { ...call.params, [name]: id } };
          const response = await send(fixture.admin, operation, otherCall);
          const isUnneeded = withUnknownId(operation, name) === 'ignored';
          const isFitting = [400, 404, 414, ...(isUnneeded ? [204] : [])].includes(response.status);
          const problem = isFitting ? undefined : `${response.status}: ${JSON.stringify(response.body)}`;
          expect(findFault(response) ?? problem).toBeUndefined();
        }),
        { numRuns: inputShares(operation).ids },
      );
    },
    TIMEOUT_MS,
  );
});
