// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPathProblem } from '#server/resources/site-structure/changes/structure-values.ts';
import { anyCharacter } from '#server/test/any-character.ts';
import { commonPrefix, hostnameFromTitle, pathFromTitle, uniqueName } from './names-from-titles.ts';

/** As `updateOrganization` takes it. */
const HOSTNAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

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

describe('uniqueName', () => {
  it('keeps a free path and appends the first free number to a taken one', () => {
    expect(uniqueName('guides', ['api'])).toBe('guides');
    expect(uniqueName('guides', ['guides'])).toBe('guides-1');
    expect(uniqueName('guides', ['guides', 'guides-1', 'guides-3'])).toBe('guides-2');
  });

  it('cuts a long path to make room for the number', () => {
    const long = 'a'.repeat(100);
    expect(uniqueName(long, [long])).toBe(`${'a'.repeat(98)}-1`);
  });
});

describe('hostnameFromTitle', () => {
  it.each([
    ['Acme Help', 'acme-help'],
    ['Größe & Søn', 'grosse-son'],
    ['東京 Press', 'press'],
    ['東京出版', 'organization'],
    ['🚀', 'organization'],
    ['Ox', 'ox-docs'],
    ['-- a --', 'a-docs'],
    ['The Society for the Study of Tides', 'the-society-for-the-study-of-tid'],
    ['The Society for the Study of Ti- des', 'the-society-for-the-study-of-ti'],
  ])('turns %j into %j', (title, hostname) => {
    expect(hostnameFromTitle(title)).toBe(hostname);
  });

  it('is always one that an organization can have, also with a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (title) => {
        const hostname = hostnameFromTitle(title);
        expect(hostname).toMatch(HOSTNAME);
        const next = uniqueName(hostname, [hostname], 32);
        expect(next).toMatch(HOSTNAME);
        expect(next.startsWith(commonPrefix(hostname, 32))).toBe(true);
      }),
    );
  });
});
