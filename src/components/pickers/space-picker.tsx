import { Check, Search, X } from 'lucide-react';
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import type { Space } from '#src/api/generated/types.gen.ts';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/counts.ts';
import { IconButton } from '#src/ui/button.tsx';
import type { FieldControl } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messageOf } from '#src/api/errors.ts';
import { useSpaceSearch } from './space-search.ts';

/** What of a space is kept of a choice. */
export type PickedSpace = Pick<Space, 'id' | 'title' | 'emoji'>;

interface SpacePickerProps {
  organizationId: string;
  /** From the `Field` around it. */
  control: FieldControl;
  value: readonly PickedSpace[];
  onChange: (spaces: readonly PickedSpace[]) => void;
  /** Several can be chosen; otherwise the next choice takes the place of the last. */
  multiple?: boolean;
  /** Why a space cannot be chosen, as a few words, or null. */
  refusalOf?: (space: Space) => string | null;
}

/** A search over the spaces of an organization with the finds below it. Arrow keys choose, Enter picks. */
export function SpacePicker(props: SpacePickerProps) {
  const { organizationId, control, value, onChange, multiple = false, refusalOf } = props;
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = useSpaceSearch(organizationId, useDeferredValue(text));
  const spaces = search.data?.spaces ?? [];
  const more = (search.data?.total ?? 0) - spaces.length;
  const isPicked = (id: string) => value.some((space) => space.id === id);

  const pick = (space: Space | undefined) => {
    if (!space || refusalOf?.(space)) return;
    const { id, title, emoji } = space;
    if (isPicked(id)) onChange(value.filter((other) => other.id !== id));
    else onChange(multiple ? [...value, { id, title, emoji }] : [{ id, title, emoji }]);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at) => Math.max(0, Math.min(spaces.length - 1, at + step)));
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) pick(spaces[active]);
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <Picked spaces={value} onRemove={(id) => onChange(value.filter((space) => space.id !== id))} />
      )}
      <div className="overflow-hidden rounded-md border border-line-strong">
        <span className="relative block border-b border-line">
          <Search
            aria-hidden="true"
            className="absolute top-2 left-2.5 size-3.5 text-ink-soft pointer-coarse:top-3"
          />
          <Input
            {...control}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={spaces[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            placeholder="Search spaces"
            className="rounded-none border-0 pl-8"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        </span>
        <ul
          id={listId}
          role="listbox"
          aria-label="Spaces"
          aria-multiselectable={multiple || undefined}
          className="h-44 overflow-y-auto p-1"
        >
          {spaces.map((space, index) => (
            <Option
              key={space.id}
              id={`${listId}-${index}`}
              space={space}
              isActive={index === active}
              isPicked={isPicked(space.id)}
              refusal={refusalOf?.(space) ?? null}
              onPick={() => {
                setActive(index);
                pick(space);
              }}
            />
          ))}
          <Remark search={search} found={spaces.length} more={more} />
        </ul>
      </div>
    </div>
  );
}

function Picked({ spaces, onRemove }: { spaces: readonly PickedSpace[]; onRemove: (id: string) => void }) {
  return (
    <ul aria-label="Chosen spaces" className="flex flex-wrap gap-1.5">
      {spaces.map(({ id, title, emoji }) => (
        <li key={id} className="flex items-center gap-1 rounded-md border border-line bg-sunken pl-2">
          <span aria-hidden="true">{emoji}</span>
          {title}
          <IconButton label={`Do not take ${title}`} size="small" onClick={() => onRemove(id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

interface OptionProps {
  id: string;
  space: Space;
  isActive: boolean;
  isPicked: boolean;
  refusal: string | null;
  onPick: () => void;
}

function Option({ id, space, isActive, isPicked, refusal, onPick }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isPicked}
      aria-disabled={refusal !== null || undefined}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      className={classNames(
        'flex items-center gap-2 rounded-md px-2 py-1.5 pointer-coarse:py-2.5',
        isActive && 'bg-hover',
        refusal === null ? 'hover:bg-hover' : 'text-ink-soft',
      )}
      onClick={onPick}
    >
      <span aria-hidden="true" className="w-5 text-center">
        {space.emoji}
      </span>
      <span className="min-w-0 flex-1 truncate">{space.title}</span>
      {refusal !== null && <span className="text-xs">{refusal}</span>}
      {isPicked && <Check aria-hidden="true" className="size-4 text-accent-ink" />}
    </li>
  );
}

function Remark({
  search,
  found,
  more,
}: {
  search: ReturnType<typeof useSpaceSearch>;
  found: number;
  more: number;
}) {
  if (search.isPending) {
    return (
      <li role="presentation" className="p-2">
        <Skeleton className="w-1/2" />
      </li>
    );
  }
  const words = search.isError
    ? messageOf(search.error)
    : found === 0
      ? 'No space has this in its title.'
      : more > 0 && `${formatNumber(more)} more: type some of the title.`;
  if (!words) return null;
  return (
    <li role="presentation" className="px-2 py-1.5 text-xs text-ink-soft">
      {words}
    </li>
  );
}
