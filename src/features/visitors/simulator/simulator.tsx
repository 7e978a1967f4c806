import { Plus, UserSearch } from 'lucide-react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import type { SiteItem } from '../audience.ts';
import type { Claim, SitePath } from '../claims.ts';
import { withComparedValues } from '../lint-condition.ts';
import type { VisitorsSearch } from '../visitors-search.ts';
import { LeftoverSegments } from './leftover-segments.tsx';
import { SegmentDialog } from './segment-dialog.tsx';
import { MAX_SEGMENTS, useSegments } from './segments.ts';
import { VisibilityDetail } from './visibility-detail.tsx';
import { VisibilityMatrix } from './visibility-matrix.tsx';

interface SimulatorProps {
  path: SitePath;
  items: readonly SiteItem[];
  claims: readonly Claim[];
  /** Why this person can't change segments, as a sentence. */
  denial: string | undefined;
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

/** The visibility of all site items by segment. */
// oxlint-disable-next-line max-lines-per-function -- each control changes one part of the search in the URL
export function Simulator({ path, items, denial, search, onSearch, ...props }: SimulatorProps) {
  const conditions = items.flatMap(({ condition }) => condition ?? []);
  const claims = withComparedValues(props.claims, conditions);
  const names = claims.map(({ name }) => name);
  const site = useSegments(path, claims);
  const { segments } = site;
  // What this browser keeps is nobody else's.
  const editDenial = site.place === 'site' ? denial : undefined;
  const item = items.find(({ id }) => id === search.item);
  const segment = segments.find(({ name }) => name === search.segment);
  const isEditing = search.dialog === 'segment' && editDenial === undefined;
  const isPhone = useMatches('(width < 40rem)');
  const only = isPhone ? (segment ?? segments[0]) : undefined;
  if (items.length === 0) {
    return (
      <EmptyState icon={<UserSearch />} title="No sections or site spaces yet">
        Add sections or site spaces to see who they are shown to.
      </EmptyState>
    );
  }
  return (
    <section aria-label="Simulator" className="flex flex-col gap-3">
      <LeftoverSegments path={path} claims={claims} site={site} denial={denial} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Find an item"
          value={search.find ?? ''}
          onSearch={(text) => onSearch({ ...search, find: text || undefined })}
          className="min-w-0 flex-1 sm:max-w-64"
        />
        {only && (
          <Select
            aria-label="Segment"
            options={segments.map(({ name }) => ({ value: name, label: name }))}
            value={only.name}
            onChange={(name) => onSearch({ ...search, segment: name })}
            className="order-last w-full"
          />
        )}
        <Button
          icon={<Plus />}
          className="sm:ml-auto"
          disabledReason={
            editDenial ??
            (segments.length >= MAX_SEGMENTS &&
              `A site can have ${formatCount(MAX_SEGMENTS, 'segment')}. Remove one first.`)
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
        only={only}
        onSegment={
          editDenial === undefined
            ? (name) => onSearch({ ...search, item: undefined, segment: name, dialog: 'segment' })
            : undefined
        }
      />
      {item && segment && !isEditing && (
        <VisibilityDetail
          path={path}
          items={items}
          item={item}
          segment={segment}
          claims={names}
          onClose={() => onSearch({ ...search, item: undefined })}
        />
      )}
      {isEditing && (
        <SegmentDialog
          key={segment?.name ?? ''}
          claims={claims}
          path={path}
          site={site}
          onClose={() => onSearch({ ...search, dialog: undefined })}
          {...(segment && { segment })}
        />
      )}
    </section>
  );
}
