import { linkOptions, useNavigate } from '@tanstack/react-router';
import { GitBranch, GitMerge, History } from 'lucide-react';
import type { GitSyncRun } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { commitEntries } from '#src/domain/commits/commit-entries.tsx';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { MenuEntries, MenuEntry } from '#src/ui/menu.ts';
import { describeSync, triggerLabel } from './labels.ts';
import { syncsOf } from './queries.ts';

/** The sentence under what a sync changed: its failure, or the messages of its commits. */
function describeRest({ error, received, sent, notes }: GitSyncRun): string {
  if (error !== undefined) return error;
  const messages = [
    ...(received?.changes ?? []),
    ...sent.map(({ message }) => message.split('\n', 1)[0] ?? ''),
  ].join(', ');
  const left = notes.length === 0 ? '' : `${formatCount(notes.length, 'file')} left out or in another form`;
  return [messages, left].filter((text) => text !== '').join(' · ');
}

export const syncColumns: readonly Column<GitSyncRun>[] = [
  {
    id: 'changes',
    header: 'Changes',
    cell: (run) => (
      <span className="min-w-0">
        <span className="block truncate">{describeSync(run)}</span>
        <bdi className="block truncate text-xs text-ink-soft">{describeRest(run)}</bdi>
      </span>
    ),
    tip: describeRest,
  },
  {
    id: 'commit',
    header: 'Commit',
    width: '6rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ commit }) => commit !== undefined && <code className="text-xs">{shortCommit(commit)}</code>,
  },
  {
    id: 'trigger',
    header: 'Begun by',
    width: '9rem',
    from: 'lg',
    phone: 'hidden',
    cell: ({ trigger }) => triggerLabel(trigger),
  },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    phone: 'aside',
    cell: ({ state, attempts }) =>
      state === 'failed' ? (
        <Badge tone="danger">{attempts === 1 ? 'Failed' : `Failed ${attempts}×`}</Badge>
      ) : (
        <Badge tone={state === 'done' ? 'success' : 'neutral'}>{state === 'done' ? 'Done' : 'Running'}</Badge>
      ),
  },
  timeColumn({ id: 'time', header: 'Time', phone: 'meta', time: ({ createdAt }) => createdAt }),
];

/** The syncs of a space, newest first, each with its change request, its commit and its revision. */
export function SyncTable({ organizationId, spaceId }: { organizationId: string; spaceId: string }) {
  const navigate = useNavigate();
  const params = { organizationId, spaceId };
  const menuOf = ({ changeRequest, commit, revision, urls }: GitSyncRun): MenuEntries => {
    const entries: MenuEntry[] = [];
    if (changeRequest)
      entries.push({
        label: 'Open change request',
        icon: <GitMerge />,
        onSelect: () =>
          void navigate({
            to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
            params: { ...params, changeRequest: String(changeRequest.number) },
          }),
      });
    if (revision !== undefined)
      entries.push({
        label: 'Show in history',
        icon: <History />,
        onSelect: () => void navigate({ to: '/o/$organizationId/spaces/$spaceId/history', params }),
      });
    if (commit !== undefined) entries.push(...commitEntries(commit, urls.commit));
    return entries;
  };
  return (
    <DataTable
      label="Syncs"
      noun="sync"
      nouns="syncs"
      list={useList(syncsOf(spaceId))}
      columns={syncColumns}
      rowId={({ id }) => id}
      rowName={describeSync}
      rowMenu={menuOf}
      rowLink={({ changeRequest }) =>
        changeRequest
          ? linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
              params: { ...params, changeRequest: String(changeRequest.number) },
            })
          : linkOptions({ to: '/o/$organizationId/spaces/$spaceId/history', params })
      }
      empty={
        <EmptyState icon={<GitBranch />} title="No syncs yet" className="rounded-lg border border-line">
          What comes from the repository and what is sent to it is listed here.
        </EmptyState>
      }
    />
  );
}
