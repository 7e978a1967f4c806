import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Select, type SelectOption } from '#src/ui/select.tsx';
import type { Editing } from './editing.ts';
import { moveTo } from './gestures.ts';
import { checkMoves, type Target } from './moves.ts';
import { childrenOf, isFlat, placeOf, TOP, type SiteStructure } from './structure.ts';
import { describeItems, describeTarget, kindWord } from './words.ts';

/** The containers that could hold the items, in published order; those that refuse them say why. */
function containersFor(structure: SiteStructure, ids: readonly string[]): SelectOption<string>[] {
  const kinds = new Set(ids.map((id) => structure.nodes.get(id)?.kind));
  const wanted = kinds.has('site-space')
    ? 'section'
    : kinds.has('section') && !kinds.has('group')
      ? 'group'
      : null;
  const options: SelectOption<string>[] = [];
  if (wanted !== 'section' || isFlat(structure)) options.push({ value: TOP, label: 'Top level' });
  const visit = (parent: string, prefix: string) => {
    for (const id of childrenOf(structure, parent)) {
      const node = structure.nodes.get(id);
      if (!node) continue;
      const label = `${prefix}${node.title}`;
      if (node.kind === wanted) options.push({ value: id, label, disabled: !hasPlace(structure, ids, id) });
      if (node.kind === 'group') visit(id, `${label} › `);
    }
  };
  if (wanted !== null) visit(TOP, '');
  return options;
}

function hasPlace(structure: SiteStructure, ids: readonly string[], parent: string): boolean {
  return checkMoves(structure, ids, { into: parent }) === null;
}

const FIRST = 'first';
const LAST = 'last';

function targetOf(others: readonly string[], parent: string, place: string): Target {
  const [first] = others;
  if (place === LAST || first === undefined) return { into: parent };
  return place === FIRST ? { before: first } : { after: place };
}

/** Where the first of the items is, as the dialog names it. */
function placeNow(structure: SiteStructure, [first = '']: readonly string[]): string {
  return placeOf(structure, first)?.previous ?? FIRST;
}

/** Chooses the exact place of one or several items, without dragging. */
export function MoveDialog({ editing, ids }: { editing: Editing; ids: readonly string[] }) {
  const { structure, ask, act } = editing;
  const [first = ''] = ids;
  const [parent, setParent] = useState(structure.parents.get(first) ?? TOP);
  const others = childrenOf(structure, parent).filter((id) => !ids.includes(id));
  const [chosen, setPlace] = useState(() => placeNow(structure, ids));
  // Elsewhere, and after one that has gone meanwhile, the end is the nearest guess.
  const isOffered =
    chosen === FIRST ? others.length > 0 : others.includes(chosen) && chosen !== others.at(-1);
  const place = isOffered ? chosen : LAST;
  const target = targetOf(others, parent, place);
  const refusal = checkMoves(structure, ids, target);
  const isThere = refusal === null && moveTo(structure, ids, target) === null;
  const reason = isThere ? `${ids.length === 1 ? 'It is' : 'They are'} there already.` : refusal;
  const items = describeItems(structure, ids);

  const submit = () => {
    if (reason !== null) return;
    ask(null);
    act(moveTo(structure, ids, target));
  };

  return (
    <Dialog
      title={`Move ${items}`}
      size="small"
      onClose={() => ask(null)}
      footer={
        <>
          <Button onClick={() => ask(null)}>Cancel</Button>
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
          submit();
        }}
      >
        <Field label="Into">
          {(control) => (
            <Select
              {...control}
              value={parent}
              options={containersFor(structure, ids)}
              onChange={(into) => {
                setParent(into);
                setPlace(LAST);
              }}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Place" hint={refusal ?? `${describeTarget(structure, ids, target)}.`}>
          {(control) => (
            <Select
              {...control}
              value={place}
              options={placesIn(structure, others)}
              onChange={setPlace}
              className="w-full"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function placesIn(structure: SiteStructure, others: readonly string[]): SelectOption<string>[] {
  if (others.length === 0) return [{ value: LAST, label: 'As the first' }];
  return [
    { value: FIRST, label: 'At the beginning' },
    ...others.slice(0, -1).map((id) => {
      const node = structure.nodes.get(id);
      return { value: id, label: node ? `After the ${kindWord(node.kind)} “${node.title}”` : id };
    }),
    { value: LAST, label: 'At the end' },
  ];
}
