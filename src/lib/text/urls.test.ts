import { expect, it } from 'vitest';
import { normalizeUrl, fromPathName, toPathName } from './urls.ts';

it('escapes names of screens and restores every name', () => {
  expect(toPathName('matrix', ['new', 'matrix'])).toBe('~matrix');
  expect(toPathName('owner', ['new', 'matrix'])).toBe('owner');
  for (const name of ['new', 'matrix', 'owner', 'a-b_c'])
    expect(fromPathName(toPathName(name, ['new', 'matrix']))).toBe(name);
});

it.each([
  [' https://api.example.com/v1?x=[1] ', 'https://api.example.com/v1?x=[1]'],
  ['https://api.example.com/open api.json', 'https://api.example.com/open%20api.json'],
  ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
  ['ftp://example.com', null],
  ['example.com', null],
  ['', null],
])('normalizes %j to %j', (typed, sent) => {
  expect(normalizeUrl(typed)).toBe(sent);
});
