import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#server/test/test-app.ts';

/** All screens of the console, as its build lists them. */
const SCREENS = [...readFileSync('src/routes.gen.ts', 'utf8').matchAll(/fullPath: '([^']+)'/g)].map(
  ([, path = '']) => path,
);

let folder: string;
let started: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-console-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text));
  };
  write('console/index.html', '<!doctype html><title>Bindery</title><script>start()</script>');
  write('console/assets/main-abc.js', 'console.log(1)');
  write('console/favicon.svg', '<svg/>');
  write('console/.vite/manifest.json', '{}');
  write('console/.vite/screens.json', JSON.stringify(SCREENS));
  write('reference/index.html', '<!doctype html><title>Reference</title>');
  write('reference/reference.css', 'body {}');
  write('reference/openapi.yaml', 'openapi: 3.1.0');
  started = await startApp({
    consoleDirectory: join(folder, 'console'),
    referenceDirectory: join(folder, 'reference'),
  });
});
afterAll(async () => {
  await started.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => started.app.inject({ url, headers });
const asPage = { accept: 'text/html,application/xhtml+xml' };

describe('the console', () => {
  it.each(['/', '/login', '/o/abc/members?role=admin', '/o/abc/members/'])(
    'serves its page at %s',
    async (url) => {
      const response = await get(url, asPage);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('<title>Bindery</title>');
      expect(response.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    },
  );

  it('lets the scripts in its page run, and no other inline script', async () => {
    const hash = createHash('sha256').update('start()').digest('base64');
    const { headers } = await get('/login', asPage);
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['content-security-policy']).toContain("; frame-src 'self'; frame-ancestors 'none';");
    expect((await get('/livez')).headers['content-security-policy']).toContain("script-src 'self';");
  });

  it('shows no page where a published site would be', async () => {
    for (const url of ['/published', '/published/abc']) {
      const response = await get(url, asPage);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('<title>Bindery</title>');
    }
    expect((await get('/o/published/sites', asPage)).statusCode).toBe(200);
  });

  it('serves precompressed files, hashed ones as immutable', async () => {
    const response = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
      'x-content-type-options': 'nosniff',
    });
    const icon = await get('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/v1/planets',
    '/auth/nothing',
    '/assets/gone.js',
    '/gone.svg',
    '/wp-login.php',
    '/.env',
    '/uploads/x',
    '/prints',
    '/.vite/manifest.json',
    '/../app.ts',
  ])('does not serve its page at %s', async (url) => {
    const response = await get(url, asPage);
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe(404);
  });

  it('has a page at each of its screens, whatever is in the address', async () => {
    expect(SCREENS.length).toBeGreaterThan(90);
    for (const screen of SCREENS) {
      const path = screen.replaceAll(/\{?-?\$\w+\}?/g, 'a%20%C3%A9');
      expect((await get(path, asPage)).statusCode, screen).toBe(200);
      expect((await get(`${path}?a=/b#c`)).statusCode, screen).toBe(200);
      expect((await get(`${path}?actor=%00`, asPage)).statusCode, screen).toBe(200);
    }
    expect((await get('/o/a/spaces/b/comments', asPage)).statusCode).toBe(200);
  });

  it.each(['/monitor', '/wp-login', '/admin/', '/o', '/o/a/b/c/d', '/%6donitor', '//login', '/accounts'])(
    'answers browsers at %s that there is nothing, with 404, and programs in JSON',
    async (url) => {
      const page = await get(`http://bindery.test${url}`, asPage);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('<title>Bindery</title>');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      for (const accept of ['*/*', 'application/openmetrics-text', 'application/json']) {
        const answer = await get(`http://bindery.test${url}`, { accept });
        expect(answer.statusCode).toBe(404);
        expect(answer.json().error.code).toBe(404);
      }
    },
  );

  it('serves its page only to browsers, and only for GET', async () => {
    expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await started.app.inject({ method: 'POST', url: '/login', headers: asPage })).statusCode).toBe(
      404,
    );
  });
});

describe('the API reference', () => {
  it.each([
    ['/api-reference', 'Reference', 'text/html'],
    ['/api-reference/', 'Reference', 'text/html'],
    ['/api-reference/reference.css', 'body', 'text/css'],
    ['/openapi.yaml', 'openapi: 3.1.0', 'yaml'],
  ])('is served at %s', async (url, text, type) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(text);
    expect(response.headers['content-type']).toContain(type);
    expect(response.headers['cache-control']).toBe('no-cache');
  });
});

describe('an app without built files', () => {
  it('responds 404 at console URLs', async () => {
    const bare = await startApp({ consoleDirectory: join(folder, 'nothing') });
    expect((await bare.app.inject({ url: '/', headers: asPage })).statusCode).toBe(404);
    await bare.close();
  });
});
