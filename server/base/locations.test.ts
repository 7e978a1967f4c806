// @module-tag without-database
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locationOf, pathOfTarget, requestedUrl, segmentsOf } from './locations.ts';

const ORIGIN = 'https://docs.customer.example';

/** The characters that make a path lead to another host, beside any text. */
const odd = fc.constantFrom(
  ...['/', '//', '\\', '/\\', '..', '.', '@', ':', '%2f', '%5c', '%2e%2e', '%00', '%0d%0a', '%09', '?', '#'],
  ...['evil.example', 'https://evil.example', 'javascript:', '\t', '\n', '\0', '\ud800', '\u202e', 'é', '%'],
);
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 10 })
  .map((parts) => parts.join(''));

/** Where a browser that is at the origin goes. */
const followed = (location: string) => new URL(location, `${ORIGIN}/some/page`);

describe('an address that the server hands on', () => {
  it('begins with one slash and stays on its origin, whatever its segments are', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.boolean(),
        fc.dictionary(text, text),
        (segments, isFolder, values) => {
          const location = locationOf({ segments, isFolder, query: new URLSearchParams(values) });
          expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
          const url = followed(location);
          expect(url.origin).toBe(ORIGIN);
          expect(url.username).toBe('');
          expect(url.pathname + url.search, 'browsers change nothing in it').toBe(location);
        },
      ),
    );
  });

  it('stays on its origin, whatever path was asked for', () => {
    fc.assert(
      fc.property(text, (path) => {
        const url = requestedUrl(pathOfTarget(`/${path}`), ORIGIN);
        const segments = url && segmentsOf(url.pathname);
        if (!url || !segments) return;
        expect(url.origin).toBe(ORIGIN);
        for (const origin of ['', ORIGIN]) {
          const location = locationOf({ origin, segments, query: url.searchParams });
          expect(location.slice(origin.length)).toMatch(/^\/(?!\/)/);
          expect(followed(location).origin).toBe(ORIGIN);
        }
      }),
    );
  });

  it.each([
    [['x', '', 'evil.example'], '/x/evil.example'],
    [['', 'evil.example'], '/evil.example'],
    [['..', '.', 'a'], '/a'],
    [[], '/'],
    [['a/b', 'c?d#e', '\\'], '/a%2Fb/c%3Fd%23e/%5C'],
  ])('has the segments %j as %s', (segments, location) => {
    expect(locationOf({ segments })).toBe(location);
  });

  it('has the path of a whole URL that was asked for', () => {
    expect(pathOfTarget('http://evil.example/published/a?b=1')).toBe('/published/a?b=1');
    expect(pathOfTarget('http://evil.example')).toBe('/');
    expect(pathOfTarget('//evil.example/')).toBe('//evil.example/');
  });
});

describe('the server', () => {
  it('redirects in one place', () => {
    const root = join(import.meta.dirname, '..');
    const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'base/locations.ts')
      .filter((name) => /\.redirect\(|header\(\s*'location'/.test(readFileSync(join(root, name), 'utf8')));
    expect(others).toEqual([]);
  });
});
