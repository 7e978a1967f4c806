import { assertOperator } from '#server/access/actor.ts';
import { recordInstallationEvent } from '#server/audit/account-events.ts';
import { findEventDelay } from '#server/audit/event-delay.ts';
import { conflict, notFound } from '#server/base/errors.ts';
import { countFiles } from '#server/content/stored/move-bytes.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { findLastBackup } from '#server/database/server-settings.ts';
import { requestBackup } from '#server/queue/backup-jobs.ts';
import { readQueueCounts } from '#server/queue/queue-counts.ts';
import {
  findFailedJobs,
  readBackups,
  readDatabaseFacts,
  readInstallationCounts,
} from './operation.queries.ts';
import { toBackupsView, toOperationView } from './operation.rules.ts';

const DAY_MS = 24 * 60 * 60_000;

const NO_BACKUPS = 'This server makes no backups. Set BACKUP_URL at all servers, and start them again.';

/** How the server is, for its operators. */
export const operationHandlers = {
  async getOperation({ actor, clock, db, mailer, service }) {
    assertOperator(actor);
    const now = clock.now();
    const since = new Date(now.getTime() - DAY_MS);
    const [database, counts, queues, failedJobs, delay, lastBackup, backups, files] = await Promise.all([
      readDatabaseFacts(db),
      readInstallationCounts(db),
      readQueueCounts(db),
      findFailedJobs(db, since),
      findEventDelay(db),
      findLastBackup(db),
      readBackups(db, now),
      countFiles(db),
    ]);
    const { delivery } = mailer;
    return toOperationView({
      service,
      delivery,
      database,
      counts,
      queues,
      failedJobs,
      delay,
      lastBackup,
      backups,
      files,
    });
  },

  async createBackup({ actor, clock, db, service }) {
    assertOperator(actor);
    if (!service.backups) throw conflict(NO_BACKUPS);
    const now = clock.now();
    await inTransaction(db, async (trx) => {
      if (!(await requestBackup(trx, { now }))) return;
      await recordInstallationEvent(trx, {
        actor,
        action: 'createBackup',
        targetKind: 'installation',
        targetId: 'backups',
        summary: 'Asked for a backup.',
      });
    });
    return toBackupsView(service.backups, await readBackups(db, now));
  },

  async checkBackup({ actor, clock, db, params, service }) {
    assertOperator(actor);
    if (!service.backups) throw conflict(NO_BACKUPS);
    const now = clock.now();
    const { backupName: check } = params;
    await inTransaction(db, async (trx) => {
      const backup = await trx
        .selectFrom('backups')
        .select('name')
        .where('name', '=', check)
        .executeTakeFirst();
      if (!backup) throw notFound('backup');
      if (!(await requestBackup(trx, { check, now })))
        throw conflict('A backup is made or checked. Try again when it is done.');
      await recordInstallationEvent(trx, {
        actor,
        action: 'checkBackup',
        targetKind: 'installation',
        targetId: 'backups',
        summary: `Had the backup ${check} restored to check it.`,
      });
    });
    return toBackupsView(service.backups, await readBackups(db, now));
  },
} satisfies Handlers<'getOperation' | 'createBackup' | 'checkBackup'>;
