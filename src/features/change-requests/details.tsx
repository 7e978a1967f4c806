import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { listContributorsQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { listContributors } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, User } from '#api/generated/types.gen.ts';
import { sendOptional } from '#src/api/optional-requests.ts';
import type { ListPage } from '#src/api/paging.ts';
import { CommitLink } from '#src/domain/commits/commit-link.tsx';
import { CommitMark } from '#src/domain/commits/commit-mark.tsx';
import { formatNameList } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { wasMergedHere } from './actions.ts';
import { type ChangeRequestPath, describeSize, isUnfinished, statusOf } from './labels.ts';

/** Says that someone else merged the change request shown here. Use its id as the key. */
export function MergedNotice({ changeRequest: { id, status } }: { changeRequest: ChangeRequest }) {
  const [opened] = useState(status);
  if (status !== 'merged' || opened === 'merged' || wasMergedHere(id)) return null;
  return (
    <Callout tone="warning" title="Merged by someone else" urgent className="mb-4">
      Its changes are now in the space. You can no longer edit it.
    </Callout>
  );
}

interface ClosedNoticeProps {
  changeRequest: ChangeRequest;
  /** Why its content can't be edited. */
  reason: string | undefined;
  className: string;
}

/** Says why nothing can be changed, in change requests that are merged or archived. */
export function ClosedNotice({ changeRequest, reason, className }: ClosedNoticeProps) {
  const { id, status } = changeRequest;
  const [opened] = useState(status);
  const isSaidElsewhere = status === 'merged' && opened !== 'merged' && !wasMergedHere(id);
  if (isUnfinished(changeRequest) || reason === undefined || isSaidElsewhere) return null;
  return <Callout className={className}>{reason}</Callout>;
}

/** Status, number and "Outdated" badge. */
export function StatusBadges({ changeRequest }: { changeRequest: ChangeRequest }) {
  const status = statusOf(changeRequest.status);
  return (
    <>
      <Badge tone={status.tone} {...(status.meaning ? { tip: status.meaning } : {})}>
        {status.name}
      </Badge>
      {changeRequest.outdated && isUnfinished(changeRequest) && (
        <Badge tone="warning" tip="The space has newer changes.">
          Outdated
        </Badge>
      )}
      <span className="text-ink-soft tabular-nums">#{changeRequest.number}</span>
    </>
  );
}

interface ChangeRequestDetailsProps {
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
  space: { title: string; emoji: string };
  /** False while the user moves quickly through a list: then nothing is fetched. */
  enabled?: boolean;
}

/** Space, author, other contributors and update time in one line. */
export function ChangeRequestDetails({
  path,
  changeRequest,
  space,
  enabled = true,
}: ChangeRequestDetailsProps) {
  const { createdBy, updatedAt, git } = changeRequest;
  const others = useOtherContributors(path, createdBy.id, enabled);
  return (
    <>
      <span aria-hidden="true">{space.emoji} </span>
      <bdi>{space.title}</bdi> · <bdi>{createdBy.displayName}</bdi>
      {others && <span data-tip="Other contributors"> with {others}</span>} · <Time value={updatedAt} />
      {git && (
        <>
          {' '}
          · commit <CommitLink oid={git.oid} url={git.url} />
        </>
      )}
    </>
  );
}

interface DetailsPanelProps extends Omit<ChangeRequestDetailsProps, 'enabled'> {
  organizationId: string;
}

/** Space, people and times of a change request. */
export function DetailsPanel({ organizationId, path, changeRequest, space }: DetailsPanelProps) {
  const { createdBy, createdAt, updatedAt } = changeRequest;
  const contributors = useOtherContributors(path, createdBy.id, true);
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [
      'Space',
      <Link
        key="space"
        to="/o/$organizationId/spaces/$spaceId"
        params={{ organizationId, spaceId: path.spaceId }}
        className="link"
      >
        {space.emoji} <bdi>{space.title}</bdi>
      </Link>,
    ],
    ['Author', <bdi key="author">{createdBy.displayName}</bdi>],
    ...(contributors ? [['Contributors', contributors] as const] : []),
    ...(changeRequest.git
      ? [['Commit', <CommitMark key="commit" commit={changeRequest.git} />] as const]
      : []),
    ...(changeRequest.size ? [['Size', describeSize(changeRequest.size)] as const] : []),
    ['Created', <Time key="created" value={createdAt} />],
    ['Updated', <Time key="updated" value={updatedAt} />],
  ];
  return (
    <section aria-label="Details" className="rounded-lg border border-line">
      <h2 className="border-b border-line px-4 py-2.5 font-medium">Details</h2>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 px-4 py-3">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="col-span-2 min-w-0 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** Names of contributors other than the author; empty if there are none or the server does not list them. */
function useOtherContributors(path: ChangeRequestPath, authorId: string, enabled: boolean): string {
  const { data } = useQuery({ ...contributorsOf(path), enabled });
  if (!data) return '';
  const { items, count = items.length } = data;
  const others = items.filter(({ id }) => id !== authorId).map(({ displayName }) => displayName);
  const isAuthorListed = others.length < items.length;
  return formatNameList(others, count - (isAuthorListed ? 1 : 0));
}

/** Some servers return users, others objects with a `user`. */
const userOf = (contributor: User & { user?: User }): User => contributor.user ?? contributor;

function contributorsOf(path: ChangeRequestPath) {
  const query = { limit: 10 };
  return queryOptions({
    queryKey: listContributorsQueryKey({ path, query }),
    queryFn: async ({ client, signal }): Promise<ListPage<User>> => {
      const { data } = await sendOptional(client, 'listContributors', () =>
        listContributors({ path, query, signal, throwOnError: true }),
      );
      return { ...data, items: data.items.map(userOf) };
    },
  });
}
