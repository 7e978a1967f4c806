import { Plus, UserSearch } from 'lucide-react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { defaultSegments, type SiteItem, type Segment } from './audience.ts';
import type { Claim } from './claims.ts';
import type { SitePath } from './schema-changes.ts';
import { SegmentDialog } from './segment-dialog.tsx';
import { saveSegments, MAX_SEGMENTS, segmentStoreOf } from './segments.ts';
import { VisibilityDetail } from './visibility-detail.tsx';
import { VisibilityMatrix } from './visibility-matrix.tsx';
import type { VisitorsSearch } from './visitors-search.ts';

interface SimulatorProps {
  path: SitePath;
  items: readonly SiteItem[];
  claims: readonly Claim[];
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

/** The visibility of all site items by segment. */
export function Simulator({ path, items, claims, search, onSearch }: SimulatorProps) {
  const names = claims.map(({ name }) => name);
  const stored = useStore(segmentStoreOf(path.siteId));
  const segments = stored ?? defaultSegments(names);
  const item = items.find(({ id }) => id === search.item);
  const segment = segments.find(({ name }) => name === search.segment);
  const save = (next: readonly Segment[]) => saveSegments(path.siteId, next);
  const isEditing = search.dialog === 'segment';
  if (items.length === 0) {
    return (
      <EmptyState icon={<UserSearch />} title="No sections or site spaces yet">
        Add sections or site spaces to see who they are shown to.
      </EmptyState>
    );
  }
  return (
    <section aria-label="Simulator" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Find an item"
          value={search.find ?? ''}
          onSearch={(text) => onSearch({ ...search, find: text || undefined })}
        />
        <span className="flex-1" />
        <Button
          icon={<Plus />}
          disabledReason={
            segments.length >= MAX_SEGMENTS && `You can have ${MAX_SEGMENTS} segments. Remove one first.`
          }
          onClick={() => onSearch({ ...search, item: undefined, segment: undefined, dialog: 'segment' })}
        >
          New segment
        </Button>
      </div>
      <VisibilityMatrix
        items={items}
        segments={segments}
        claims={names}
        find={search.find ?? ''}
        open={{ item: search.item, segment: search.segment }}
        onOpen={(itemId, name) => onSearch({ ...search, item: itemId, segment: name })}
        onSegment={(name) => onSearch({ ...search, item: undefined, segment: name, dialog: 'segment' })}
      />
      {item && segment && !isEditing && (
        <VisibilityDetail
          items={items}
          item={item}
          segment={segment}
          claims={names}
          onClose={() => onSearch({ ...search, item: undefined, segment: undefined })}
        />
      )}
      {isEditing && (
        <SegmentDialog
          key={segment?.name ?? ''}
          claims={claims}
          taken={segments.filter((one) => one !== segment).map(({ name }) => name)}
          onClose={() => onSearch({ ...search, segment: undefined, dialog: undefined })}
          onSave={(next) =>
            save(segment ? segments.map((one) => (one === segment ? next : one)) : [...segments, next])
          }
          {...(segment ? { segment, onRemove: () => save(segments.filter((one) => one !== segment)) } : {})}
        />
      )}
    </section>
  );
}
