import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { testApp } from '#server/test/test-app.ts';
import { countAttempt, deleteOldFailures, forgiveAttempt, type WaitKind } from './sign-in-waits.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let name: string;
beforeEach(() => {
  name = newId();
});

/** Attempts at ten a second for an hour; returns when those were made that were let through, in seconds. */
async function attemptForAnHour(kind: WaitKind) {
  const { db, clock } = await testApp();
  const start = clock.now().getTime();
  const passed: number[] = [];
  let blockedUntil = 0;
  for (let ms = 0; ms < HOUR_MS; ms += 100) {
    // Those that are refused change nothing, as a test below shows, so most of them are left out.
    if (ms < blockedUntil) continue;
    try {
      await countAttempt(db, { kind, name }, new Date(start + ms));
      passed.push(ms / SECOND_MS);
    } catch (error) {
      blockedUntil = ms + (Number(Object(error).headers['retry-after']) - 1) * SECOND_MS;
    }
  }
  return { passed, start };
}

describe('attempts', () => {
  it('at ten a second for an hour come to less than twenty on one account', async () => {
    const { passed } = await attemptForAnHour('account');
    expect(passed.length).toBeLessThan(20);
    expect(passed.length).toBeGreaterThan(10);
    // Waits grow up to a quarter of an hour, and not further.
    const waits = passed.map((at, index) => at - (passed[index - 1] ?? 0));
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * 60 + 1);
  });

  it.each([24 * HOUR_MS, 30 * 24 * HOUR_MS])(
    'wait no longer after the clock went back %i ms',
    async (back) => {
      const { db } = await testApp();
      const { start } = await attemptForAnHour('account');
      const key = { kind: 'account', name } as const;
      const earlier = new Date(start - back);
      expect(await countAttempt(db, key, earlier)).toBeGreaterThan(10);
      const again: unknown = await countAttempt(db, key, earlier).catch((error: unknown) => error);
      expect(again).toMatchObject({ status: 429, headers: { 'retry-after': String(15 * 60) } });
    },
  );

  it('lock no one out for good: one passes whenever a wait is over', async () => {
    const { db } = await testApp();
    const { start } = await attemptForAnHour('account');
    const key = { kind: 'account', name } as const;
    const later = new Date(start + HOUR_MS + 16 * MINUTE_MS);
    expect(await countAttempt(db, key, later)).toBeGreaterThan(10);
    await forgiveAttempt(db, key, later);
    expect(await countAttempt(db, key, later)).toBe(1);
  });

  it('during a wait don’t make it longer', async () => {
    const { db, clock } = await testApp();
    const key = { kind: 'account', name } as const;
    const now = clock.now().getTime();
    for (let minute = 0; minute < 8; minute += 1)
      await countAttempt(db, key, new Date(now + minute * MINUTE_MS));
    const last = now + 7 * MINUTE_MS;
    for (let ms = 0; ms < 3900; ms += 100)
      await expect(countAttempt(db, key, new Date(last + ms))).rejects.toMatchObject({ status: 429 });
    expect(await countAttempt(db, key, new Date(last + 4000))).toBe(9);
  });

  it('at the same moment are counted one by one', async () => {
    const { db, clock } = await testApp();
    const now = clock.now();
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => countAttempt(db, { kind: 'account', name }, now)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  });

  it('are forgotten after a day', async () => {
    const { db, clock } = await testApp();
    const key = { kind: 'account', name } as const;
    for (let count = 0; count < 5; count += 1) await countAttempt(db, key, clock.now());
    const later = new Date(clock.now().getTime() + 25 * HOUR_MS);
    expect(await countAttempt(db, key, later)).toBe(1);
    await deleteOldFailures(db, new Date(later.getTime() + 25 * HOUR_MS));
    const row = db.selectFrom('sign_in_failures').select('key').where('key', '=', `account ${name}`);
    expect(await row.executeTakeFirst()).toBeUndefined();
  });

  it('from one IP address wait for a minute at most, because many people may share it', async () => {
    const { passed } = await attemptForAnHour('address');
    expect(passed.length).toBeGreaterThan(60);
    expect(passed.length).toBeLessThan(100);
  });

  it('that succeed are given back to the IP address, and no others', async () => {
    const { db, clock } = await testApp();
    const key = { kind: 'address', name } as const;
    const now = clock.now();
    for (let count = 0; count < 20; count += 1) await countAttempt(db, key, now);
    await forgiveAttempt(db, key, now);
    expect(await countAttempt(db, key, now)).toBe(20);
    expect(await countAttempt(db, key, now)).toBe(21);
    await expect(countAttempt(db, key, now)).rejects.toMatchObject({
      status: 429,
      message: 'Too many attempts. Try again in a second.',
      headers: { 'retry-after': '1' },
    });
  });
});
