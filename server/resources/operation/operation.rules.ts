import type {
  Operation,
  OperationBackups,
  OperationFiles,
  OperationProblem,
} from '#api/generated/types.gen.ts';
import type { EventDelay } from '#server/audit/event-delay.ts';
import type { BackupSchedule, ServiceSettings } from '#server/base/service-settings.ts';
import type { FileCounts } from '#server/content/stored/move-bytes.ts';
import type { WrittenBackup } from '#server/database/server-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';
import type { BackupProgress } from '#server/queue/backup-jobs.ts';
import type { QueueCounts } from '#server/queue/queue-counts.ts';

/** An error can be as long as what failed. */
const SHOWN_ERROR = 300;

export interface DatabaseFacts {
  version: string;
  bytes: number;
  tables: { name: string; bytes: number }[];
}

export interface InstallationCounts {
  organizations: number;
  users: number;
  spaces: number;
  sites: number;
}

/** Jobs of a kind that were given up. */
export interface FailedJobs {
  kind: string;
  count: number;
  at: Date;
  /** Of the last one. */
  error: string;
}

/** What is known of the backups that servers make. */
export interface BackupFacts extends BackupProgress {
  latest: readonly Row<'backups'>[];
}

/** What is known of a server. */
export interface OperationFacts {
  service: Pick<ServiceSettings, 'version' | 'engine' | 'startedAt' | 'secretKeys' | 'storage' | 'backups'>;
  delivery: 'smtp' | 'folder' | 'none';
  database: DatabaseFacts;
  counts: InstallationCounts;
  queues: QueueCounts;
  failedJobs: readonly FailedJobs[];
  delay: EventDelay | undefined;
  lastBackup: WrittenBackup | undefined;
  backups: BackupFacts;
  files: FileCounts;
}

export function toOperationView(facts: OperationFacts): Operation {
  const { service, database, counts, queues, lastBackup, backups } = facts;
  return {
    object: 'operation',
    version: service.version,
    nodeVersion: process.versions.node,
    startedAt: service.startedAt.toISOString(),
    memoryBytes: process.memoryUsage().rss,
    database: { engine: service.engine === 'postgres' ? 'postgresql' : 'embedded', ...database },
    counts,
    files: toFilesView(facts),
    queues: [
      { kind: 'jobs', waiting: queues.jobs_due, failed: queues.jobs_failed },
      { kind: 'mails', waiting: queues.mails_waiting, failed: queues.mails_failed },
      { kind: 'webhooks', waiting: queues.deliveries_pending, failed: queues.deliveries_failed },
    ],
    problems: findProblems(facts),
    ...(lastBackup && { lastBackup }),
    ...(service.backups && { backups: toBackupsView(service.backups, backups) }),
  };
}

export function toBackupsView(
  { place, everyHours, keep }: BackupSchedule,
  { state, failure, latest }: BackupFacts,
): OperationBackups {
  return {
    place,
    everyHours,
    keep,
    ...(state && { state }),
    ...(failure && { failure: { message: failure.error, at: failure.at.toISOString() } }),
    latest: latest.map((backup) => ({
      name: backup.name,
      at: backup.at.toISOString(),
      place: backup.place,
      bytes: backup.bytes,
      verified: backup.is_verified,
      ...(backup.checked_at && { checkedAt: backup.checked_at.toISOString() }),
    })),
  };
}

/** What to do once the reason is gone depends on whether this server makes backups. */
function findBackupProblems({ backups: { failure }, service }: OperationFacts): OperationProblem[] {
  if (!failure) return [];
  const next = service.backups
    ? 'The next one is made on the schedule; once the reason is gone, make one now.'
    : 'This server makes none itself: BACKUP_URL is not set.';
  return [
    {
      message: `The last backup failed. ${withEnd(shorten(failure.error))} ${next}`,
      at: failure.at.toISOString(),
    },
  ];
}

const withEnd = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The storage only where it is, or something is there. */
function toFilesView({ files, service: { storage } }: OperationFacts): OperationFiles[] {
  const { database, storage: stored } = files;
  return [
    { place: 'database', count: database.files, bytes: database.bytes },
    ...(storage || stored.files > 0
      ? [
          {
            place: 'storage' as const,
            ...(storage && { address: storage.address }),
            count: stored.files,
            bytes: stored.bytes,
          },
        ]
      : []),
  ];
}

/** What is wrong with the storage of files. */
function findStorageProblems({ files, service: { storage } }: OperationFacts): OperationProblem[] {
  if (!storage && files.storage.files > 0)
    return [
      { message: 'Files are in a storage that this server does not know. Set FILES_URL to its address.' },
    ];
  if (!storage?.failure) return [];
  const { at, reason } = storage.failure;
  return [
    {
      message: `The storage of files cannot be used: ${shorten(reason)}. Files in it cannot be read, new ones wait in the database.`,
      at: at.toISOString(),
    },
  ];
}

/** What fails first, then what is not set up. */
function findProblems(facts: OperationFacts): OperationProblem[] {
  const { service, delivery, queues, failedJobs, delay } = facts;
  const problems = [...findBackupProblems(facts), ...findStorageProblems(facts)];
  if (delay) problems.push({ message: `Events reach people ${delay.seconds} seconds late. ${delay.reason}` });
  for (const { kind, count, at, error } of failedJobs)
    problems.push({
      message: `${count === 1 ? 'A job' : `${count} jobs`} of the kind “${kind}” failed in the last day. The last error: ${shorten(error)}`,
      at: at.toISOString(),
    });
  if (queues.mails_failed > 0)
    problems.push({
      message: `${queues.mails_failed === 1 ? 'A mail' : `${queues.mails_failed} mails`} could not be delivered in the last day. The settings of each organization, under Mail, have the reasons.`,
    });
  if (queues.deliveries_failed > 0)
    problems.push({
      message: `${queues.deliveries_failed === 1 ? 'A delivery' : `${queues.deliveries_failed} deliveries`} to webhooks failed in the last day. The webhooks of each organization have the reasons.`,
    });
  if (delivery === 'none')
    problems.push({ message: 'No mail is sent. Set SMTP_URL and MAIL_FROM, and start the server again.' });
  if (service.secretKeys.currentId === undefined)
    problems.push({
      message: 'No secret can be added, such as that of an identity provider. Set SECRETS_KEY.',
    });
  return problems;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_ERROR ? `${characters.slice(0, SHOWN_ERROR).join('')}…` : text;
}
