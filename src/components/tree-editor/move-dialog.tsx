import { useState } from 'react';
import { childrenOf, positionOf, TOP, type DropTarget, type OrderedTree } from '#src/lib/ordered-tree.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field, type FieldControl } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { Select, type SelectOption } from '#src/ui/form/select.tsx';
import type { MovePolicy } from './use-tree-editor.ts';

const FIRST = 'first';
const LAST = 'last';
/** With this many siblings or more, positions are searched instead of listed. */
const MAX_LISTED = 100;
const MAX_FOUND = 30;

interface MoveDialogProps<Tree> {
  tree: Tree;
  ids: readonly string[];
  moves: MovePolicy<Tree>;
  /** The possible containers, in order; those that deny the items are disabled. */
  containers: readonly SelectOption<string>[];
  /** An item with its kind: `the section “Start”`. */
  nameOf: (id: string) => string;
  onMove: (target: DropTarget) => void;
  onClose: () => void;
}

/** Selects the exact position of items, without dragging. */
// oxlint-disable-next-line max-lines-per-function -- one dialog: location and position decide about each other
export function MoveDialog<Tree extends OrderedTree<unknown>>(props: MoveDialogProps<Tree>) {
  const { tree, ids, moves, onClose } = props;
  const [first = ''] = ids;
  const [parent, setParent] = useState(() => tree.parents.get(first) ?? TOP);
  const others = childrenOf(tree, parent).filter((id) => !ids.includes(id) && !tree.detached?.has(id));
  const [chosen, setChosen] = useState(() => positionOf(tree, first)?.previous ?? FIRST);
  // In another container, or if that item was deleted, the end is the default.
  const isOffered =
    chosen === FIRST ? others.length > 0 : others.includes(chosen) && chosen !== others.at(-1);
  const position = isOffered ? chosen : LAST;
  const target = targetOf(others, parent, position);
  const denial = moves.checkMoves(tree, ids, target);
  const isThere = denial === null && moves.moveTo(tree, ids, target) === null;
  const reason = isThere ? 'Already at this position.' : denial;
  const options = positionsAmong(others, props.nameOf);
  const items = moves.describeItems(tree, ids);

  return (
    <Dialog
      title={`Move ${ids.length === 1 ? `“${items}”` : items}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="move-items" disabledReason={reason}>
            Move
          </Button>
        </>
      }
    >
      <form
        id="move-items"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== null) return;
          onClose();
          props.onMove(target);
        }}
      >
        <Field label="Location">
          {(control) => (
            <Select
              {...control}
              value={parent}
              options={props.containers}
              onChange={(into) => {
                setParent(into);
                setChosen(LAST);
              }}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Position" hint={denial ?? `${moves.describeTarget(tree, ids, target)}.`}>
          {(control) =>
            others.length > MAX_LISTED ? (
              <PositionSearch control={control} options={options} value={position} onChange={setChosen} />
            ) : (
              <Select
                {...control}
                value={position}
                options={options}
                onChange={setChosen}
                className="w-full"
              />
            )
          }
        </Field>
      </form>
    </Dialog>
  );
}

function targetOf(others: readonly string[], parent: string, position: string): DropTarget {
  const [first] = others;
  if (position === LAST || first === undefined) return { into: parent };
  return position === FIRST ? { before: first } : { after: position };
}

function positionsAmong(others: readonly string[], nameOf: (id: string) => string): SelectOption<string>[] {
  if (others.length === 0) return [{ value: LAST, label: 'First' }];
  return [
    { value: FIRST, label: 'First' },
    ...others.slice(0, -1).map((id) => ({ value: id, label: `After ${nameOf(id)}` })),
    { value: LAST, label: 'Last' },
  ];
}

interface PositionSearchProps {
  control: FieldControl;
  options: readonly SelectOption<string>[];
  value: string;
  onChange: (position: string) => void;
}

function PositionSearch({ control, options, value, onChange }: PositionSearchProps) {
  const [query, setQuery] = useState('');
  const lowerQuery = query.toLocaleLowerCase();
  const matches = options
    .filter(({ label }) => label.toLocaleLowerCase().includes(lowerQuery))
    .slice(0, MAX_FOUND);
  return (
    <PickList
      label="Search positions"
      control={control}
      query={query}
      onQuery={setQuery}
      pending={false}
      empty="No matches."
      selectedId={value}
      options={matches.map(({ value: id, label }) => ({ id, content: label }))}
      onPick={onChange}
    />
  );
}
