import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Pause, Pencil, Play, RefreshCw, Unplug } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import type { GitConnection } from '#api/generated/types.gen.ts';
import { invalidate } from '#src/api/queries.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Section, SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { useConnectionUpdate, useDisconnect, useSyncNow, useWebhookRotation } from './actions.ts';
import { BranchSection } from './branch-section.tsx';
import { useHasBranchPreviews } from './capabilities.ts';
import { ConnectionDetails } from './connection-details.tsx';
import { ConnectionSettingsForm, SpaceTokenForm } from './connection-forms.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { type SpaceGitDialog, syncedQueries, webhookOf } from './queries.ts';
import { SyncTable } from './sync-table.tsx';
import { ViewBranchDialog } from './view-branch-dialog.tsx';
import { WebhookDetails, WebhookSection } from './webhook-section.tsx';

interface ConnectionViewProps {
  organizationId: string;
  connection: GitConnection;
  /** Why the caller may not change the connection; undefined if they may. */
  denialReason: string | undefined;
  /** Why they may not propose changes, and so not view branches; undefined if they may. */
  proposingDenial: string | undefined;
  /** The open form. */
  form: SpaceGitDialog | undefined;
  onForm: (form: SpaceGitDialog | undefined) => void;
}

/** A connection: its state, what can be done with it, its syncs and its webhook. */
export function ConnectionView(props: ConnectionViewProps) {
  const { organizationId, connection, denialReason, proposingDenial, form, onForm } = props;
  const { space: spaceId } = connection;
  useInvalidationAfterSync(connection);
  const hasBranches = useHasBranchPreviews() === true;
  const isPaused = connection.state === 'paused';
  const close = () => onForm(undefined);
  return (
    <>
      <ConnectionNotice
        organizationId={organizationId}
        connection={connection}
        denialReason={denialReason}
        onForm={onForm}
      />
      <Actions {...props} />
      <SideBySide
        side={<ConnectionDetails connection={connection} denialReason={denialReason} onForm={onForm} />}
      >
        <Section title="Syncs">
          <PanelBoundary resetKey={spaceId}>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <SyncTable organizationId={organizationId} spaceId={spaceId} />
            </Suspense>
          </PanelBoundary>
        </Section>
        {hasBranches && (
          <PanelBoundary resetKey={spaceId}>
            <Suspense fallback={<SkeletonRows rows={2} />}>
              <BranchSection
                organizationId={organizationId}
                spaceId={spaceId}
                denialReason={proposingDenial ?? (isPaused ? 'Sync is paused. Resume it first.' : undefined)}
                onView={() => onForm('branch')}
              />
            </Suspense>
          </PanelBoundary>
        )}
        {denialReason === undefined && (
          <WebhookSection resetKey={spaceId}>
            <SpaceWebhook spaceId={spaceId} />
          </WebhookSection>
        )}
      </SideBySide>
      {form === 'token' && <SpaceTokenForm connection={connection} onClose={close} />}
      {form === 'branch' && hasBranches && <ViewBranchDialog spaceId={spaceId} onClose={close} />}
      {form === 'settings' && <ConnectionSettingsForm connection={connection} onClose={close} />}
    </>
  );
}

function SpaceWebhook({ spaceId }: { spaceId: string }) {
  const { data: webhook } = useSuspenseQuery(webhookOf(spaceId));
  return <WebhookDetails webhook={webhook} onRotate={useWebhookRotation(spaceId)} />;
}

function Actions({ connection, denialReason, onForm }: ConnectionViewProps) {
  const { space: spaceId, state } = connection;
  const { sync, isPending } = useSyncNow(spaceId);
  const { setPaused, isPending: isChanging } = useConnectionUpdate(spaceId);
  const disconnect = useDisconnect(spaceId);
  const isPaused = state === 'paused';
  const isAllowed = denialReason === undefined;
  const run = useRef(sync);
  useEffect(() => {
    run.current = sync;
  }, [sync]);
  useScreenActions(
    useMemo(
      () =>
        isAllowed && !isPaused
          ? [{ label: 'Sync now', keys: 'y', icon: <RefreshCw />, run: () => void run.current() }]
          : [],
      [isAllowed, isPaused],
    ),
  );
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      <Button
        tone="primary"
        icon={<RefreshCw />}
        pending={isPending}
        disabledReason={denialReason ?? (isPaused && 'Sync is paused. Resume it first.')}
        onClick={() => void sync()}
      >
        Sync now
      </Button>
      <Button
        icon={isPaused ? <Play /> : <Pause />}
        pending={isChanging}
        disabledReason={denialReason}
        onClick={() => void setPaused(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={<Pencil />} disabledReason={denialReason} onClick={() => onForm('settings')}>
        Edit…
      </Button>
      <Button icon={<Unplug />} disabledReason={denialReason} onClick={() => void disconnect(connection)}>
        Disconnect…
      </Button>
    </div>
  );
}

/** Once a sync has ended, screens must not show what was there before. */
function useInvalidationAfterSync({ space, syncedAt, error, state }: GitConnection) {
  const queryClient = useQueryClient();
  const outcome = `${syncedAt} ${error} ${state}`;
  const before = useRef(outcome);
  useEffect(() => {
    if (before.current !== outcome) void invalidate(queryClient, ...syncedQueries(space));
    before.current = outcome;
  }, [queryClient, space, outcome]);
}
