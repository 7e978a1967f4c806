import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { ArrowLeftRight, History, Undo2 } from 'lucide-react';
import type { RevisionSummary, Space } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Time } from '#src/ui/time.tsx';
import { describeRevision, nameRevision } from './labels.ts';
import { allRevisionsOf, revisionsOf } from './queries.ts';
import { useRestoreRevision } from './restore-revision.ts';

interface ComparedRevisionsProps {
  organizationId: string;
  space: Space;
  from: string;
  /** The content now if it is undefined. */
  to: string | undefined;
  onSwap: () => void;
}

/** The two compared versions of a space by name, and what is done with them. */
export function ComparedRevisions({ organizationId, space, from, to, onSwap }: ComparedRevisionsProps) {
  const ids = to === undefined ? [from] : [from, to];
  const { items } = useList(revisionsOf(space.id));
  const isListed = ids.every((id) => items.some((revision) => revision.id === id));
  const { data: all = items } = useQuery({ ...allRevisionsOf(space.id), enabled: !isListed });
  const find = (id: string) => [...items, ...all].find((revision) => revision.id === id);
  const restore = useRestoreRevision(organizationId, space.id);
  const earlier = ids.flatMap((id) => (id === space.revision ? [] : (find(id) ?? [])));
  const params = { organizationId, spaceId: space.id };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <dl aria-label="Compared versions" className="min-w-0 flex-1 basis-64">
        <ComparedRevision label="From" id={from} revision={find(from)} />
        <ComparedRevision label="To" id={to} revision={to === undefined ? undefined : find(to)} />
      </dl>
      <LinkButton
        link={linkOptions({ to: '/o/$organizationId/spaces/$spaceId/history', params })}
        icon={<History />}
      >
        Choose others
      </LinkButton>
      {to !== undefined && (
        <Button icon={<ArrowLeftRight />} onClick={onSwap}>
          Swap
        </Button>
      )}
      {restore.isOffered === true && earlier.length > 0 && (
        <MenuButton
          label="Bring back as a change request"
          icon={<Undo2 />}
          align="end"
          pending={restore.isPending}
          disabledReason={reasonUnless(space.permissions.edit, permissionReasons.editor)}
          entries={() =>
            earlier.map((revision) => ({
              label: nameRevision(revision),
              onSelect: () => restore.mutate({ path: { spaceId: space.id, revisionId: revision.id } }),
            }))
          }
        >
          Bring back
        </MenuButton>
      )}
    </div>
  );
}

interface ComparedRevisionProps {
  label: string;
  /** The content now if it is undefined. */
  id: string | undefined;
  /** Undefined for those that are not in the history, such as those of change requests. */
  revision: RevisionSummary | undefined;
}

function ComparedRevision({ label, id, revision }: ComparedRevisionProps) {
  return (
    <div className="flex min-w-0 gap-2">
      <dt className="w-10 shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {id === undefined && 'Content now'}
        {id !== undefined && !revision && <code>{id}</code>}
        {revision && (
          <>
            <bdi>{describeRevision(revision)}</bdi> · <Time value={revision.createdAt} />
          </>
        )}
      </dd>
    </div>
  );
}
