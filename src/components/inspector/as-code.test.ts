import { expect, it } from 'vitest';
import { asCurl, asFetch, asScript } from './as-code.ts';

const read = { method: 'GET', origin: 'https://x.test', path: '/v1/orgs?limit=2', body: null };
const write = { ...read, method: 'PATCH', path: '/v1/user', body: '{"title":"It\'s $HOME"}' };

it('quotes curl commands for the shell', () => {
  expect(asCurl(read)).toBe(`curl 'https://x.test/v1/orgs?limit=2' \\\n  -H "Authorization: Bearer $TOKEN"`);
  expect(asCurl(write)).toContain(`curl -X PATCH 'https://x.test/v1/user'`);
  expect(asCurl(write)).toContain(`--data '{"title":"It'\\''s $HOME"}'`);
});

it('writes a script that stops at an error and escapes titles', () => {
  const script = asScript([{ ...write, label: 'Renamed “a\nrm -rf ~”' }, read]);
  expect(script).toMatch(/^#!\/bin\/sh\n\nset -e\n\n: "\$\{TOKEN:\?/);
  expect(script).toContain('\n# Renamed “a rm -rf ~”\ncurl --fail-with-body -X PATCH ');
  expect(script.indexOf('PATCH')).toBeLessThan(script.indexOf('limit=2'));
});

it('writes JavaScript', () => {
  expect(asFetch(read)).toBe(
    'await fetch("https://x.test/v1/orgs?limit=2", {\n  headers: { Authorization: `Bearer ${token}` },\n});',
  );
  expect(asFetch(write)).toContain("method: 'PATCH'");
  expect(asFetch(write)).toContain(`body: JSON.stringify({"title":"It's $HOME"})`);
});
