/** The columns of the content tree beside the title. */
import { createContext } from 'react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { exactTime, formatNameList, formatNumber, relativeTime } from '#src/lib/text/format.ts';
import type { ContentTree } from './content-tree.ts';

export interface ContentColumn {
  id: string;
  header: string;
  /** Width, alignment, and the tree's own width from which it is shown. */
  className: string;
  /** Whether the server returns it for the item. */
  isKnown: (item: ContentItem) => boolean;
  /** Text, so that a row stays small. */
  cell: (item: ContentItem) => string;
  /** The text on hover. */
  tip?: (item: ContentItem) => string | undefined;
}

const blank = '–';
const count = (value: number | undefined) => (value ? formatNumber(value) : blank);

/** "Help centre +2"; the count stays behind a title of any direction. */
function firstOf([first]: readonly string[], total: number): string {
  if (first === undefined) return blank;
  return total <= 1 ? first : `\u2068${first}\u2069 +${formatNumber(total - 1)}`;
}

/** From left to right; narrow windows leave out the last ones. */
const columns: readonly ContentColumn[] = [
  {
    id: 'updated',
    header: 'Updated',
    className: 'w-28',
    isKnown: ({ updatedAt }) => updatedAt !== undefined,
    cell: ({ updatedAt = '' }) => relativeTime(updatedAt) || blank,
    tip: ({ updatedAt = '' }) => exactTime(updatedAt) || undefined,
  },
  {
    id: 'changes',
    header: 'Open changes',
    className: 'w-26 text-right tabular-nums',
    isKnown: ({ changeRequestsOpen }) => changeRequestsOpen !== undefined,
    cell: ({ changeRequestsOpen }) => count(changeRequestsOpen),
  },
  {
    id: 'broken',
    header: 'Broken links',
    className: 'w-26 text-right tabular-nums from-md',
    isKnown: ({ brokenLinks }) => brokenLinks !== undefined,
    cell: ({ brokenLinks }) => count(brokenLinks),
  },
  {
    id: 'owner',
    header: 'Owner',
    className: 'ml-4 w-36 from-md',
    isKnown: ({ owner }) => owner !== undefined,
    cell: ({ kind, owner = blank }) => (kind === 'space' ? owner : ''),
    tip: ({ owner }) => owner,
  },
  {
    id: 'sites',
    header: 'Sites',
    className: 'ml-4 w-44 from-lg',
    isKnown: ({ sites }) => sites !== undefined,
    cell: ({ kind, sites = [], siteCount = sites.length }) =>
      kind === 'space' ? firstOf(sites, siteCount) : '',
    tip: ({ sites = [], siteCount = sites.length }) => formatNameList(sites, siteCount, 10) || undefined,
  },
];

/** The columns that the server's data fills. */
export function knownColumns({ nodes }: ContentTree): readonly ContentColumn[] {
  const items = [...nodes.values()];
  return columns.filter(({ isKnown }) => items.some(isKnown));
}

/** The columns that rows show; null on phones, where a second line says the most important. */
export const ShownColumns = createContext<readonly ContentColumn[] | null>(null);

/** The headers of the tree. */
export function ColumnHeaders({ columns: shown }: { columns: readonly ContentColumn[] }) {
  return (
    <>
      <span role="columnheader" className="content-title-header">
        Title
      </span>
      {shown.map(({ id, header, className }) => (
        <span key={id} role="columnheader" className={`content-cell ${className}`}>
          {header}
        </span>
      ))}
      <span role="columnheader" className="content-menu-cell">
        <span className="sr-only">Actions</span>
      </span>
    </>
  );
}
