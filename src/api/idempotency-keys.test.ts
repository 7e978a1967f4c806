import { expect, it } from 'vitest';
import { idempotencyKeyFor, recordOutcome } from './idempotency-keys.ts';

it.each([0, 500, 503])('reuses the key after status %d', (status) => {
  const change = `POST /teams ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, status);
  expect(idempotencyKeyFor(change)).toBe(key);
  expect(idempotencyKeyFor(`${change}, another body`)).not.toBe(key);
});

it.each([200, 201, 204, 400, 409, 412])('uses a new key after status %d', (status) => {
  const change = `POST /sites ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, 0);
  recordOutcome(change, key, status);
  expect(idempotencyKeyFor(change)).not.toBe(key);
});

it.each([401, 429])('keeps the key of an uncertain attempt when the next one fails with %d', (status) => {
  const change = `POST /spaces ${status}`;
  const key = idempotencyKeyFor(change);
  recordOutcome(change, key, status);
  const second = idempotencyKeyFor(change);
  expect(second).not.toBe(key);
  recordOutcome(change, second, 0);
  recordOutcome(change, second, status);
  expect(idempotencyKeyFor(change)).toBe(second);
});

it('evicts the oldest key', () => {
  const first = idempotencyKeyFor('first');
  recordOutcome('first', first, 0);
  for (let index = 0; index < 300; index += 1) recordOutcome(`later ${index}`, `key ${index}`, 0);
  expect(idempotencyKeyFor('first')).not.toBe(first);
  expect(idempotencyKeyFor('later 299')).toBe('key 299');
});
