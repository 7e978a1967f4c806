import { expect, it } from 'vitest';
import { keyOfAttempt, noteOutcome } from './attempts.ts';

it.each([0, 500, 503])('reuses the key after status %d', (status) => {
  const change = `POST /teams ${status}`;
  const key = keyOfAttempt(change);
  noteOutcome(change, key, status);
  expect(keyOfAttempt(change)).toBe(key);
  expect(keyOfAttempt(`${change}, another body`)).not.toBe(key);
});

it.each([200, 201, 204, 400, 409, 412])('uses a new key after status %d', (status) => {
  const change = `POST /sites ${status}`;
  const key = keyOfAttempt(change);
  noteOutcome(change, key, 0);
  noteOutcome(change, key, status);
  expect(keyOfAttempt(change)).not.toBe(key);
});

it.each([401, 429])('keeps the key of an uncertain attempt when the next one fails with %d', (status) => {
  const change = `POST /spaces ${status}`;
  const key = keyOfAttempt(change);
  noteOutcome(change, key, status);
  const second = keyOfAttempt(change);
  expect(second).not.toBe(key);
  noteOutcome(change, second, 0);
  noteOutcome(change, second, status);
  expect(keyOfAttempt(change)).toBe(second);
});

it('evicts the oldest key', () => {
  const first = keyOfAttempt('first');
  noteOutcome('first', first, 0);
  for (let index = 0; index < 300; index += 1) noteOutcome(`later ${index}`, `key ${index}`, 0);
  expect(keyOfAttempt('first')).not.toBe(first);
  expect(keyOfAttempt('later 299')).toBe('key 299');
});
