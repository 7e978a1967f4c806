import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { isAwaitingResponse } from '#src/lib/is-awaiting-response.ts';
import { formatNumber } from '#src/lib/counts.ts';
import { sortByRelevance } from '#src/lib/match-level.ts';
import { IconButton } from '#src/ui/button.tsx';
import type { FieldControl } from '#src/ui/field.tsx';
import { announce } from '#src/ui/live-region.ts';
import { PickList } from '#src/ui/pick-list.tsx';
import { useSpaceSearch } from './space-search.ts';

export type SelectedSpace = Pick<Space, 'id' | 'title' | 'emoji'>;

interface SpacePickerProps {
  organizationId: string;
  /** Props from the surrounding `Field`. */
  control: FieldControl;
  value: readonly SelectedSpace[];
  onChange: (spaces: readonly SelectedSpace[]) => void;
  /** Allows several; else a new selection replaces the previous one. */
  multiple?: boolean;
  /** Why a space can't be selected. */
  disabledReasonOf?: ((space: Space) => string | undefined) | undefined;
}

/** Selects one or more spaces by title. */
export function SpacePicker(props: SpacePickerProps) {
  const { organizationId, control, value, onChange, multiple = false, disabledReasonOf } = props;
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query);
  const search = useSpaceSearch(organizationId, title);
  const spaces = sortByRelevance(title, search.data?.spaces ?? [], (space) => ({ label: space.title }));
  const hiddenCount = (search.data?.total ?? 0) - spaces.length;
  const isSelected = ({ id }: Space) => value.some((space) => space.id === id);

  const pick = (id: string) => {
    const space = spaces.find((one) => one.id === id);
    if (!space) return;
    const picked = { id, title: space.title, emoji: space.emoji };
    onChange(multiple ? [...value, picked] : [picked]);
    announce(`Selected ${space.title}`);
  };

  return (
    <>
      {multiple && value.length > 0 && (
        <SelectedSpaces
          spaces={value}
          onRemove={(id) => onChange(value.filter((space) => space.id !== id))}
        />
      )}
      <PickList
        label="Search spaces"
        control={control}
        query={query}
        onQuery={setQuery}
        pending={title !== query || isAwaitingResponse(search)}
        empty={search.isError ? errorMessage(search.error) : 'No matching spaces.'}
        selectedId={multiple ? undefined : value[0]?.id}
        options={spaces.map((space) => ({
          id: space.id,
          content: <SpaceOption space={space} />,
          disabledReason: multiple && isSelected(space) ? 'Selected' : disabledReasonOf?.(space),
        }))}
        onPick={pick}
      />
      {hiddenCount > 0 && (
        <p className="text-xs text-ink-soft">{formatNumber(hiddenCount)} more. Type to narrow the results.</p>
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
    <ul aria-label="Selected spaces" className="flex flex-wrap gap-1.5">
      {spaces.map(({ id, title, emoji }) => (
        <li key={id} className="flex items-center gap-1.5 rounded-md border border-line bg-sunken pl-2">
          <span aria-hidden="true">{emoji}</span>
          {title}
          <IconButton label={`Remove ${title}`} size="small" onClick={() => onRemove(id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
