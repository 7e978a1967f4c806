// @module-tag embedded-only
import { beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '#server/contract/document.ts';
import { as, type ApiResponse } from '../test-app.ts';
import { OPERATIONS, createApiFixture, createCall, send } from './api-calls.ts';
import type { ApiFixture } from './call-factories.ts';
import { listInputCases, oversizedValues, type InputCase, withInput } from './input-cases.ts';

/** Values that are too long or malformed, at every path of every operation. */

let fixture: ApiFixture;
beforeAll(async () => {
  fixture = await createApiFixture();
});

/** A 400 that names the path, or its parent if several types are allowed. */
function expectRejected({ path: place }: InputCase, value: unknown, { status, body }: ApiResponse): void {
  const paths: string[] = (body?.error?.details ?? []).map(({ path }: { path: string }) => path);
  const isNamed = paths.some((path) => place.startsWith(path));
  expect({ place, value, status, isNamed }).toEqual({ place, value, status: 400, isNamed: true });
}

describe('a value one above its limit', () => {
  const limited = OPERATIONS.map((operation) => [operation.id, operation] as const);
  const inputsOf = (operation: (typeof OPERATIONS)[number]) => listInputCases(operation, oversizedValues);

  it('exists in nearly every operation, and in all three parts of requests', () => {
    const inputs = OPERATIONS.map(inputsOf);
    expect(inputs.filter(({ length }) => length > 0).length).toBeGreaterThan(150);
    const parts = new Set(inputs.flat().map(({ part }) => part));
    expect([...parts].toSorted()).toEqual(['body', 'path', 'query']);
  });

  it.each(limited)('is rejected by %s with its path', async (_id, operation) => {
    const call = await createCall(operation, fixture);
    for (const input of inputsOf(operation)) {
      expectRejected(input, 'too long', await send(fixture.admin, operation, ...withInput(call, input)));
    }
  });
});

describe('an invisible name', () => {
  const BLANK = [
    ' \t \n',
    '\u200B\u200B\u200B',
    '\u2060\u00A0\u3000',
    '\u3164\u3164',
    '\u2800\u2800',
    '\u202E\u00AD',
  ];
  const isName = ({ format }: Schema) => format === 'visible' || format === 'visible-or-empty';
  const naming = OPERATIONS.map((operation) => ({
    operation,
    inputs: listInputCases(operation, (schema) => (isName(schema) ? BLANK : [])),
  })).filter(({ inputs }) => inputs.length > 0);

  it.each(naming.map((found) => [found.operation.id, found] as const))(
    'is rejected by %s',
    async (_id, { operation, inputs }) => {
      const call = await createCall(operation, fixture);
      for (const input of inputs) {
        expectRejected(input, input.value, await send(fixture.admin, operation, ...withInput(call, input)));
      }
    },
  );
});

describe('a URL', () => {
  const UNUSABLE = [
    'https://a.test:99999/',
    'http://a%00b.test/',
    'https://1.2.3.4.5/',
    'http://xn--a.test/',
    'http://[::1',
    '//[',
    'https:',
  ];
  const addressed = (addresses: readonly string[]) =>
    OPERATIONS.map((operation) => ({
      operation,
      inputs: listInputCases(operation, ({ format }) => (format === 'uri' ? [...addresses] : [])),
    })).filter(({ inputs }) => inputs.length > 0);

  it.each(addressed(UNUSABLE).map((found) => [found.operation.id, found] as const))(
    'that no browser can open is rejected by %s',
    async (_id, { operation, inputs }) => {
      const call = await createCall(operation, fixture);
      for (const input of inputs) {
        expectRejected(input, input.value, await send(fixture.admin, operation, ...withInput(call, input)));
      }
    },
  );

  it.each(addressed(['https://münchen.test/straße']).map((found) => [found.operation.id, found] as const))(
    'with non-ASCII letters is accepted by %s, as sent',
    async (_id, { operation, inputs }) => {
      const call = await createCall(operation, fixture);
      for (const input of inputs) {
        const { status, body } = await send(fixture.admin, operation, ...withInput(call, input));
        // It takes the place of an address, which is there.
        if (input.path === 'body.repository.url') expect(body.error.message).toContain('exclude each other');
        // The fetcher looks for the host, and .test has none.
        else if (operation.id.startsWith('import') || input.path === 'body.metadataURL')
          expect(body.error.message).toContain('xn--mnchen-3ya.test');
        // It leads to pages of the site only.
        else if (operation.id === 'getSiteMemberLink')
          expect(body.error.message).toContain('must begin with http');
        // Another issuer needs the secret that it gave.
        else if (operation.id === 'updateOidcProvider')
          expect(body.error.details[0].path).toBe('body.clientSecret');
        else expect({ status, body }).toMatchObject({ status: operation.status });
        if ('ssoURL' in input.value) expect(body.ssoURL).toBe(input.value.ssoURL);
        if ('logo' in input.value) expect(body.urls.logo).toBe(input.value.logo);
      }
    },
  );
});

describe('too many reactions', () => {
  it.each([
    ['one of 60,000 halves of flag emojis', ['🇫'.repeat(60_000)], 'body.addedReactions[0]'],
    ['20,000 flag emojis', Array.from({ length: 20_000 }, () => '🇫🇷'), 'body.addedReactions'],
  ])('are rejected at once: %s', async (_what, addedReactions, path) => {
    const operation = OPERATIONS.find(({ id }) => id === 'updateSpaceComment');
    if (!operation) throw new Error('The operation updateSpaceComment is missing.');
    const { params } = await createCall(operation, fixture);
    const url = `/v1/spaces/${params.spaceId}/comments/${params.commentId}`;
    const response = await as(fixture.reader).put(url, { addedReactions });
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual([
      { path, message: expect.stringContaining('Must have at most') },
    ]);
  });
});
