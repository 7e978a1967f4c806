// @module-tag both-engines
import { sql } from 'kysely';
import { expect, describe, it } from 'vitest';
import { findEventDelay } from '#server/audit/event-delay.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { createMember } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { openEmptyDatabase } from '#server/test/test-database.ts';
import { warnOfDelay } from './announce-delay.ts';

const DAY_MS = 24 * 60 * 60_000;

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a transaction that stays open elsewhere', () => {
  it('is named to administrators in the log and in the console once a day, and to no reader', async () => {
    const admin = await createMember({ role: 'admin' });
    const { organizationId } = admin;
    const reader = await createMember({ organizationId, role: 'read' });
    const { db, clock } = await testApp();
    const warnings: unknown[] = [];
    const warn = (warning: unknown) => void warnings.push(warning);
    const noticesOf = async (member: typeof admin) =>
      (await as(member).get('/v1/user/notifications?reasons=events-delayed')).body.items;
    const other = await openEmptyDatabase();
    try {
      await inTransaction(other.db, async (trx) => {
        const { rows } = await sql<{ name: string; pid: number }>`
          select current_database() as name, pg_backend_pid() as pid, pg_current_xact_id()`.execute(trx);
        const holder = `${rows[0]?.name} (process ${rows[0]?.pid}`;
        await sql`insert into audit_log (id, organization_id, at, action, target_kind, target_id, summary)
          values (${newId()}, ${organizationId}, now() - interval '1 minute', 'updateTeam', 'team', 't', 'Changed.')`.execute(
          db,
        );
        // Transactions of other tests may be older, until they end.
        await expect
          .poll(async () => (await findEventDelay(db))?.reason, { timeout: 60_000 })
          .toContain(holder);
        await warnOfDelay(db, clock.now(), { warn });
        await warnOfDelay(db, clock.now(), { warn });
        expect(warnings).toEqual([expect.stringContaining(holder), expect.stringContaining(holder)]);
        const [notice] = await noticesOf(admin);
        expect(notice).toMatchObject({ reason: 'events-delayed', count: 1 });
        expect(notice.latest.detail).toContain(holder);
        expect(notice.latest.detail).toMatch(
          /^Events are \d+ seconds behind\. A transaction in the database /,
        );
        await warnOfDelay(db, new Date(clock.now().getTime() + DAY_MS), { warn });
        expect(await noticesOf(admin)).toMatchObject([{ count: 2 }]);
        expect(await noticesOf(reader)).toEqual([]);
      });
    } finally {
      await other.close();
    }
  });
});
