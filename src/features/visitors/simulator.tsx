import { Plus, UserSearch } from 'lucide-react';
import { useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { nameLabel, removeLabel } from '#src/lib/shared-labels.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { defaultSegments, type SiteItem, type Segment } from './audience.ts';
import type { Claim, SitePath } from './claims.ts';
import { VisibilityDetail } from './visibility-detail.tsx';
import { VisibilityMatrix } from './visibility-matrix.tsx';
import type { VisitorsSearch } from './visitors-search.ts';

/** The limit per site; each segment is a column. */
const MAX_SEGMENTS = 20;

const storageKey = (siteId: string) => `segments.${siteId}`;
const stores = new Map<string, Store<readonly Segment[] | null>>();

/** The segments stored in this browser; null if none were saved. */
function segmentStoreOf(siteId: string): Store<readonly Segment[] | null> {
  const existing = stores.get(siteId);
  if (existing) return existing;
  const created = createStore<readonly Segment[] | null>(
    parseSegments(readStored('local', storageKey(siteId))),
  );
  stores.set(siteId, created);
  return created;
}

function saveSegments(siteId: string, segments: readonly Segment[]): void {
  const limited = segments.slice(0, MAX_SEGMENTS);
  writeStored('local', storageKey(siteId), JSON.stringify(limited));
  segmentStoreOf(siteId).set(limited);
}

/** Invalid entries are dropped. */
export function parseSegments(text: string | null): Segment[] | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.flatMap((entry) => parseSegment(entry) ?? []) : null;
  } catch {
    return null;
  }
}

function parseSegment(value: unknown): Segment | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('values' in value)) return null;
  const { name, values } = value;
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return null;
  const known = Object.entries(values).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  return { name, values: Object.fromEntries(known) };
}

interface SegmentDialogProps {
  claims: readonly Claim[];
  /** The segment to edit; undefined to create one. */
  segment?: Segment;
  /** Names of the other segments. */
  taken: readonly string[];
  onSave: (segment: Segment) => void;
  onRemove?: () => void;
  onClose: () => void;
}

/** Creates or edits a segment, stored in this browser. */
function SegmentDialog({ claims, segment, taken, onSave, onRemove, onClose }: SegmentDialogProps) {
  const savedSegment = useRef<Segment | null>(null);
  const schema = z.object({
    name: z
      .string()
      .max(60)
      .refine((name) => !taken.includes(name.trim()), 'A segment with this name already exists.'),
  });
  return (
    <FormDialog<Segment>
      title={segment ? `Edit segment “${segment.name}”` : 'New segment'}
      description="Saved in this browser. Only you can see it."
      submitLabel="Save segment"
      schema={schema}
      defaultValues={segment ?? { name: '', values: {} }}
      error={null}
      pending={false}
      onSubmit={async ({ name, values }) => {
        savedSegment.current = { name: name.trim(), values };
      }}
      onClose={() => {
        if (savedSegment.current) onSave(savedSegment.current);
        onClose();
      }}
    >
      {({ control, formState: { isDirty } }) => (
        <>
          <TextField control={control} name="name" label={nameLabel} limit={60} />
          {claims.length === 0 && <p className="text-ink-soft">This site has no claims yet.</p>}
          <ClaimStatesField control={control} claims={claims} />
          {onRemove && !isDirty && (
            <Button
              tone="quiet-danger"
              className="self-start"
              onClick={() => {
                onRemove();
                onClose();
              }}
            >
              {removeLabel}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

type ClaimState = 'unknown' | 'true' | 'false';

const options: readonly { value: ClaimState; label: string }[] = [
  { value: 'unknown', label: 'Unset' },
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

interface ClaimStatesFieldProps {
  control: Control<Segment, unknown, Segment>;
  claims: readonly Claim[];
}

/** One form field for all claims, because claim names contain dots. */
function ClaimStatesField({ control, claims }: ClaimStatesFieldProps) {
  const { field } = useController({ control, name: 'values' });
  const values: Segment['values'] = field.value;
  const choose = (claim: string, known: ClaimState) => {
    const { [claim]: _before, ...others } = values;
    field.onChange(known === 'unknown' ? others : { ...others, [claim]: known === 'true' });
  };
  return claims.map(({ name, description }) => (
    <Field key={name} label={<code className="font-mono">{name}</code>} hint={description}>
      {(attributes) => (
        <Select<ClaimState>
          {...attributes}
          options={options}
          value={values[name] === undefined ? 'unknown' : values[name] ? 'true' : 'false'}
          onChange={(known) => choose(name, known)}
        />
      )}
    </Field>
  ));
}

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
            segments.length >= MAX_SEGMENTS &&
            `You can have ${formatCount(MAX_SEGMENTS, 'segment')}. Remove one first.`
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
        onSegment={(name) => onSearch({ ...search, item: undefined, segment: name, dialog: 'segment' })}
      />
      {item && segment && !isEditing && (
        <VisibilityDetail
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
          taken={segments.filter((other) => other !== segment).map(({ name }) => name)}
          onClose={() => onSearch({ ...search, dialog: undefined })}
          onSave={(next) =>
            save(segment ? segments.map((other) => (other === segment ? next : other)) : [...segments, next])
          }
          {...(segment
            ? { segment, onRemove: () => save(segments.filter((other) => other !== segment)) }
            : {})}
        />
      )}
    </section>
  );
}
