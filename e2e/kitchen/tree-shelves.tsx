/** Trees with their toolbar, and the bar of several selected items. */
import { useRef, useState } from 'react';
import {
  RowContext,
  RowMenuButton,
  RowTitle,
  useRowActions,
  type RowContentProps,
} from '#src/components/tree/tree-row.tsx';
import { createTreeState } from '#src/components/tree/tree-state.ts';
import { SelectedItemsBar, TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { TOP } from '#src/lib/ordered-tree.ts';
import { createStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

interface Item {
  id: string;
  title: string;
}

const children: Readonly<Record<string, readonly string[]>> = {
  [TOP]: ['guides', 'reference'],
  guides: ['start', 'billing', 'long'],
};

const items = new Map(
  [
    ['guides', 'Guides'],
    ['start', 'Start'],
    ['billing', 'Billing'],
    ['long', 'A title that is too long for its row, so that it ends early in every window'],
    ['reference', 'Reference'],
  ].map(([id = '', title = '']): [string, Item] => [id, { id, title }]),
);

const source = {
  childrenOf: (id: string) => children[id] ?? [],
  isContainer: (id: string) => id in children,
  itemOf: (id: string) => items.get(id),
};

function TreeItem({ item, childCount }: RowContentProps<Item>) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        <RowTitle item={item} limit={50} isStrong={childCount > 0} />
      </span>
      <RowMenuButton title={item.title} />
    </>
  );
}

const rules = {
  validate: () => null,
  describe: () => 'Before Billing, in Guides',
  describeItems: () => 'Start',
  drop: () => {},
};

export function TreeShelves({ theme }: ShelvesProps) {
  const [state] = useState(() =>
    createTreeState({ open: new Set(['guides']), active: 'start', selected: new Set(['start', 'billing']) }),
  );
  const [renaming] = useState(() => createStore<string | null>('reference'));
  const handle = useRef<TreeHandle>(null);
  const actions = useRowActions(renaming, handle, async () => true);
  return (
    <>
      <Shelf title="Tree: toolbar; rows at rest, selected, active, renamed" isWide>
        <TreeToolbar
          label={`Search pages, ${theme}`}
          query=""
          onQuery={() => {}}
          state={state}
          items={source}
          readOnlyReason="Only editors can change this."
        >
          <Button tone="primary">Add page</Button>
        </TreeToolbar>
        <RowContext value={actions}>
          <Tree
            ref={handle}
            label={`Pages, ${theme}`}
            items={source}
            state={state}
            labelOf={({ title }) => title}
            Content={TreeItem}
            rules={rules}
            className="h-52 rounded-lg border border-line p-1.5"
          />
        </RowContext>
      </Shelf>
      <Shelf title="Bar of several selected items" isWide>
        <SelectedItemsBar
          state={state}
          items={source}
          actions={() => [
            { label: 'Move…', onSelect: () => {} },
            { label: 'Delete…', tone: 'danger', onSelect: () => {} },
          ]}
        />
      </Shelf>
    </>
  );
}
