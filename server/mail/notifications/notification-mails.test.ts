import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { reply } from '#server/test/mail-server.ts';
import { MailedReader, WAIT_MS } from '#server/test/mailed-reader.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { latestBoundary } from './digest-times.ts';
import { notificationMailPlanner, planDigests } from './plan-mails.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const w = new MailedReader();

async function advance(milliseconds: number): Promise<void> {
  (await testApp()).clock.advance(milliseconds);
}

describe('a notification', () => {
  it('is mailed after ten minutes, once, with who did what and where to look', async () => {
    const request = await w.createRequest();
    await w.notify(request, 'review-requested');
    await advance(WAIT_MS - MINUTE_MS);
    expect(await w.deliver()).toEqual([]);
    await advance(2 * MINUTE_MS);
    const [mail] = await w.deliver();
    expect(mail?.to).toEqual([{ name: '', address: w.email }]);
    expect(mail?.subject).toBe(`[Handbook] Fix typos (#${request.number})`);
    expect(mail?.text).toContain('* Ada Author requested your review.');
    const path = `/o/${w.author.organizationId}/spaces/${request.space.id}/changes/${request.number}`;
    expect(mail?.text).toContain(`http://bindery.test${path}\n`);
    expect(mail?.text).toContain('because your review was requested. Replies to this mail are not read.');
    expect(mail?.html).not.toMatch(/<img|src=/);
    await advance(2 * HOUR_MS);
    expect(await w.deliver()).toHaveLength(1);
    expect(await w.mailStates()).toEqual(['notification sent']);
    const queue = await as(w.author).get(
      `/v1/orgs/${w.author.organizationId}/mail/messages?kind=notification`,
    );
    expect(queue.body.items).toMatchObject([{ kind: 'notification', email: w.email, state: 'sent' }]);
  });

  it('comes from what somebody did, at once where nothing waits', async () => {
    const { db } = await testApp();
    const request = await w.createRequest('Ask Ruth');
    await readAllEvents(db, notificationReader);
    const path = `/v1/spaces/${request.space.id}/change-requests/${request.id}/requested-reviewers`;
    expect((await as(w.author).post(path, { users: [w.reader.id] })).status).toBeLessThan(300);
    await readAllEvents(db, notificationReader);
    // The event has the time of its transaction, by the clock of the database.
    await advance(MINUTE_MS);
    expect(await w.plan(0)).toBe(1);
    await w.send();
    const [mail] = await w.received();
    expect(mail?.subject).toBe(`[Handbook] Ask Ruth (#${request.number})`);
    expect(mail?.text).toContain('* Ada Author requested your review.');
  });

  it('that was read meanwhile is not mailed, nor its earlier events with later ones', async () => {
    const request = await w.createRequest();
    await w.notify(request, 'review-requested');
    await w.readAll();
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.deliver()).toEqual([]);
    await w.notify(request, 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    const [mail] = await w.deliver();
    expect(mail?.text).toContain('Ada Author mentioned you.');
    expect(mail?.text).not.toContain('requested your review');
  });

  it('that is read after the mail was queued is dropped', async () => {
    await w.notify(await w.createRequest(), 'review-requested');
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(1);
    await w.readAll();
    await w.send();
    expect(await w.received()).toEqual([]);
    expect(await w.mailStates()).toEqual(['notification dropped']);
  });

  it('of a space that the reader may not see any more is not mailed', async () => {
    const request = await w.createRequest('Secret plans');
    await w.notify(request, 'review-requested');
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(1);
    const { db } = await testApp();
    await db.updateTable('spaces').set({ resolved_level: 0 }).where('id', '=', request.space.id).execute();
    await db.updateTable('members').set({ role: 0 }).where('user_id', '=', w.reader.id).execute();
    await w.send();
    expect(await w.received()).toEqual([]);
    expect(await w.mailStates()).toEqual(['notification dropped']);
  });

  it('is mailed at most once an hour for a change request, gathered, in one thread', async () => {
    const request = await w.createRequest();
    await w.notify(request, 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    await w.deliver();
    for (const reason of ['reply', 'reply', 'review-requested'] as const) {
      await w.notify(request, reason);
      await advance(WAIT_MS);
      expect(await w.deliver()).toHaveLength(1);
    }
    await advance(31 * MINUTE_MS);
    const [first, second, ...others] = await w.deliver();
    expect(others).toEqual([]);
    expect(second?.subject).toBe(first?.subject);
    expect(second?.text?.match(/Ada Author replied/g)).toHaveLength(2);
    // What is asked of the person comes first.
    expect(second?.text).toMatch(/^[^*]*\* Ada Author requested your review/);
    expect(second?.text).not.toContain('mentioned you');
    expect(first?.references).toBe(`<${request.id}@press.example>`);
    expect(second?.references).toBe(first?.references);
    expect(second?.messageId).not.toBe(first?.messageId);
  });

  it('of another change request is mailed within the hour too', async () => {
    await w.notify(await w.createRequest('One'), 'mention');
    await w.notify(await w.createRequest('Two'), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    expect((await w.deliver()).map(({ subject }) => subject?.slice(0, 14))).toEqual([
      '[Handbook] One',
      '[Handbook] Two',
    ]);
  });

  it('quotes the comment that it is about', async () => {
    const request = await w.createRequest();
    const { body } = await as(w.author).post(
      `/v1/spaces/${request.space.id}/change-requests/${request.id}/comments`,
      { body: { markdown: 'Is <b>this</b> right?\n\nتحقق من ذلك\u202e' } },
    );
    await w.notify(request, 'mention', { commentId: String(body.id) });
    await advance(WAIT_MS + MINUTE_MS);
    const [mail] = await w.deliver();
    expect(mail?.text).toContain(
      '* Ada Author mentioned you.\n  > Is <b>this</b> right?\n  > \n  > تحقق من ذلك\n',
    );
    expect(mail?.html).toContain('Is &lt;b&gt;this&lt;/b&gt; right?');
    expect(mail?.text).toContain('/comments\n');
  });

  it.each([
    ['is not confirmed', { email_confirmed_at: null }],
    ['is the demonstration’s', { email: `${newId()}@Demo.Example` }],
  ])('reaches nobody whose address %s, then or later', async (_what, columns) => {
    await w.set(columns);
    await w.notify(await w.createRequest(), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(0);
    await w.set({ email: w.email, email_confirmed_at: new Date() });
    expect(await w.plan()).toBe(0);
  });

  it('waits for a day while the address is rejected', async () => {
    const { db } = await testApp();
    const [request, other] = [await w.createRequest(), await w.createRequest()];
    await w.notify(request, 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    w.refuses = reply(550, '5.1.1 No such user');
    await w.deliver();
    w.refuses = null;
    await w.notify(other, 'reply');
    await advance(2 * HOUR_MS);
    expect(await w.plan()).toBe(0);
    await w.notify(request, 'reply');
    await advance(23 * HOUR_MS);
    await db.deleteFrom('refused_addresses').execute();
    // The other one is older than a day.
    expect(await w.plan()).toBe(1);
  });

  it('is mailed as the person has chosen, for each group of reasons', async () => {
    const request = await w.createRequest();
    await w.choose({ mentions: 'app', requests: 'off', reviews: 'mail' });
    await w.notify(request, 'mention');
    await w.notify(request, 'review-requested');
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(0);
    await w.notify(request, 'merged');
    await advance(WAIT_MS + MINUTE_MS);
    const [mail] = await w.deliver();
    expect(mail?.text).toContain('Ada Author merged it.');
    expect(mail?.text).not.toContain('mentioned you');
  });

  it('waits while its person has snoozed it', async () => {
    const id = await w.notify(await w.createRequest(), 'mention');
    const { clock } = await testApp();
    const snoozedUntil = new Date(clock.now().getTime() + 3 * HOUR_MS).toISOString();
    expect((await as(w.reader).patch(`/v1/user/notifications/${id}`, { snoozedUntil })).status).toBe(200);
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(0);
    await advance(3 * HOUR_MS);
    expect(await w.plan()).toBe(1);
  });

  it('is sent after greylisting, and again with the same id if the server ends before it has noted that', async () => {
    const { db } = await testApp();
    await w.notify(await w.createRequest(), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    w.refuses = reply(451, '4.7.1 Greylisted');
    expect(await w.deliver()).toEqual([]);
    w.refuses = null;
    await advance(3 * MINUTE_MS);
    await w.send();
    // As if the process had ended between the reply of the mail server and its next statement.
    await db.updateTable('mails').set({ state: 'waiting' }).where('recipient', '=', w.email).execute();
    await db.updateTable('jobs').set({ finished_at: null }).execute();
    await w.send();
    const [first, second, ...others] = await w.received();
    expect(others).toEqual([]);
    expect(second?.messageId).toBe(first?.messageId);
    expect(await w.mailStates()).toEqual(['notification sent']);
  });

  it('is sent when the mail server is back', async () => {
    await w.notify(await w.createRequest(), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    await w.plan();
    await w.send(w.mailer('smtp://127.0.0.1:1'));
    expect(await w.mailStates()).toEqual(['notification waiting']);
    await advance(3 * MINUTE_MS);
    await w.send();
    expect(await w.received()).toHaveLength(1);
  });

  it('is planned once by two servers at a time', async () => {
    for (let number = 0; number < 5; number += 1) await w.notify(await w.createRequest(), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    const counts = await Promise.all([w.plan(), w.plan(), w.plan()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
  });

  it('of one person beyond thirty an hour waits, and is not in the way of others', async () => {
    const { db, clock } = await testApp();
    await db
      .insertInto('mails')
      .values(
        Array.from({ length: 29 }, () => ({
          id: newId(),
          kind: 'notification',
          recipient: w.email,
          state: 'sent' as const,
          created_at: new Date(clock.now().getTime() + WAIT_MS),
        })),
      )
      .execute();
    for (let number = 0; number < 3; number += 1) await w.notify(await w.createRequest(), 'mention');
    await advance(WAIT_MS + MINUTE_MS);
    expect(await w.plan()).toBe(1);
    await advance(HOUR_MS);
    expect(await w.plan()).toBe(2);
  });
});

describe('a summary', () => {
  /** The next Monday, 6:30 UTC. */
  async function goToMonday(): Promise<void> {
    const { clock } = await testApp();
    const now = clock.now();
    const days = (8 - now.getUTCDay()) % 7 || 7;
    const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 6, 30);
    clock.advance(monday - now.getTime());
  }

  async function planSummaries(): Promise<number | undefined> {
    const { db, clock } = await testApp();
    return planDigests({ db, mailer: w.mailer(), now: clock.now() });
  }

  it('of a day lists what is unread at seven, once', async () => {
    await goToMonday();
    await w.choose({ mentions: 'daily', reviews: 'weekly' });
    const [one, two] = [await w.createRequest('One'), await w.createRequest('Two')];
    await w.notify(one, 'mention');
    await w.notify(two, 'reply');
    await w.notify(two, 'reply');
    expect(await planSummaries()).toBe(0);
    await advance(HOUR_MS);
    expect(await planSummaries()).toBe(1);
    // What comes later is in the next one, also if it happened before.
    await w.notify(await w.createRequest('Late'), 'mention');
    expect(await planSummaries()).toBe(0);
    await w.send();
    const [mail] = await w.received();
    expect(mail?.subject).toMatch(/^Daily summary of /);
    expect(mail?.text).toContain('You have not read 2 notifications:');
    expect(mail?.text).toContain(
      `* One (#${one.number}): Ada Author mentioned you.\n  http://bindery.test/o/`,
    );
    expect(mail?.text).toContain(`* Two (#${two.number}): Ada Author replied. And 1 more.`);
    expect(await w.mailStates()).toEqual(['digest sent']);
    await advance(DAY_MS);
    expect(await planSummaries()).toBe(1);
    await w.send();
    expect((await w.received()).at(-1)?.text).toContain('* Late');
  });

  it('comes at seven in the time zone of its person', async () => {
    await goToMonday();
    await w.choose({ mentions: 'daily' }, 'America/New_York');
    const { db, clock } = await testApp();
    const { plan } = notificationMailPlanner({ db, mailer: w.mailer(), clock, waitMs: WAIT_MS });
    await w.notify(await w.createRequest('One'), 'mention');
    await plan();
    // Until half past six in New York.
    const hours = latestBoundary('daily', clock.now(), 'America/New_York').getUTCHours();
    await advance((hours - 7) * HOUR_MS);
    await plan();
    await w.send();
    expect(await w.mailStates()).toEqual([]);
    await advance(HOUR_MS);
    await plan();
    await w.send();
    expect(await w.mailStates()).toEqual(['digest sent']);
    await advance(DAY_MS);
    await plan();
    expect(await w.mailStates()).toEqual(['digest sent']);
  });

  // The embedded engine has one connection, so no other server.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'reaches its person also if another server was planning at seven',
    async () => {
      await goToMonday();
      await w.choose({ mentions: 'daily' });
      const { db, clock } = await testApp();
      const { plan } = notificationMailPlanner({ db, mailer: w.mailer(), clock, waitMs: WAIT_MS });
      await w.notify(await w.createRequest('One'), 'mention');
      await plan();
      await advance(HOUR_MS);
      await inTransaction(db, async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('notification mails', 0))`.execute(trx);
        await plan();
      });
      expect(await w.mailStates()).toEqual([]);
      await plan();
      await w.send();
      expect(await w.mailStates()).toEqual(['digest sent']);
    },
  );

  it('of a week waits for Monday, and leaves out what was read', async () => {
    await goToMonday();
    await advance(2 * HOUR_MS);
    await w.choose({ reviews: 'weekly' });
    await w.notify(await w.createRequest('One'), 'merged');
    for (let day = 1; day < 7; day += 1) {
      await advance(DAY_MS);
      expect(await planSummaries()).toBe(0);
    }
    await advance(DAY_MS);
    expect(await planSummaries()).toBe(1);
    await w.readAll();
    await w.send();
    expect(await w.mailStates()).toEqual(['digest dropped']);
  });

  it('is planned by a worker when its day begins', async () => {
    await goToMonday();
    await w.choose({ mentions: 'daily' });
    const { db, clock } = await testApp();
    const { plan: work } = notificationMailPlanner({ db, mailer: w.mailer(), clock, waitMs: WAIT_MS });
    await w.notify(await w.createRequest('One'), 'mention');
    await work();
    await advance(HOUR_MS);
    await work();
    await work();
    await w.send();
    expect(await w.mailStates()).toEqual(['digest sent']);
  });
});
