import { expect, it } from 'vitest';
import { asCurl, asFetch } from './as-code.ts';

const read = { method: 'GET', origin: 'https://x.test', path: '/v1/orgs?limit=2', body: null };
const write = { ...read, method: 'PATCH', path: '/v1/user', body: '{"title":"It\'s $HOME"}' };

it('writes commands for curl that a shell cannot misread', () => {
  expect(asCurl(read)).toBe(`curl 'https://x.test/v1/orgs?limit=2' \\\n  -H "Authorization: Bearer $TOKEN"`);
  expect(asCurl(write)).toContain(`curl -X PATCH 'https://x.test/v1/user'`);
  expect(asCurl(write)).toContain(`--data '{"title":"It'\\''s $HOME"}'`);
});

it('writes JavaScript', () => {
  expect(asFetch(read)).toBe(
    'await fetch("https://x.test/v1/orgs?limit=2", {\n  headers: { Authorization: `Bearer ${token}` },\n});',
  );
  expect(asFetch(write)).toContain("method: 'PATCH'");
  expect(asFetch(write)).toContain(`body: JSON.stringify({"title":"It's $HOME"})`);
});
