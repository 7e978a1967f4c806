import { ArrowDownAZ, Plus } from 'lucide-react';
import { TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import { ancestorsOf, TOP } from '#src/lib/ordered-tree.ts';
import { MenuButton, MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { Editing } from './editing.ts';
import { sortMenu } from './structure-menu.tsx';
import { isFlat, sectionsInOrder } from './structure.ts';

interface StructureToolbarProps {
  editing: Editing;
  find: string;
  onFind: (text: string) => void;
}

/** Finding, opening and closing, undoing, sorting and adding. */
export function StructureToolbar({ editing, find, onFind }: StructureToolbarProps) {
  return (
    <TreeToolbar
      label="Find in the structure"
      query={find}
      onQuery={onFind}
      state={editing.state}
      items={editing.items}
      readOnlyReason={editing.readOnly}
      sortControls={
        <MenuIconButton label="Sort" align="end" entries={() => sortMenu(editing)}>
          <ArrowDownAZ />
        </MenuIconButton>
      }
    >
      <AddButton editing={editing} />
    </TreeToolbar>
  );
}

/** What can be added depends on what is active: a site space goes into its section, a section into its group. */
function addEntries({ tree: structure, state, ask }: Editing): MenuEntry[] {
  const active = state.get().active ?? '';
  const above = [active, ...ancestorsOf(structure, active)];
  const holder = (kind: 'group' | 'section') => above.find((id) => structure.nodes.get(id)?.kind === kind);
  const flat = isFlat(structure);
  const section = holder('section') ?? sectionsInOrder(structure)[0];
  return [
    {
      label: 'Section…',
      hint: 'A tab or menu entry of the site',
      onSelect: () => ask({ type: 'section', parent: holder('group') ?? TOP }),
    },
    {
      label: 'Site space…',
      hint: flat ? 'A space on the site' : 'A variant of a section, such as a version or language',
      disabledReason: !flat && section === undefined && 'Add a section first.',
      onSelect: () => ask({ type: 'site-space', parent: section ?? TOP }),
    },
    {
      label: 'Group…',
      hint: 'A menu that holds sections',
      disabledReason: flat && 'Groups hold sections. Add a section first.',
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
