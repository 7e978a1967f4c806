import { beforeEach, expect, it } from 'vitest';
import { forgetBodies, knownBody, rememberBody } from './known-bodies.ts';

const entry = (tag: string, size = 100) => ({ tag, body: { tag }, size });

beforeEach(forgetBodies);

it('keeps the last body of each key, until all are forgotten', () => {
  rememberBody('u1 /a', entry('1'));
  rememberBody('u1 /a', entry('2'));
  expect(knownBody('u1 /a')?.tag).toBe('2');
  expect(knownBody('u2 /a')).toBeUndefined();
  forgetBodies();
  expect(knownBody('u1 /a')).toBeUndefined();
});

it('forgets the oldest when there are too many or too large ones', () => {
  for (let index = 0; index < 201; index += 1) rememberBody(`${index}`, entry(''));
  expect([knownBody('0'), knownBody('1')]).toEqual([undefined, entry('')]);
  rememberBody('large', entry('', 3_999_950));
  expect(knownBody('large')).toBeDefined();
  expect(knownBody('200')).toBeUndefined();
  rememberBody('small', entry(''));
  expect([knownBody('large'), knownBody('small')]).toEqual([undefined, entry('')]);
});

it('keeps what is used again for longer', () => {
  for (let index = 0; index < 200; index += 1) rememberBody(`${index}`, entry(''));
  knownBody('0');
  rememberBody('new', entry(''));
  expect([knownBody('0'), knownBody('1')]).toEqual([entry(''), undefined]);
});
