import type { ReactNode } from 'react';
import type { SiteGitConnection } from '#api/generated/types.gen.ts';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { remedyOf, stepLabel } from '../labels.ts';
import { useSiteConnectionUpdate, useSiteSync } from './site-actions.ts';
import type { SitePath } from './site-queries.ts';

interface NoticeProps {
  path: SitePath;
  connection: SiteGitConnection;
  onToken: () => void;
}

/** What happens at this moment, or why nothing does and what to do. */
export function SiteConnectionNotice(props: NoticeProps) {
  const { path, connection } = props;
  const { setPaused, isPending } = useSiteConnectionUpdate(path);
  const { state, error } = connection;
  if (state === 'running' || (state === 'waiting' && error === undefined))
    return (
      <p role="status" className="mb-4 text-ink-soft">
        {state === 'running' ? `${stepLabel(connection.step)}…` : 'The next sync begins in a moment.'}
      </p>
    );
  if (state === 'paused')
    return (
      <Callout
        tone="warning"
        title="Sync is paused"
        className="mb-4"
        action={
          <Button pending={isPending} onClick={() => void setPaused(false)}>
            Resume
          </Button>
        }
      >
        Nothing of the site and its spaces is read from the repository or written to it.
      </Callout>
    );
  return error === undefined ? null : <Failure {...props} />;
}

function Failure(props: NoticeProps) {
  const { state, error, nextSyncAt } = props.connection;
  return (
    <Callout
      tone={state === 'waiting' ? 'warning' : 'danger'}
      title={state === 'waiting' ? 'A commit waits for your yes' : 'The last sync failed'}
      className="mb-4"
      action={<Remedy {...props} />}
    >
      {error}
      {state === 'waiting' && ' Until then, the structure is not synced; the spaces are.'}
      {state === 'failed' && nextSyncAt !== undefined && (
        <>
          {' '}
          Bindery tries again <Time value={nextSyncAt} />.
        </>
      )}
    </Callout>
  );
}

/** The buttons of what a person can do about a failure. */
function Remedy({ path, connection, onToken }: NoticeProps): ReactNode {
  const { sync, isPending } = useSiteSync(path);
  const { takeOver, keep } = useSiteConnectionUpdate(path);
  if (connection.waitingCommit !== undefined)
    return (
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => void takeOver(connection)}>
          Take over {shortCommit(connection.waitingCommit)}…
        </Button>
        <Button onClick={() => void keep(connection)}>Keep the site…</Button>
      </span>
    );
  if (remedyOf(connection.errorReason) === 'token') return <Button onClick={onToken}>Replace token…</Button>;
  return (
    <Button pending={isPending} onClick={() => void sync()}>
      Try again
    </Button>
  );
}
