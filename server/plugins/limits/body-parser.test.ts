// @module-tag without-database
import fc from 'fast-check';
import fastify from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasMoreValues, registerBodyParser } from './body-parser.ts';

it('serves other requests between two large bodies that arrive at once', async () => {
  const app = fastify({ bodyLimit: 1_000_000 });
  registerBodyParser(app);
  const events: string[] = [];
  app.post<{ Body: { text: string } }>('/', async ({ body }) => {
    events.push(`${body.text.length} characters`);
    return {};
  });
  await app.ready();
  const sizes = [300_000, 400_000, 500_000];
  const progress = { isOver: false };
  const responses = Promise.all(
    sizes.map((size) => app.inject({ method: 'POST', url: '/', payload: { text: 'x'.repeat(size) } })),
  ).finally(() => (progress.isOver = true));
  while (!progress.isOver) {
    await nextTurn();
    events.push('turn');
  }
  expect((await responses).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const firstOfTurns = events.filter((event, index) => event !== 'turn' && events[index + 1] === 'turn');
  expect(firstOfTurns).toEqual(sizes.map((size) => `${size} characters`));
  await app.close();
});

describe('the number of values in a body', () => {
  it('is counted as the parser would, but for empty lists and objects', () => {
    const countOf = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce<number>(
            (sum, inner) => sum + countOf(inner),
            Math.max(1, Object.keys(value).length),
          );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = Buffer.from(JSON.stringify(value));
        const count = countOf(value);
        expect(hasMoreValues(json, count)).toBe(false);
        if (count > 0) expect(hasMoreValues(json, count - 1)).toBe(true);
      }),
    );
  });

  it.each<[string, string]>([
    ['lists', `{"a":[${'[],'.repeat(150_000)}[]]}`],
    ['names', `{${Array.from({ length: 150_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['nested lists', `{"a":${'['.repeat(300_000)}`],
  ])('is limited before a large body of %s is parsed', async (_what, payload) => {
    const app = fastify({ bodyLimit: 10_000_000 });
    registerBodyParser(app);
    app.post('/', async () => ({}));
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload });
    expect({ statusCode, body }).toMatchObject({
      statusCode: 400,
      body: expect.stringContaining('must have at most 100,000 values'),
    });
    await app.close();
  });

  it('does not limit the length of texts', async () => {
    const text = JSON.stringify({ text: ',[{"\\'.repeat(200_000) });
    expect(hasMoreValues(Buffer.from(text), 1)).toBe(false);
  });
});
