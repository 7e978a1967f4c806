import type { Collection, ContentItem } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { levelLabels } from '#src/domain/roles/level-labels.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Time } from '#src/ui/time.tsx';

interface CollectionInfoProps {
  collection: Collection;
  /** The collection in the content tree, with the sums of its spaces. */
  item: Partial<ContentItem> | undefined;
  /** The number of items below, at any depth. */
  below: { collections: number; spaces: number };
  /** The result of inheriting, as a sentence. */
  inherited: string;
}

/** Details of a collection. */
export function CollectionInfo({ collection, item = emptyItem, below, inherited }: CollectionInfoProps) {
  const { id, defaultLevel, parent } = collection;
  const { updatedAt, changeRequestsOpen, brokenLinks } = item;
  const level = levelLabels(defaultLevel, parent === undefined ? 'organization' : 'collection');
  return (
    <Details>
      <Detail
        name="Spaces"
        explanation={below.collections > 0 && `With those in ${formatCount(below.collections, 'collection')}`}
      >
        {formatNumber(below.spaces)}
      </Detail>
      <Detail name="Default access" explanation={defaultLevel === 'inherit' && inherited}>
        {level.name}
      </Detail>
      {changeRequestsOpen !== undefined && (
        <Detail name="Open changes">{formatNumber(changeRequestsOpen)}</Detail>
      )}
      {brokenLinks !== undefined && <Detail name="Broken links">{formatNumber(brokenLinks)}</Detail>}
      {updatedAt !== undefined && (
        <Detail name="Updated">
          <Time value={updatedAt} />
        </Detail>
      )}
      <Detail name="Collection ID" action={<CopyButton text={id} what="collection ID" size="small" />}>
        <code className="text-xs wrap-anywhere">{id}</code>
      </Detail>
    </Details>
  );
}

const emptyItem: Partial<ContentItem> = {};
