// @module-tag attack
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMMON_ANSWERS,
  exampleOf,
  type NamedRoute,
  OTHERS,
  requestOf,
  schemaOf,
  textsOf,
  withValue,
} from '#server/test/other-calls.ts';
import { openRawClient, type RawRequest, type RawResponse } from '#server/test/raw-requests.ts';
import { PUBLIC_URL, sharedDatabase, startApp } from '#server/test/test-app.ts';

/**
 * Hostile requests at each route beside the contract: the server must never fail, disclose how it is made, or
 * redirect to another host.
 */

const REQUESTS = Number(process.env.ATTACK_REQUESTS ?? 12);
const TIMEOUT_MS = Math.max(120_000, REQUESTS * 200);
const ROUTES = OTHERS.filter(({ isBuilt }) => isBuilt !== true);

let started: Awaited<ReturnType<typeof startApp>>;
let client: Awaited<ReturnType<typeof openRawClient>>;
beforeAll(async () => {
  started = await startApp({ database: await sharedDatabase() });
  client = await openRawClient(started.app);
});
afterAll(async () => {
  client.close();
  await started.close();
});

const text = fc.oneof(
  fc.constantFrom(
    ...[
      '\0',
      'a\0',
      '\ud800',
      '\u202e',
      '\ufeff',
      "' or 1=1--",
      '${7*7}',
      '../../etc/passwd',
      '//evil.example',
    ],
    ...['a'.repeat(3000), '\r\nset-cookie: a=b', '<script>', 'a@b.example', '', '__proto__', '😀'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const encoded = fc.oneof(
  fc.constantFrom(
    ...[
      '%00',
      '%ff',
      '%ed%a0%80',
      '%2e%2e',
      '..',
      '%2f',
      '%5c',
      '\\',
      '//',
      '%',
      '%2500',
      '~',
      '~preview',
      '@evil.example',
    ],
    ...['%0d%0a', 'a'.repeat(700), ';', '*', ':', '|'],
  ),
  text.map((part) => encodeURIComponent(part.replaceAll(/\p{Cs}/gu, ''))),
);
const path = fc.array(encoded, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const deep = fc.integer({ min: 1, max: 1500 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels));

/** The characters of a header; Node refuses to send others. */
const headerText = (value: string) => value.replaceAll(/[^\x20-\x7e]/g, '');
const headers = fc.dictionary(
  fc.constantFrom(
    'cookie',
    'origin',
    'referer',
    'accept',
    'x-forwarded-host',
    'x-forwarded-for',
    'sec-fetch-site',
    'authorization',
    'if-none-match',
    'range',
    'accept-encoding',
    'x-request-id',
  ),
  fc.oneof(
    fc.constantFrom(
      'bindery_refresh=%00',
      'bindery_device=a; bindery_link=%ff',
      'https://evil.example',
      'null',
      'text/html',
      'Bearer a',
      'cross-site',
    ),
    text.map(headerText),
  ),
  { maxKeys: 4 },
);
const hosts = fc.constantFrom(
  new URL(PUBLIC_URL).host,
  'docs.nobody.example',
  'localhost',
  'a'.repeat(200),
  '[::1]',
  'a..b:99999',
);

/** A body of a route: one text of it odd, or another one altogether. */
function bodyOf(route: NamedRoute): fc.Arbitrary<unknown> {
  const schema = schemaOf(route);
  const texts = schema ? textsOf(schema) : [];
  const otherText = fc.oneof(deep, text, fc.json());
  if (!schema || texts.length === 0) return otherText;
  const altered = fc
    .tuple(fc.constantFrom(...texts), fc.oneof(text, fc.jsonValue()))
    .map(([place, value]) => withValue(exampleOf(schema), place.path, value));
  return fc.oneof({ weight: 3, arbitrary: altered }, otherText);
}

function requests(route: NamedRoute): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      value: path,
      query: fc.oneof(
        fc.constant(''),
        fc.tuple(path, path).map(([name, value]) => `?${name}=${value}`),
      ),
      body: bodyOf(route),
      headers,
      host: hosts,
      start: fc.constantFrom('', '', '', '/', 'http://evil.example'),
    })
    .map(({ value, query, body, headers: added, host, start }) => {
      const request = requestOf(route, { value, ...(route.body !== undefined && { body }) });
      return {
        ...request,
        path: start + request.path + query,
        headers: { ...request.headers, ...added, host },
      };
    });
}

const LEAK =
  /\bat [\w.<>]+ \(|node_modules|\bselect "|\binsert into |violates \w+ constraint|syntax error at/i;

function findFault(route: NamedRoute, { status, headers: answered, body }: RawResponse): string | undefined {
  // 403: a page of others; 304: what is known; 301 and 302: of readers.
  const allowed = [...route.answers, ...COMMON_ANSWERS, 304, 401, 403];
  if (!allowed.includes(status)) return `${status}: ${body}`;
  if (status >= 400 && LEAK.test(body)) return `It tells how it is made: ${body}`;
  const isPage = answered['content-type']?.includes('text/html');
  // Proxies get JSON, with 404, if a name is no site's.
  const error = status >= 400 && isPage !== true ? JSON.parse(body).error : undefined;
  if (error ? error.code !== status : status >= 400 && !route.answers.includes(status))
    return `Another shape: ${body}`;
  const { location } = answered;
  if (location !== undefined && !/^\/(?![/\\])[\x21-\x7e]*$/.test(String(location)))
    return `It leads to ${location}`;
  return undefined;
}

describe('any request', () => {
  it.each(ROUTES.map((route) => [route.name, route] as const))(
    'to %s is answered',
    async (_name, route) => {
      await fc.assert(
        fc.asyncProperty(requests(route), async (request) => {
          expect(findFault(route, await client.send(request)), JSON.stringify(request)).toBeUndefined();
        }),
        { numRuns: REQUESTS },
      );
    },
    TIMEOUT_MS,
  );
});
