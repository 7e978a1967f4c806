import { GripVertical, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { useSpaceSearch, type SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { HiddenCount } from '#src/ui/form/pick-list.tsx';
import type { Editing } from '../editing.ts';

interface SpacesPanelProps {
  editing: Editing;
  onClose: () => void;
}

/** A list of spaces beside the tree. They are dragged into it, or picked up by a key and placed by arrow keys. */
export function SpacesPanel({ editing, onClose }: SpacesPanelProps) {
  const [query, setQuery] = useState('');
  const [selectedSpaces, setSelected] = useState<readonly SelectedSpace[]>([]);
  const search = useSpaceSearch(editing.site.organizationId, useDeferredValue(query));
  const spaces = search.data?.spaces ?? [];
  const hiddenCount = (search.data?.total ?? 0) - spaces.length;
  const onSite = new Set(
    [...editing.tree.nodes.values()].flatMap((node) => (node.kind === 'site-space' ? [node.spaceId] : [])),
  );
  const isSelected = (id: string) => selectedSpaces.some((space) => space.id === id);
  /** A selected space brings the others with it. */
  const dragged = (space: SelectedSpace) => (isSelected(space.id) ? selectedSpaces : [space]);
  const toggle = (space: SelectedSpace) =>
    setSelected(
      isSelected(space.id) ? selectedSpaces.filter(({ id }) => id !== space.id) : [...selectedSpaces, space],
    );
  return (
    <>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 py-1 font-semibold">Spaces</h2>
        <IconButton label="Close spaces" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-ink-soft text-pretty">
          Drag spaces into the tree: between sections, or into one as a variant; by touch, hold the grip. With
          the keyboard, press Enter to pick one up.
        </p>
        <SearchField label="Search spaces" value={query} onSearch={setQuery} />
        <ul aria-label="Spaces" aria-busy={search.isFetching} className="flex flex-col">
          {spaces.map(({ id, title, emoji }) => (
            <SpaceRow
              key={id}
              title={title}
              emoji={emoji}
              isOnSite={onSite.has(id)}
              isSelected={isSelected(id)}
              onSelect={() => toggle({ id, title, emoji })}
              onPress={(event) => editing.dragSpaces(dragged({ id, title, emoji }), event)}
              onPickUp={() => editing.dragSpaces(dragged({ id, title, emoji }), null)}
            />
          ))}
        </ul>
        {search.isError && <p className="text-danger-ink">{errorMessage(search.error)}</p>}
        {search.data && spaces.length === 0 && <p className="text-ink-soft">No matching spaces.</p>}
        <HiddenCount count={hiddenCount} />
      </div>
    </>
  );
}

interface SpaceRowProps {
  title: string;
  emoji: string;
  isOnSite: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onPress: (event: PointerEvent) => void;
  onPickUp: () => void;
}

/** A finger drags by the grip; elsewhere it scrolls the list, and a tap selects: it has no arrow keys to place with. */
const isFinger = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';

const isOnGrip = ({ target }: Event) => target instanceof Element && target.closest('[data-grip]') !== null;

function SpaceRow({ title, emoji, isOnSite, isSelected, onSelect, onPress, onPickUp }: SpaceRowProps) {
  return (
    <li className="flex items-center gap-2">
      <Checkbox aria-label={`Select ${title}`} checked={isSelected} onChange={onSelect} />
      <button
        type="button"
        aria-label={`Place ${title}`}
        className="menu-entry min-w-0 flex-1 cursor-grab items-center! text-left select-none"
        onPointerDown={({ button, nativeEvent }) => {
          if (button === 0 && (!isFinger(nativeEvent) || isOnGrip(nativeEvent))) onPress(nativeEvent);
        }}
        onClick={({ nativeEvent }) => (isFinger(nativeEvent) ? onSelect() : onPickUp())}
      >
        <span aria-hidden="true" className="w-5 text-center">
          {emoji}
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {title}
        </span>
        {isOnSite && <span className="shrink-0 text-xs text-ink-soft">On this site</span>}
        <span data-grip="" aria-hidden="true" className="-my-2 -mr-2 touch-none p-2 text-ink-soft">
          <GripVertical />
        </span>
      </button>
    </li>
  );
}
