import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import type { LinkItem } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { linkStatusLabel, referenceName, relationLabel } from './labels.ts';

const columns: readonly Column<LinkItem>[] = [
  {
    id: 'target',
    header: 'Target',
    cell: ({ targetReference, relation }) => (
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{referenceName(targetReference)}</bdi>
        <span className="block truncate text-xs text-ink-soft">
          {relationLabel(relation)}
          {targetSuffix(targetReference, relation)}
        </span>
      </span>
    ),
  },
  {
    id: 'from',
    header: 'Linked from',
    width: '18rem',
    cell: ({ locationReferences }) => (
      <span
        data-tip={
          locationReferences.length > 2 ? formatCount(locationReferences.length, 'occurrence') : undefined
        }
        className="block truncate"
      >
        {formatNameList(locationReferences.map(referenceName), locationReferences.length, 2)}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: '9rem',
    phone: 'aside',
    cell: ({ status }) => {
      const { name, tone, tip } = linkStatusLabel(status);
      return (
        <Badge tone={tone} tip={tip || undefined}>
          {name}
        </Badge>
      );
    },
  },
];

/** Distinguishes targets: the URL of a missing page, or the space of a page in another space. */
function targetSuffix(target: LinkItem['targetReference'], relation: string): string | undefined {
  if (target?.page && !target.page.title && target.url) return `: ${target.url}`;
  const space = relation === 'space' ? target?.space?.title : undefined;
  return space && space !== referenceName(target) ? `: ${space}` : undefined;
}

/** Key of a link in a list. */
function linkKeyOf({
  relation,
  status,
  targetReference: target,
  locationReferences: [first],
}: LinkItem): string {
  const parts = [target?.space?.id, target?.page?.id, target?.anchor, target?.file?.id, target?.url];
  return [relation, status, ...parts, first?.page?.id].join(' ');
}

interface LinkListProps {
  links: List<LinkItem>;
  /**
   * The space or change request whose pages contain the links; rows then open the first page with the link. Omitted on
   * a page itself.
   */
  space?: { organizationId: string; spaceId: string; changeRequest?: string };
  /** Title and text of the empty state. */
  empty?: string;
  emptyText?: string;
}

/** The first page that contains a link. */
function pageOfLink(
  { locationReferences: [first] }: LinkItem,
  { changeRequest, ...params }: NonNullable<LinkListProps['space']>,
): LinkProps {
  const pageId = first?.page?.id;
  if (changeRequest !== undefined) {
    return linkOptions({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content',
      params: { ...params, changeRequest },
      search: { page: pageId },
    });
  }
  return pageId === undefined
    ? linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages', params })
    : linkOptions({ to: '/o/$organizationId/spaces/$spaceId/pages/$pageId', params: { ...params, pageId } });
}

/** Links with status, target and, for a whole space, the pages that contain them. */
export function LinkList({
  links,
  space,
  empty = 'No links',
  emptyText = 'Links to pages, files and websites appear here with their status.',
}: LinkListProps) {
  const rowLinkProps = space && { rowLink: (link: LinkItem) => pageOfLink(link, space) };
  return (
    <DataTable
      label="Links"
      noun="target"
      list={links}
      columns={space ? columns : columns.filter(({ id }) => id !== 'from')}
      {...rowLinkProps}
      rowId={linkKeyOf}
      rowName={({ targetReference }) => referenceName(targetReference)}
      empty={
        <EmptyState icon={<Link2 />} title={empty} className="rounded-lg border border-line">
          {emptyText}
        </EmptyState>
      }
    />
  );
}
