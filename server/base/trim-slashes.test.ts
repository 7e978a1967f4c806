// @module-tag without-database
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trimEndSlashes, trimSlashes } from './trim-slashes.ts';

it('leaves what is between the slashes at both ends', () => {
  expect(['', '/', '//', 'a', '/a//b/', 'a/'].map(trimSlashes)).toEqual(['', '', '', 'a', 'a//b', 'a']);
  expect(['', '//', '/a/', 'a//b//'].map(trimEndSlashes)).toEqual(['', '', '/a', 'a//b']);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('/', 'a', '\n') }), (text) => {
      expect(trimSlashes(text)).toBe(text.replaceAll(/^\/+|\/+$/g, ''));
    }),
  );
});
