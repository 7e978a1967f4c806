import { expect, it } from 'vitest';
import { fromPathName, normalizeUrl, pictureUrl, toPathName } from './urls.ts';

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

it.each([
  ['https://a.test/a.png', true],
  ['/files/a.png', true],
  ['data:image/png;base64,AA==', true],
  ['blob:https://a.test/1', true],
  ['javascript:harm()', false],
  [' JAVASCRIPT:harm()', false],
  ['file:///etc/passwd', false],
  ['', false],
  [null, false],
])('shows a picture at %j: %j', (address, isShown) => {
  expect(pictureUrl(address)).toBe(isShown ? address : undefined);
});
