import { Archive, ArchiveRestore } from 'lucide-react';
import { checkBackupMutation, createBackupMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Operation, OperationBackup, OperationBackups } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Time } from '#src/ui/time.tsx';

/** The backups that servers make by themselves; else what is known of the last one that a command wrote. */
export function Backups({ operation: { backups, lastBackup } }: { operation: Operation }) {
  if (backups) return <ScheduledBackups backups={backups} />;
  return (
    <Section title="Backups">
      <Details>
        <Detail
          name="Last backup"
          explanation={
            lastBackup
              ? `${formatSize(lastBackup.bytes)} in ${lastBackup.place}`
              : 'Backups by programs of the database are not known here. With BACKUP_URL, servers make them by themselves.'
          }
        >
          {lastBackup ? <Time value={lastBackup.at} /> : 'None by this server'}
        </Detail>
      </Details>
    </Section>
  );
}

const stateLabels = {
  waiting: 'A backup is about to be made or checked…',
  running: 'A backup is being made and checked…',
  checking: 'A backup is being restored to check it…',
};

function ScheduledBackups({ backups }: { backups: OperationBackups }) {
  const { place, everyHours, keep, state, failure, latest } = backups;
  const { mutateAsync, isPending } = useApiMutation(createBackupMutation(), {
    invalidates: ['getOperation'],
  });
  const start = async () => {
    try {
      await mutateAsync({});
      toast('Backup started');
    } catch (error) {
      toastFailure(error, () => void start());
    }
  };
  return (
    <Section
      title="Backups"
      action={
        <Button
          size="small"
          icon={<Archive />}
          pending={isPending || state !== undefined}
          onClick={() => void start()}
        >
          Back up now
        </Button>
      }
    >
      <p role="status" className="mb-2 text-ink-soft empty:hidden">
        {state && stateLabels[state]}
      </p>
      <Details>
        <Detail name="Place">{place}</Detail>
        <Detail
          name="Schedule"
          explanation={`The last ${formatCount(keep, 'backup')} that could be restored ${keep === 1 ? 'is' : 'are'} kept.`}
        >
          Every {formatCount(everyHours, 'hour')}
        </Detail>
        {failure && (
          <Detail name="Last attempt" explanation={failure.message}>
            Failed {failure.at !== undefined && <Time value={failure.at} />}
          </Detail>
        )}
      </Details>
      <h3 className="mt-4 mb-2 font-medium">Latest backups</h3>
      {latest.length === 0 ? (
        <p className="text-ink-soft">No backups yet.</p>
      ) : (
        <ul aria-label="Latest backups" className="divide-y divide-line rounded-lg border border-line">
          {latest.map((backup) => (
            <BackupRow key={backup.place} backup={backup} isBusy={state !== undefined} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface BackupRowProps {
  backup: OperationBackup;
  /** Whether one is made or checked. */
  isBusy: boolean;
}

function BackupRow({ backup: { name, at, bytes, place, verified, checkedAt }, isBusy }: BackupRowProps) {
  const { mutateAsync, isPending } = useApiMutation(checkBackupMutation(), {
    invalidates: ['getOperation'],
  });
  const check = async (backupName: string) => {
    try {
      await mutateAsync({ path: { backupName } });
      toast('Check started');
    } catch (error) {
      toastFailure(error, () => void check(backupName));
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Time value={at} />
          <span className="text-ink-soft tabular-nums">{formatSize(bytes)}</span>
        </span>
        <span className="block text-xs text-ink-soft wrap-anywhere">{place}</span>
        {checkedAt !== undefined && (
          <span className="block text-xs text-ink-soft">
            Restored again <Time value={checkedAt} />
          </span>
        )}
      </span>
      {verified === true ? (
        <Badge tone="success" tip="It was restored into a database of its own.">
          Checked
        </Badge>
      ) : (
        <Badge tone="danger" tip="It does not count for those that are kept.">
          Could not be restored
        </Badge>
      )}
      {name !== undefined && (
        <Button
          size="small"
          icon={<ArchiveRestore />}
          pending={isPending}
          disabledReason={isBusy && 'A backup is made or checked at the moment.'}
          onClick={() => void check(name)}
        >
          Test restore
        </Button>
      )}
    </li>
  );
}
