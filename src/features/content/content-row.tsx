import { Folder, Lock } from 'lucide-react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { RowMenuButton, RowTitle } from '#src/components/tree/tree-row-elements.tsx';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { levelBadgeOf } from './content-labels.ts';

/** A collection or space in the tree. */
export function ContentRow({ item, childCount }: RowContentProps<ContentItem>) {
  const level = levelBadgeOf(item.defaultLevel);
  return (
    <>
      <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
        {item.kind === 'collection' ? <Folder className="size-4 text-ink-soft" /> : item.emoji || '📄'}
      </span>
      <RowTitle item={item} limit={50} isStrong={item.kind === 'collection'} />
      <span className="ml-3 flex-1 truncate text-xs text-ink-soft max-sm:invisible">
        {item.kind === 'collection' && (childCount === 0 ? 'Empty' : formatCount(childCount, 'item'))}
      </span>
      <span className="flex shrink-0 items-center gap-2 pl-2">
        {item.editMode === 'locked' && (
          <Badge tone="warning" tip="Editable through change requests only.">
            <Lock aria-hidden="true" className="size-3" />
            <span className="max-sm:sr-only">Locked</span>
          </Badge>
        )}
        {level && (
          <span className="max-md:hidden">
            <Badge tip={level.tip}>{level.name}</Badge>
          </span>
        )}
      </span>
      <RowMenuButton title={item.title} />
    </>
  );
}
