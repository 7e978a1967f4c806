import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#server/test/any-character.ts';
import { findPathProblem, pathFromTitle, uniquePath } from './structure.rules.ts';

describe('pathFromTitle', () => {
  it.each([
    ['Getting started', 'getting-started'],
    ['  API & SDK — reference! ', 'api-sdk-reference'],
    ['Über Größe', 'uber-große'],
    ['はじめに ガイド', 'はじめに-ガイド'],
    ['v2.0', 'v2-0'],
    ['🚀', 'section'],
    ['', 'section'],
  ])('turns %j into the path %j', (title, path) => {
    expect(pathFromTitle(title, 'section')).toBe(path);
  });

  it('is never empty, at most 100 characters long and always a valid path', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (title) => {
        const path = pathFromTitle(title, 'section');
        expect([...path].length).toBeGreaterThan(0);
        expect([...path].length).toBeLessThanOrEqual(100);
        expect(findPathProblem(path)).toBeNull();
      }),
    );
  });
});

describe('uniquePath', () => {
  it('keeps a free path and appends the first free number to a taken one', () => {
    expect(uniquePath('guides', ['api'])).toBe('guides');
    expect(uniquePath('guides', ['guides'])).toBe('guides-1');
    expect(uniquePath('guides', ['guides', 'guides-1', 'guides-3'])).toBe('guides-2');
  });

  it('cuts a long path to make room for the number', () => {
    const long = 'a'.repeat(100);
    expect(uniquePath(long, [long])).toBe(`${'a'.repeat(98)}-1`);
  });
});

describe('findPathProblem', () => {
  it.each(['guides', 'api/v2', 'はじめに', 'a.b', '...'])('accepts %j', (path) => {
    expect(findPathProblem(path)).toBeNull();
  });

  it.each(['two words', 'a?b', 'a#b', '/a', 'a/', 'a//b', '..', 'a/../b', 'tab\there'])(
    'rejects %j',
    (path) => {
      expect(findPathProblem(path)).not.toBeNull();
    },
  );
});
