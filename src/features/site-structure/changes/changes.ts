/** The rules of a site's structure: which kinds of change there are, and what leads back from any of them. */
import {
  createChangeRules,
  together,
  type AnyChange,
  type ChangeKind,
} from '#src/components/tree-editor/change-kinds.ts';
import { positionOf, TOP } from '#src/lib/ordered-tree.ts';
import type { SiteRequest } from '../steps.ts';
import { subtreeOf, type SiteStructure } from '../structure.ts';
import { addKind } from './add.ts';
import type { Change, SingleChange, SiteChangeKind } from './change.ts';
import { defaultKind } from './default.ts';
import { editKind } from './edit.ts';
import { groupKind } from './group.ts';
import { moveKind, type Capabilities } from './move.ts';
import { removeKind } from './remove.ts';
import { ungroupKind } from './ungroup.ts';
import { fieldsBack, orderBack } from './way-back.ts';

const kinds: {
  readonly [Type in SingleChange['type']]: SiteChangeKind<Extract<SingleChange, { type: Type }>>;
} = {
  move: moveKind,
  edit: editKind,
  default: defaultKind,
  add: addKind,
  remove: removeKind,
  group: groupKind,
  ungroup: ungroupKind,
};

const kindOf = ({
  type,
}: SingleChange): ChangeKind<
  SiteStructure,
  SingleChange,
  AnyChange<SingleChange>,
  SiteRequest,
  Capabilities
> => kinds[type];

export const siteRules = createChangeRules(kindOf);

/**
 * What leads from `after` back to `before`: order, fields, defaults, and the removal of what is new.
 * What `before` holds and `after` does not is not created again.
 */
export function changesBack(after: SiteStructure, before: SiteStructure): Change {
  const order = orderBack(after, before);
  const ordered = order.reduce(siteRules.apply, after);
  const added = [...after.nodes.keys()].filter(
    (id) =>
      !before.nodes.has(id) &&
      (after.parents.get(id) === TOP || before.nodes.has(after.parents.get(id) ?? '')),
  );
  const removals = added.flatMap((id): Change[] => {
    const subtree = subtreeOf(ordered, id);
    const place = positionOf(ordered, id);
    if (!subtree || !place) return [];
    const { node } = subtree;
    return [
      node.kind === 'group' ? { type: 'ungroup', group: node, place } : { type: 'remove', subtree, place },
    ];
  });
  return together([...order, ...fieldsBack(ordered, before), ...removals]);
}
