// @module-tag both-engines
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAudits } from '#server/audit/audit.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { type Block, FollowedStream, originOf, listenForStreams } from '#server/test/followed-stream.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { testApp, type TestClock } from '#server/test/test-app.ts';

/** Together more than the buffers of a connection have room for. */
const EVENTS = 9000;
const EVENT_BYTES = 400;
const BATCH = 500;
/** How many it reads before it stops. */
const READ = 100;
const MAX_BLOCKED_MS = 10_000;

let app: FastifyInstance;
let clock: TestClock;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ app, clock, close } = await listenForStreams());
});
afterAll(() => close());

/** Blocks until the connection ends or breaks, or one is as expected. */
async function readUntil(stream: FollowedStream, isLast: (block: Block) => boolean): Promise<Block[]> {
  const blocks: Block[] = [];
  for (;;) {
    const block = await stream.nextBlock().catch(() => undefined);
    if (!block) return blocks;
    blocks.push(block);
    if (isLast(block)) return blocks;
  }
}

const numbersOf = (blocks: readonly Block[]): number[] =>
  blocks.flatMap(({ event, data = '{}' }) => {
    const [, number] = /^probe(\d+)-/.exec(String(JSON.parse(data).action)) ?? [];
    return event === 'change' && number !== undefined ? [Number(number)] : [];
  });

it('a reader that does not keep up is cut off, and has missed nothing once it comes back', async () => {
  const { db } = await testApp();
  const { admin, base, organization } = await createOrganizationFixture();
  const follow = (lastEventId?: string) =>
    FollowedStream.open(originOf(app), admin, `${base}/events`, lastEventId);
  const slow = await follow();
  const begun = await readUntil(slow, ({ id }) => id !== undefined);
  for (let start = 0; start < EVENTS; start += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, index) => ({
      organizationId: organization.id,
      actor: null,
      action: `probe${start + index}-${'x'.repeat(EVENT_BYTES)}`,
      targetKind: 'probe',
      targetId: 'probe',
      summary: 'Probed.',
    }));
    await inTransaction(db, (trx) => recordAudits(trx, entries));
  }
  const received = [...begun, ...(await readUntil(slow, (block) => numbersOf([block])[0] === READ))];
  await expect
    .poll(
      () => {
        clock.advance(MAX_BLOCKED_MS);
        return app.organizationHub.size;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  received.push(...(await readUntil(slow, () => false)));
  const before = numbersOf(received);
  expect(before.length).toBeLessThan(EVENTS);
  const lastId = received.findLast(({ id }) => id !== undefined)?.id;
  const again = await follow(lastId);
  const after = numbersOf(await readUntil(again, (block) => numbersOf([block])[0] === EVENTS - 1));
  again.leave();
  expect(new Set([...before, ...after]).size).toBe(EVENTS);
  expect(after).toEqual(after.toSorted((a, b) => a - b));
});
