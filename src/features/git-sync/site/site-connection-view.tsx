import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Eye, GitBranch, Pause, Play, RefreshCw, Unplug } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import type { GitSyncRun, SiteGitConnection } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { invalidate } from '#src/api/queries.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { commitEntries } from '#src/domain/commits/commit-entries.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { ConnectionDetails } from '../connection-details.tsx';
import { TokenForm } from '../connection-forms.tsx';
import { describeSync } from '../labels.ts';
import { syncColumns } from '../sync-table.tsx';
import { WebhookDetails, WebhookSection } from '../webhook-section.tsx';
import {
  useSiteConnectionUpdate,
  useSiteDisconnect,
  useSiteSync,
  useSiteWebhookRotation,
} from './site-actions.ts';
import { SiteConnectionNotice } from './site-connection-notice.tsx';
import { type SitePath, siteSyncsOf, siteWebhookOf, syncedSiteQueries } from './site-queries.ts';
import { SiteSpaces } from './site-spaces.tsx';

interface SiteConnectionViewProps {
  path: SitePath;
  connection: SiteGitConnection;
  /** Whether the form for another token is open. */
  isTokenOpen: boolean;
  onTokenOpen: (isOpen: boolean) => void;
}

/** The connection of a site: its state, what can be done with it, its spaces and its syncs. */
export function SiteConnectionView({ path, connection, isTokenOpen, onTokenOpen }: SiteConnectionViewProps) {
  useInvalidationAfterSync(path, connection);
  const { send, isPending } = useSiteConnectionUpdate(path);
  const openToken = () => onTokenOpen(true);
  return (
    <>
      <SiteConnectionNotice path={path} connection={connection} onToken={openToken} />
      <Actions path={path} connection={connection} />
      <SideBySide
        side={
          <div className="flex flex-col gap-4">
            <ConnectionDetails connection={connection} denialReason={undefined} onForm={openToken} />
            <RevealingDetail path={path} connection={connection} />
          </div>
        }
      >
        <Section title="Spaces" count={connection.spaces.length}>
          <SiteSpaces organizationId={path.organizationId} spaces={connection.spaces} />
        </Section>
        <Section title="Syncs of the structure">
          <PanelBoundary resetKey={path.siteId}>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <SiteSyncTable path={path} />
            </Suspense>
          </PanelBoundary>
        </Section>
        <WebhookSection resetKey={path.siteId}>
          <SiteWebhook path={path} />
        </WebhookSection>
      </SideBySide>
      {isTokenOpen && (
        <TokenForm
          username={connection.username}
          save={send}
          error={null}
          isPending={isPending}
          onClose={() => onTokenOpen(false)}
        />
      )}
    </>
  );
}

function SiteWebhook({ path }: { path: SitePath }) {
  const { data: webhook } = useSuspenseQuery(siteWebhookOf(path));
  return <WebhookDetails webhook={webhook} onRotate={useSiteWebhookRotation(path)} />;
}

/** Whether what shows visitors more is taken over at once. */
function RevealingDetail({
  path,
  connection: { allowsRevealing },
}: {
  path: SitePath;
  connection: SiteGitConnection;
}) {
  const { setAllowsRevealing } = useSiteConnectionUpdate(path);
  return (
    <Details>
      <Detail
        name="Shows more"
        explanation="Commits that remove a condition, a draft or “hidden”."
        action={
          <Button size="small" icon={<Eye />} onClick={() => void setAllowsRevealing(!allowsRevealing)}>
            {allowsRevealing ? 'Ask first…' : 'Allow…'}
          </Button>
        }
      >
        {allowsRevealing ? 'At once' : 'Waits for a yes'}
      </Detail>
    </Details>
  );
}

function Actions({ path, connection }: { path: SitePath; connection: SiteGitConnection }) {
  const { sync, isPending } = useSiteSync(path);
  const { setPaused, isPending: isChanging } = useSiteConnectionUpdate(path);
  const disconnect = useSiteDisconnect(path);
  const isPaused = connection.state === 'paused';
  const run = useRef(sync);
  useEffect(() => {
    run.current = sync;
  }, [sync]);
  useScreenActions(
    useMemo(
      () =>
        isPaused
          ? []
          : [{ label: 'Sync now', keys: 'y', icon: <RefreshCw />, run: () => void run.current() }],
      [isPaused],
    ),
  );
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      <Button
        tone="primary"
        icon={<RefreshCw />}
        pending={isPending}
        disabledReason={isPaused && 'Sync is paused. Resume it first.'}
        onClick={() => void sync()}
      >
        Sync now
      </Button>
      <Button
        icon={isPaused ? <Play /> : <Pause />}
        pending={isChanging}
        onClick={() => void setPaused(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={<Unplug />} onClick={() => void disconnect(connection)}>
        Disconnect…
      </Button>
    </div>
  );
}

/** The syncs of the structure, newest first. */
function SiteSyncTable({ path }: { path: SitePath }) {
  return (
    <DataTable
      label="Syncs of the structure"
      noun="sync"
      nouns="syncs"
      list={useList(siteSyncsOf(path))}
      columns={syncColumns}
      rowId={({ id }) => id}
      rowName={describeSync}
      rowMenu={({ commit, urls }: GitSyncRun) =>
        commit === undefined ? [] : commitEntries(commit, urls.commit)
      }
      rowLink={() => linkOptions({ to: '/o/$organizationId/sites/$siteId/structure', params: path })}
      empty={
        <EmptyState icon={<GitBranch />} title="No syncs yet" className="rounded-lg border border-line">
          What comes from the file and what is written into it is listed here.
        </EmptyState>
      }
    />
  );
}

/** Once a sync has ended, screens must not show what was there before. */
function useInvalidationAfterSync(path: SitePath, { syncedAt, error, state }: SiteGitConnection) {
  const queryClient = useQueryClient();
  const { organizationId, siteId } = path;
  const outcome = `${syncedAt} ${error} ${state}`;
  const before = useRef(outcome);
  useEffect(() => {
    if (before.current !== outcome)
      void invalidate(queryClient, ...syncedSiteQueries({ organizationId, siteId }));
    before.current = outcome;
  }, [queryClient, organizationId, siteId, outcome]);
}
