import { SearchX } from 'lucide-react';
import { use, useMemo, type RefObject } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { RowContext, useRowServices } from '#src/components/tree/row-parts.tsx';
import type { DragRules } from '#src/components/tree/tree-drag.ts';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { codePoints } from '#src/lib/code-points.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { ConditionContext } from './condition-checks.ts';
import type { Editing } from './editing.ts';
import { edit, moveTo } from './gestures.ts';
import { checkMoves } from './moves.ts';
import { itemMenu, selectionMenu } from './structure-menu.tsx';
import { spokenLabel, StructureRow } from './structure-row.tsx';
import { onlyMatching } from './structure-search.ts';
import { TOP } from './structure.ts';
import { describeItems, describeTarget } from './words.ts';

interface StructureTreeProps {
  editing: Editing;
  handle: RefObject<TreeHandle | null>;
  /** Only what contains this text is shown. */
  find: string;
  onFind: (text: string) => void;
}

/** The tree of groups, sections and site spaces, with everything that can be done in it. */
export function StructureTree({ editing, handle, find, onFind }: StructureTreeProps) {
  const { structure, items, tree, readOnly, renaming } = editing;
  const { areApplied } = use(ConditionContext);
  const services = useRowServices(renaming, handle, (id, title) => {
    const node = structure.nodes.get(id);
    if (!node) return;
    if (node.kind === 'section' && codePoints(title) < 2)
      return toast('The title of a section has at least 2 characters.', { tone: 'failed', lasts: 8000 });
    editing.act(edit(node, { title }));
  });
  const shown = useMemo(
    () => (find === '' ? items : onlyMatching(structure, items, find)),
    [items, structure, find],
  );
  const rules: DragRules = {
    check: (ids, target) => checkMoves(structure, ids, target),
    describe: (ids, target) => describeTarget(structure, ids, target),
    describeItems: (ids) => describeItems(structure, ids),
    drop: (ids, target) => editing.act(moveTo(structure, ids, target)),
  };
  const onMenu = (id: string, anchor: HTMLElement) => {
    const node = structure.nodes.get(id);
    if (!node) return;
    const { selected } = tree.get();
    const several = selected.size > 1 && selected.has(id);
    openMenu({
      anchor,
      align: 'end',
      label: several ? 'Actions for the selected items' : `Actions for ${node.title}`,
      entries: several ? selectionMenu(editing) : itemMenu(editing, node),
    });
  };
  if (shown.childrenOf(TOP).length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`Nothing here matches “${find}”`}
        action={<Button onClick={() => onFind('')}>Show everything</Button>}
      >
        Titles, paths, descriptions and conditions were searched.
      </EmptyState>
    );
  }
  return (
    <RowContext value={services}>
      <Tree
        ref={handle}
        label="Site structure"
        items={shown}
        state={tree}
        labelOf={(node) => spokenLabel(node, areApplied)}
        Content={StructureRow}
        rules={readOnly === undefined ? rules : undefined}
        onOpen={editing.open}
        onRename={(id) => {
          const isNamed = structure.nodes.get(id)?.kind !== 'site-space';
          if (readOnly === undefined && isNamed) renaming.set(id);
        }}
        onRemove={editing.removeItems}
        onNudge={editing.nudge}
        onMenu={onMenu}
        className="min-h-0 flex-1 p-1.5"
      />
    </RowContext>
  );
}
