import { Folder } from 'lucide-react';
import { use } from 'react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { RowMenuButton, RowTitle, type RowContentProps } from '#src/components/tree/tree-row.tsx';
import { pageLockedMessage } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { ShownColumns } from './content-columns.tsx';
import { detailsOf, levelBadgeOf } from './labels.ts';

/** The maximum length of a title. */
const TITLE_LIMIT = 50;

/** A collection or space in the tree: cells, on phones two lines. */
export function ContentRow({ item, childCount }: RowContentProps<ContentItem>) {
  const columns = use(ShownColumns);
  if (!columns) return <TwoLines item={item} childCount={childCount} />;
  return (
    <>
      <span
        role="gridcell"
        className="content-title"
        data-emoji={item.kind === 'space' ? emojiOf(item) : undefined}
      >
        {item.kind === 'collection' && <ItemIcon item={item} />}
        <Title item={item} />
        {item.kind === 'collection' && itemCount(childCount)}
        <ItemBadges item={item} />
      </span>
      {columns.map(({ id, className, cell, tip }) => (
        <span key={id} role="gridcell" className={`content-cell ${className}`} data-tip={tip?.(item)}>
          {cell(item)}
        </span>
      ))}
      <span role="gridcell" className="content-menu-cell">
        <RowMenuButton title={item.title} />
      </span>
    </>
  );
}

function TwoLines({ item, childCount }: { item: ContentItem; childCount: number }) {
  const details = [...(item.kind === 'collection' ? [itemCount(childCount)] : []), ...detailsOf(item)];
  return (
    <>
      <ItemIcon item={item} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Title item={item} />
        <span className="truncate text-xs text-ink-soft first-letter:uppercase">{details.join(' · ')}</span>
      </span>
      {item.editMode === 'locked' && <LockedBadge />}
      <RowMenuButton title={item.title} />
    </>
  );
}

const emojiOf = ({ emoji }: ContentItem) => emoji || '📄';

const itemCount = (count: number) => (count === 0 ? 'Empty' : formatCount(count, 'item'));

function Title({ item }: { item: ContentItem }) {
  return <RowTitle item={item} limit={TITLE_LIMIT} isStrong={item.kind === 'collection'} />;
}

function ItemIcon({ item }: { item: ContentItem }) {
  const place = 'mr-2 ml-0.5 size-4 shrink-0';
  if (item.kind === 'collection') return <Folder aria-hidden="true" className={`${place} text-ink-soft`} />;
  return (
    <span aria-hidden="true" className={`${place} grid place-items-center text-sm leading-none`}>
      {emojiOf(item)}
    </span>
  );
}

function ItemBadges({ item }: { item: ContentItem }) {
  const level = levelBadgeOf(item.defaultLevel);
  return (
    <>
      {item.editMode === 'locked' && <LockedBadge />}
      {level && (
        <Badge tip={level.tip} className="from-md ml-3">
          {level.name}
        </Badge>
      )}
    </>
  );
}

function LockedBadge() {
  return (
    <Badge tone="warning" tip={pageLockedMessage} className="ml-3">
      Locked
    </Badge>
  );
}
