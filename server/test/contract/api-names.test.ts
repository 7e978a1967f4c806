import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { slugOf } from '#api/slug.ts';
import { pathFromTitle } from '#server/sites/names-from-titles.ts';
import { findReservedName } from '#server/sites/reserved-names.ts';
import { OPERATIONS, createApiFixture, createCall, send } from './api-calls.ts';
import type { ApiFixture } from './call-factories.ts';
import { listInputCases, withInput } from './input-cases.ts';

/** Names that published sites need themselves, in every operation that takes a name of an address. */

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

const NAME_FIELD = /\.(path|slug|basename|hostname|source)$/;
/** Fields with such a name that are in no address of a site. */
const ELSEWHERE = new Set([
  'createApiSpec body.slug',
  'setSiteHostname body.hostname',
  // Where a redirect leads.
  'createSiteRedirect body.destination.path',
  'updateSiteRedirect body.destination.path',
]);
const PLACEHOLDER = 'a-name';

const operationInputs = OPERATIONS.map((operation) => ({
  operation,
  inputs: listInputCases(operation, ({ type, enum: values }) =>
    type === 'string' && !values ? [PLACEHOLDER] : [],
  ).filter(
    ({ part, path }) => part === 'body' && NAME_FIELD.test(path) && !ELSEWHERE.has(`${operation.id} ${path}`),
  ),
})).filter(({ inputs }) => inputs.length > 0);

const fixedName = fc.constantFrom('robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt');
const word = fc.stringMatching(/^[a-z0-9-]{0,8}$/);
/**
 * Redirects are written as whole paths; a path that begins with a tilde may have been the address of a page
 * on another platform.
 */
const reservedSource = fc.oneof(
  word.map((rest) => `/~/${rest}`),
  fixedName.map((name) => `/${name}`),
);
const reservedName = fc.oneof(
  word.map((rest) => `~${rest}`),
  fc.tuple(word, word).map(([first, rest]) => `x${first}/~${rest}`),
  fixedName,
);

/** The value of an input with a name in place of the placeholder, and with what the valid body has beside it. */
function withName(input: object, name: string, valid: unknown = {}): Record<string, unknown> {
  const fill = (value: unknown, beside: unknown): unknown => {
    if (value === PLACEHOLDER) return name;
    if (Array.isArray(value)) return value.map((item, at) => fill(item, Object(beside)[at]));
    return { ...Object(beside), ...withName(Object(value), name, beside) };
  };
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, fill(value, Object(valid)[key])]),
  );
}

describe('a name that published sites need themselves', () => {
  it('can be sent to these operations', () => {
    expect(
      operationInputs.map(({ operation, inputs }) => `${operation.id} ${inputs.map(({ path }) => path)}`),
    ).toEqual([
      'updateOrganization body.hostname',
      'updateSite body.basename',
      'importSiteRedirects body.redirects[0].source',
      'createSiteRedirect body.source',
      'updateSiteRedirect body.source',
      'updateSiteSection body.path',
      'updateSiteSpace body.path',
      'editChangeRequestContent body.changes[0].slug',
      'editSpaceContent body.changes[0].slug',
    ]);
  });

  it.each(operationInputs.map(({ operation, inputs }) => [operation.id, operation, inputs] as const))(
    'is rejected by %s, which names the field',
    async (_, operation, inputs) => {
      const call = await createCall(operation, fixture);
      for (const input of inputs) {
        const names = input.path.endsWith('.source') ? reservedSource : reservedName;
        const check = fc.asyncProperty(names, async (name) => {
          const value = withName(input.value, name, call.body);
          const namedCall = withInput(call, { ...input, value });
          const { status, body: answer } = await send(fixture.admin, operation, ...namedCall);
          expect([status, answer.error.details[0].path]).toEqual([400, input.path]);
        });
        await fc.assert(check, { numRuns: 12 });
      }
    },
  );

  it('is never made of a title', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), reservedName, reservedSource), (title) => {
        expect(findReservedName(slugOf(title))).toBeNull();
        expect(findReservedName(pathFromTitle(title, 'space'))).toBeNull();
      }),
    );
  });
});
