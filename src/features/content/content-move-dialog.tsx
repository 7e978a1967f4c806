import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field, type FieldControl } from '#src/ui/field.tsx';
import { PickList } from '#src/ui/pick-list.tsx';
import { Select, type SelectOption } from '#src/ui/select.tsx';
import { childrenOf, TOP, wayTo, type ContentTree } from './content-tree.ts';
import { describeItems, describeTarget } from './content-words.ts';
import { checkMoves, type Target } from './moves.ts';

/** The parents that could hold the items, as they stand; those that refuse them cannot be chosen. */
function parentsFor(tree: ContentTree, ids: readonly string[]): SelectOption<string>[] {
  const options: SelectOption<string>[] = [];
  const visit = (parent: string) => {
    const label =
      parent === TOP ? 'Top level' : [...wayTo(tree, parent), tree.nodes.get(parent)?.title].join(' › ');
    options.push({ value: parent, label, disabled: checkMoves(tree, ids, { into: parent }) !== null });
    for (const id of childrenOf(tree, parent)) if (tree.nodes.get(id)?.kind === 'collection') visit(id);
  };
  visit(TOP);
  return options;
}

const FIRST = 'first';
const LAST = 'last';
/** From so many neighbours on one searches for the one that is meant. */
const MANY = 100;
const FOUND = 30;

function targetOf(others: readonly string[], parent: string, place: string): Target {
  const [first] = others;
  if (place === LAST || first === undefined) return { into: parent };
  return place === FIRST ? { before: first } : { after: place };
}

function placeOptions(tree: ContentTree, others: readonly string[]): SelectOption<string>[] {
  if (others.length === 0) return [{ value: LAST, label: 'As the first' }];
  return [
    { value: FIRST, label: 'At the beginning' },
    ...others.map((id) => {
      const item = tree.nodes.get(id);
      return { value: id, label: item ? `After the ${item.kind} “${item.title}”` : id };
    }),
    { value: LAST, label: 'At the end' },
  ];
}

interface ContentMoveDialogProps {
  tree: ContentTree;
  ids: readonly string[];
  onMove: (target: Target) => void;
  onClose: () => void;
}

/** Chooses the exact place of one or several items, without dragging. */
export function ContentMoveDialog({ tree, ids, onMove, onClose }: ContentMoveDialogProps) {
  const [parent, setParent] = useState(() => tree.parents.get(ids[0] ?? '') ?? TOP);
  const others = childrenOf(tree, parent).filter((id) => !ids.includes(id) && !tree.adrift.has(id));
  const [chosen, setPlace] = useState(LAST);
  const place = chosen === FIRST || chosen === LAST || others.includes(chosen) ? chosen : LAST;
  const target = targetOf(others, parent, place);
  const reason = checkMoves(tree, ids, target);

  return (
    <Dialog
      title={`Move ${describeItems(tree, ids)}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="move-content" disabledReason={reason}>
            Move
          </Button>
        </>
      }
    >
      <form
        id="move-content"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== null) return;
          onClose();
          onMove(target);
        }}
      >
        <Field label="Into">
          {(control) => (
            <Select
              {...control}
              value={parent}
              options={parentsFor(tree, ids)}
              onChange={setParent}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Place" hint={reason ?? `${describeTarget(tree, ids, target)}.`}>
          {(control) =>
            others.length > MANY ? (
              <PlaceSearch
                control={control}
                options={placeOptions(tree, others)}
                value={place}
                onChange={setPlace}
              />
            ) : (
              <Select
                {...control}
                value={place}
                options={placeOptions(tree, others)}
                onChange={setPlace}
                className="w-full"
              />
            )
          }
        </Field>
      </form>
    </Dialog>
  );
}

interface PlaceSearchProps {
  control: FieldControl;
  options: readonly SelectOption<string>[];
  value: string;
  onChange: (place: string) => void;
}

function PlaceSearch({ control, options, value, onChange }: PlaceSearchProps) {
  const [query, setQuery] = useState('');
  const wanted = query.toLocaleLowerCase();
  const found = options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).slice(0, FOUND);
  return (
    <PickList
      label="Place or title of a neighbour"
      control={control}
      query={query}
      onQuery={setQuery}
      pending={false}
      empty="Nothing there has this in its title."
      chosen={value}
      options={found.map(({ value: id, label }) => ({ id, content: label }))}
      onPick={onChange}
    />
  );
}
