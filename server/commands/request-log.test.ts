import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { PUBLIC_URL, sharedDatabase, TEST_SECRET_KEY } from '#server/test/test-app.ts';
import { loggerOptions } from './request-log.ts';

const lines: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  const options = loggerOptions('info');
  if (typeof options !== 'object') throw new Error('The log has no options.');
  const logger = { ...options, stream: { write: (line: string) => lines.push(line) } };
  const secretKeys = new SecretKeys([TEST_SECRET_KEY]);
  const database = await sharedDatabase();
  app = await buildApp({ database, secretKeys, publicUrl: PUBLIC_URL, rateLimit: 0, logger });
});
afterAll(() => app.close());

/** The address in the log, after a request. */
async function logged(url: string, host = new URL(PUBLIC_URL).host): Promise<string> {
  lines.length = 0;
  await app.inject({ url, headers: { host } });
  const entry = lines.map((line) => JSON.parse(line)).find(({ req }) => req !== undefined);
  return entry?.req.url ?? '';
}

const KEY = 'Secret78901234567890123456789012';
const SECRET = 'secret'.repeat(20);

describe('the log', () => {
  it.each([
    ['/v1/spaces/a?shareKey=secret&limit=3', '/v1/spaces/a?[hidden]&limit=3'],
    ['/v1/orgs/a/invites/secret?x=1', '/v1/orgs/a/invites/[hidden]?[hidden]'],
    ['/v1/orgs/a/%69nvites/secret', '/v1/orgs/a/%69nvites/[hidden]'],
    [
      '/v1/orgs/a/sites/b/preview?claims=secret&colorMode=dark',
      '/v1/orgs/a/sites/b/preview?[hidden]&colorMode=dark',
    ],
    ['/files/a?expires=1&signature=secret', '/files/a?expires=1&[hidden]'],
    ['/auth/oidc/a/callback?code=secret&state=secret', '/auth/oidc/a/callback?[hidden]'],
    ['/auth/saml?email=secret@press.example', '/auth/saml?[hidden]'],
    ['/join/a/secret', '/join/a/[hidden]'],
    ['/%6aoin/a/secret/', '/join/a/[hidden]'],
    ['/o/a/members?access_token=secret', '/o/a/members?[hidden]'],
    [`/published/a/b/${KEY}/page`, '/published/a/b/[hidden]/page'],
    [`/published/a/b/%53${KEY.slice(1)}/page`, '/published/a/b/[hidden]/page'],
    [`/published/a/b/~/proxied/${KEY}/page`, '/published/a/b/~/proxied/[hidden]/page'],
    [`/published/~preview/${SECRET}.x/page`, '/published/~preview/[hidden]/page'],
    ['/published/%7Epreview/secret/page', '/published/%7Epreview/[hidden]/page'],
    ['/published/a/b/page?jwt_token=secret&visitor.secret=1&v=2', '/published/a/b/page?[hidden]&v=2'],
    ['/published/a/b/page?reader_member=secret&secret', '/published/a/b/page?[hidden]'],
  ])('has %s as %s', async (url, shown) => {
    expect(await logged(url)).toBe(shown);
    expect(lines.join('')).not.toMatch(/secret/i);
  });

  it.each([
    [`/${KEY}/page?access_token=secret`, '/[hidden]/page?[hidden]'],
    [`/%53${KEY.slice(1)}?visitor.email=secret`, '/[hidden]?[hidden]'],
    ['/guide/page?q=secret', '/guide/page?[hidden]'],
  ])('has %s at the host of a site as %s', async (url, shown) => {
    expect(await logged(url, 'docs.press.example')).toBe(shown);
    expect(lines.join('')).not.toMatch(/secret/i);
  });

  it.each([
    '/v1/orgs?search=code',
    '/v1/orgs/a/link-invites/id',
    '/v1/orgs/a/invites',
    '/published/a/b/getting-started-with-everything/x.md',
    '/livez',
  ])('has %s unchanged', async (url) => {
    expect(await logged(url)).toBe(url);
  });

  it('is silent where it is switched off', () => {
    expect(loggerOptions('silent')).toBe(false);
  });
});
