import { assertOperator } from '#server/access/actor.ts';
import { findEventDelay } from '#server/audit/event-delay.ts';
import { countFiles } from '#server/content/stored/move-bytes.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { findLastBackup } from '#server/database/server-settings.ts';
import { readQueueCounts } from '#server/queue/queue-counts.ts';
import { findFailedJobs, readDatabaseFacts, readInstallationCounts } from './operation.queries.ts';
import { toOperationView } from './operation.rules.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How the server is, for its operators. */
export const operationHandlers = {
  async getOperation({ actor, clock, db, mailer, service }) {
    assertOperator(actor);
    const since = new Date(clock.now().getTime() - DAY_MS);
    const [database, counts, queues, failedJobs, delay, lastBackup, files] = await Promise.all([
      readDatabaseFacts(db),
      readInstallationCounts(db),
      readQueueCounts(db),
      findFailedJobs(db, since),
      findEventDelay(db),
      findLastBackup(db),
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
      files,
    });
  },
} satisfies Handlers<'getOperation'>;
