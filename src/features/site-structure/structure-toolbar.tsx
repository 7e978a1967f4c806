import { ArrowDownAZ, ChevronsDownUp, ChevronsUpDown, Plus } from 'lucide-react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { allContainers } from '#src/components/tree/tree-state.ts';
import { UndoButtons } from '#src/components/undo/undo-buttons.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { MenuButton, MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { Editing } from './editing.ts';
import { sortMenu } from './structure-menu.tsx';
import { isFlat, TOP } from './structure.ts';

interface StructureToolbarProps {
  editing: Editing;
  find: string;
  onFind: (text: string) => void;
}

/** Finding, opening and closing, undoing, sorting and adding. */
export function StructureToolbar({ editing, find, onFind }: StructureToolbarProps) {
  const { tree, items } = editing;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line p-2">
      <SearchField
        label="Find in the structure"
        value={find}
        onSearch={onFind}
        className="min-w-40 flex-1 sm:max-w-64"
      />
      <span className="flex flex-1 items-center justify-end gap-0.5">
        <IconButton
          label="Open all"
          onClick={() => tree.set((state) => ({ ...state, open: new Set(allContainers(items)) }))}
        >
          <ChevronsUpDown />
        </IconButton>
        <IconButton label="Close all" onClick={() => tree.set((state) => ({ ...state, open: new Set() }))}>
          <ChevronsDownUp />
        </IconButton>
        <MenuIconButton label="Sort" align="end" entries={() => sortMenu(editing)}>
          <ArrowDownAZ />
        </MenuIconButton>
        <UndoButtons readOnly={editing.readOnly} />
        <AddButton editing={editing} />
      </span>
    </div>
  );
}

/** What can be added depends on what is active: a site space goes into its section, a section into its group. */
function addEntries({ structure, tree, ask }: Editing): MenuEntry[] {
  const active = tree.get().active;
  const above = [
    active ?? '',
    structure.parents.get(active ?? '') ?? '',
    structure.parents.get(structure.parents.get(active ?? '') ?? '') ?? '',
  ];
  const holder = (kind: 'group' | 'section') => above.find((id) => structure.nodes.get(id)?.kind === kind);
  const flat = isFlat(structure);
  const section = holder('section');
  return [
    {
      label: 'Section…',
      hint: 'A tab or menu entry of the site',
      onSelect: () => ask({ type: 'section', parent: holder('group') ?? TOP }),
    },
    {
      label: 'Site space…',
      hint: flat ? 'A space that the site shows' : 'Another variant of a section: a version, a language',
      disabledReason: !flat && section === undefined && 'Choose a section in the tree first.',
      onSelect: () => ask({ type: 'site-space', parent: section ?? TOP }),
    },
    {
      label: 'Group…',
      hint: 'A menu that holds sections',
      disabledReason: flat && 'A site without sections has no groups.',
      onSelect: () => ask({ type: 'group', sections: [] }),
    },
  ];
}

function AddButton({ editing }: { editing: Editing }) {
  return (
    <MenuButton
      label="Add"
      tone="primary"
      align="end"
      icon={<Plus />}
      className="ml-1"
      disabledReason={editing.readOnly}
      entries={() => addEntries(editing)}
    >
      Add
    </MenuButton>
  );
}
