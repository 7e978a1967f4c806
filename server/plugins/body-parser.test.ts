import fastify from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { registerBodyParser } from './body-parser.ts';

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
