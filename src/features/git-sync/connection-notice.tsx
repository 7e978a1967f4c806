import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { GitConnection } from '#api/generated/types.gen.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { useConnectionUpdate, useSyncNow } from './actions.ts';
import { remedyOf, stepLabel } from './labels.ts';
import type { ConnectionFormName } from './queries.ts';

interface NoticeProps {
  organizationId: string;
  connection: GitConnection;
  /** Why the caller may not change the connection. */
  denialReason: string | undefined;
  onForm: (form: ConnectionFormName) => void;
}

/** What happens at this moment, or why nothing does and what to do. */
export function ConnectionNotice(props: NoticeProps) {
  const { connection, denialReason } = props;
  const { setPaused, isPending } = useConnectionUpdate(connection.space);
  const { state, error } = connection;
  if (state === 'running' || (state === 'waiting' && error === undefined)) {
    return (
      <p role="status" className="mb-4 text-ink-soft">
        {state === 'running' ? `${stepLabel(connection.step)}…` : 'The next sync begins in a moment.'}
      </p>
    );
  }
  if (state === 'paused') {
    return (
      <Callout
        tone="warning"
        title="Sync is paused"
        className="mb-4"
        action={
          <Button pending={isPending} disabledReason={denialReason} onClick={() => void setPaused(false)}>
            Resume
          </Button>
        }
      >
        Nothing is read from the repository or written to it.
      </Callout>
    );
  }
  if (error !== undefined) return <Failure {...props} />;
  return connection.changeRequest === undefined ? null : <OpenChangeRequest {...props} />;
}

function Failure(props: NoticeProps) {
  const { connection } = props;
  const { state, error, nextSyncAt } = connection;
  return (
    <Callout
      tone={state === 'waiting' ? 'warning' : 'danger'}
      title={state === 'waiting' ? 'Sync waits for a decision' : 'The last sync failed'}
      className="mb-4"
      action={<Remedy {...props} />}
    >
      {error}
      {state === 'failed' && nextSyncAt !== undefined && (
        <>
          {' '}
          Bindery tries again <Time value={nextSyncAt} />.
        </>
      )}
    </Callout>
  );
}

/** The button of what a person can do about a failure. */
function Remedy({ connection, denialReason, onForm }: NoticeProps): ReactNode {
  const { space: spaceId, errorReason, rewrittenTo } = connection;
  const { sync, isPending } = useSyncNow(spaceId);
  const { acceptRewrite } = useConnectionUpdate(spaceId);
  const remedy = remedyOf(errorReason);
  if (remedy === 'token' || remedy === 'settings') {
    return (
      <Button disabledReason={denialReason} onClick={() => onForm(remedy)}>
        {remedy === 'token' ? 'Replace token…' : 'Edit settings…'}
      </Button>
    );
  }
  if (remedy === 'rewrite' && rewrittenTo !== undefined) {
    return (
      <Button disabledReason={denialReason} onClick={() => void acceptRewrite(connection)}>
        Take over {shortCommit(rewrittenTo)}…
      </Button>
    );
  }
  return (
    <Button pending={isPending} disabledReason={denialReason} onClick={() => void sync()}>
      Try again
    </Button>
  );
}

/** What both sides have changed differently waits for a person; the rest is synced. */
function OpenChangeRequest({ organizationId, connection }: NoticeProps) {
  const { space: spaceId, changeRequest = '' } = connection;
  return (
    <Callout
      tone="warning"
      title="A change request has the rest"
      className="mb-4"
      action={
        <LinkButton
          link={linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
            params: { organizationId, spaceId, changeRequest },
          })}
        >
          Open change request
        </LinkButton>
      }
    >
      It has what the space does not take over by itself. Everything else is synced.
    </Callout>
  );
}
