import { useMemo, useState } from 'react';
import { namedDrawings } from '#api/icons.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { HiddenCount, PickList } from '#src/ui/form/pick-list.tsx';
import { Drawing } from './drawn-icon.tsx';
import { searchIcons } from './icon-search.ts';

/** Icons shown; a longer query finds the rest. */
const MAX_RESULTS = 60;

interface IconDialogProps {
  selected: string;
  onPick: (name: string) => void;
  onClose: () => void;
}

/** Chooses an icon by its name among those that readers of published sites see. */
export function IconDialog({ selected, onPick, onClose }: IconDialogProps) {
  const [query, setQuery] = useState('');
  const drawings = useMemo(() => namedDrawings(), []);
  const matches = useMemo(() => searchIcons(drawings, query), [drawings, query]);
  const icons = matches.slice(0, MAX_RESULTS);
  const hiddenCount = matches.length - icons.length;
  return (
    <Dialog title="Choose icon" size="small" onClose={onClose}>
      <PickList
        label="Search icons"
        query={query}
        onQuery={setQuery}
        pending={false}
        empty="No matching icons."
        selectedId={selected}
        options={icons.map(({ name, path }) => ({
          id: name,
          content: (
            <span className="flex min-w-0 items-center gap-2 font-mono">
              <Drawing path={path} />
              <span className="truncate">{name}</span>
            </span>
          ),
        }))}
        onPick={(name) => {
          onPick(name);
          announce(`Selected ${name}`);
        }}
      />
      <HiddenCount count={hiddenCount} className="mt-1.5" />
    </Dialog>
  );
}
