import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { listCollectionSpaces, listCollections, listSpaces } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { requestWithFallback } from '#src/api/optional-requests.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { sortByRelevance } from '#src/lib/compare/match-text.ts';
import { Badge } from '#src/ui/badge.tsx';
import { announce } from '#src/ui/browser/live-region.tsx';
import { IconButton } from '#src/ui/button.tsx';
import type { FieldControl } from '#src/ui/form/field.tsx';
import { HiddenCount, PickList } from '#src/ui/form/pick-list.tsx';

export interface SpaceResults {
  spaces: readonly Space[];
  /** Total number of matches. */
  total: number;
  /** Only spaces in collections were searched: the server doesn't list others. */
  isPartial?: boolean;
}

/** Results shown; a longer query finds the rest. */
const MAX_RESULTS = 30;

async function fetchSpacesOfCollections(organizationId: string, signal: AbortSignal): Promise<Space[]> {
  const query = { limit: 1000 };
  const { data } = await listCollections({ path: { organizationId }, query, signal, throwOnError: true });
  const lists = await Promise.all(
    data.items.map(({ id }) =>
      listCollectionSpaces({ path: { collectionId: id }, query, signal, throwOnError: true }),
    ),
  );
  return lists.flatMap((list) => list.data.items);
}

const staleTime = 10_000;

/** Fallback for servers without a list of all spaces; one for all texts that are looked for. */
export const spacesOfCollections = (organizationId: string) =>
  queryOptions({
    queryKey: ['space-search', organizationId, null],
    queryFn: ({ signal }) => fetchSpacesOfCollections(organizationId, signal),
    staleTime,
  });

export function spaceSearch(queryClient: QueryClient, organizationId: string, title: string) {
  return queryOptions({
    queryKey: ['space-search', organizationId, title],
    queryFn: ({ signal }): Promise<SpaceResults> =>
      requestWithFallback(
        queryClient,
        'listSpaces',
        async () => {
          const query = { limit: MAX_RESULTS, ...(title !== '' && { title }) };
          const { data } = await listSpaces({ path: { organizationId }, query, signal, throwOnError: true });
          return { spaces: data.items, total: data.count ?? data.items.length };
        },
        async () => {
          const query = title.toLocaleLowerCase();
          const all = await queryClient.fetchQuery(spacesOfCollections(organizationId));
          const matches = all.filter((space) => space.title.toLocaleLowerCase().includes(query));
          return { spaces: matches.slice(0, MAX_RESULTS), total: matches.length, isPartial: true };
        },
      ),
    placeholderData: keepPreviousData,
    staleTime,
  });
}

/** The spaces of an organization whose title contains a text. */
export function useSpaceSearch(organizationId: string, title: string) {
  const queryClient = useQueryClient();
  return useQuery(spaceSearch(queryClient, organizationId, title.trim()));
}

export type SelectedSpace = Pick<Space, 'id' | 'title' | 'emoji'>;

/** Whether it stands for a space that is to be created. */
export const isNewSpace = (id: string): boolean => id.startsWith('new:');

interface SpacePickerProps {
  organizationId: string;
  /** Props from the surrounding `Field`. */
  control: FieldControl;
  value: readonly SelectedSpace[];
  onChange: (spaces: readonly SelectedSpace[]) => void;
  /** Allows several, with check boxes; else a new selection replaces the previous one. */
  multiple?: boolean;
  /** Called with pasted text; return true if handled. */
  onPasteText?: (text: string) => boolean;
  /** Why a space can't be selected. */
  disabledReasonOf?: ((space: Space) => string | undefined) | undefined;
}

const emptyText = (results: SpaceResults | undefined): string =>
  results?.isPartial === true
    ? 'No matching spaces in collections. This server doesn’t list those outside.'
    : 'No matching spaces.';

/** Selects one or more spaces by title. */
export function SpacePicker(props: SpacePickerProps) {
  const { organizationId, control, value, onChange, multiple = false, disabledReasonOf, onPasteText } = props;
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query);
  const search = useSpaceSearch(organizationId, title);
  const spaces = sortByRelevance(title, search.data?.spaces ?? [], (space) => ({ label: space.title }));
  const hiddenCount = (search.data?.total ?? 0) - spaces.length;

  const pick = (id: string) => {
    const space = spaces.find((candidate) => candidate.id === id);
    if (!space) return;
    const others = value.filter((selectedSpace) => selectedSpace.id !== id);
    const isDeselected = multiple && others.length < value.length;
    const picked = { id, title: space.title, emoji: space.emoji };
    onChange(isDeselected ? others : multiple ? [...value, picked] : [picked]);
    announce(`${isDeselected ? 'Deselected' : 'Selected'} ${space.title}`);
  };

  return (
    <>
      <PickList
        label="Search spaces"
        control={control}
        query={query}
        onQuery={setQuery}
        pending={title !== query || isAwaitingResponse(search)}
        empty={search.isError ? errorMessage(search.error) : emptyText(search.data)}
        selectedId={value[0]?.id}
        selectedIds={multiple ? new Set(value.map(({ id }) => id)) : undefined}
        options={spaces.map((space) => ({
          id: space.id,
          content: <SpaceOption space={space} />,
          disabledReason: disabledReasonOf?.(space),
        }))}
        onPick={pick}
        {...(onPasteText && { onPasteText })}
      />
      <HiddenCount count={hiddenCount} />
      {multiple && value.length > 0 && (
        <SelectedSpaces
          spaces={value}
          onRemove={(id) => onChange(value.filter((space) => space.id !== id))}
        />
      )}
    </>
  );
}

function SpaceOption({ space }: { space: Space }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="w-5 text-center">
        {space.emoji}
      </span>
      <span dir="auto" className="truncate">
        {space.title}
      </span>
    </span>
  );
}

function SelectedSpaces({
  spaces,
  onRemove,
}: {
  spaces: readonly SelectedSpace[];
  onRemove: (id: string) => void;
}) {
  return (
    <ul aria-label="Selected spaces" className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
      {spaces.map(({ id, title, emoji }) => (
        <li key={id} className="flex items-center gap-1.5 rounded-md border border-line bg-sunken pl-2">
          <span aria-hidden="true">{emoji}</span>
          <span dir="auto">{title}</span>
          {isNewSpace(id) && <Badge>New</Badge>}
          <IconButton label={`Remove ${title}`} size="small" onClick={() => onRemove(id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
