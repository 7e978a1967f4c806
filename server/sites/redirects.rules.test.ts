// @module-tag without-database
import { describe, expect, it } from 'vitest';
import {
  findSourceProblem,
  findTargetProblem,
  indexRules,
  isLoop,
  matchingSources,
  parseSource,
  redirectKey,
  type RedirectRule,
  targetOf,
} from './redirects.rules.ts';

const rule = (source: string, target: string, fields: Partial<RedirectRule> = {}): RedirectRule => ({
  id: source,
  ...parseSource(source),
  target,
  appends_rest: false,
  status: 301,
  ...fields,
});

describe('redirectKey', () => {
  it.each([
    ['/Old/Page/', 'old/page'],
    ['/%C3%BCber', 'über'],
    ['/100%', '100%'],
    ['//a//b', 'a/b'],
    ['/', ''],
  ])('of %j is %j', (path, key) => {
    expect(redirectKey(path)).toBe(key);
  });
});

describe('findSourceProblem', () => {
  it.each(['/old', '/old/', '/old/*', '/*', '/über/ß', `/${'a'.repeat(511)}`])('accepts %j', (source) => {
    expect(findSourceProblem(source)).toBeNull();
  });
  it.each([
    'old',
    '/',
    '/a b',
    '/a?b',
    '/a#b',
    '/a*',
    '/*/a',
    '/a%00',
    '/a\\b',
    `/${'a'.repeat(512)}`,
    '/a'.repeat(70),
  ])('rejects %j', (source) => {
    expect(findSourceProblem(source)).not.toBeNull();
  });
});

describe('findTargetProblem', () => {
  it.each(['/', '/new#part', '/new?a=b', 'https://example.com/a'])('accepts %j', (target) => {
    expect(findTargetProblem(target)).toBeNull();
  });
  it.each([
    'new',
    '//evil.example',
    '/\\evil.example',
    'http://a.example',
    'javascript:alert(1)',
    'https://',
    'https://a:b@c.example',
    '/a b',
  ])('rejects %j', (target) => {
    expect(findTargetProblem(target)).not.toBeNull();
  });
});

describe('matchingSources', () => {
  it('is the path itself, then wildcards from the longest', () => {
    expect(matchingSources('/A/b/c')).toEqual([
      { source_key: 'a/b/c', is_wildcard: false },
      { source_key: 'a/b', is_wildcard: true },
      { source_key: 'a', is_wildcard: true },
      { source_key: '', is_wildcard: true },
    ]);
  });
});

describe('targetOf', () => {
  it.each([
    [rule('/old', '/new page#a'), '/old', '/new%20page#a'],
    [rule('/old/*', '/new/', { appends_rest: true }), '/old/A/ü', '/new/A/%C3%BC'],
    [rule('/old/*', '/new?a=b#c', { appends_rest: true }), '/old/x', '/new/x?a=b#c'],
    [rule('/old/*', 'https://a.example/b', { appends_rest: true }), '/old/../x', 'https://a.example/b/x'],
    [rule('/*', '/new', { appends_rest: true }), '/x/y', '/new/x/y'],
    [rule('/old/*', '/new'), '/old/x', '/new'],
  ])('%# leads to the target', (found, path, url) => {
    expect(targetOf(found, path).url).toBe(url);
  });
});

describe('isLoop', () => {
  it.each([
    [[rule('/a', '/A/')], true],
    [[rule('/a', '/b'), rule('/b', '/a')], true],
    [[rule('/a/*', '/a/b')], true],
    [[rule('/a/*', '/a/b', { appends_rest: true })], true],
    [[rule('/a', '/b'), rule('/b', '/c')], false],
    [[rule('/a', 'https://a.example/a')], false],
    [[rule('/a/*', '/a')], false],
  ])('%#', (rules, expected) => {
    const [first] = rules;
    expect(first && isLoop(indexRules(rules), first)).toBe(expected);
  });
});
