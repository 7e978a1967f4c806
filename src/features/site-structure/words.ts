/** The structure in words: places for announcements, changes for toasts and the journal. */
import type { Change } from './changes.ts';
import { anchorOf, type Target } from './moves.ts';
import { childrenOf, TOP, type SiteStructure, type StructureNode } from './structure.ts';
import { describePlace } from '#src/components/tree/describe-place.ts';

const kindWords = { group: 'group', section: 'section', 'site-space': 'site space' } as const;

/** What a kind is called: `group`, `section`, `site space`. */
export function kindWord(kind: StructureNode['kind']): string {
  return kindWords[kind];
}

function titleOf(structure: SiteStructure, id: string): string {
  return structure.nodes.get(id)?.title ?? 'an item that is gone';
}

/** The container in words: `at the top level`, `in group Guides`, `in section Billing`. */
export function describeContainer(structure: SiteStructure, parent: string): string {
  const node = structure.nodes.get(parent);
  return node ? `in ${kindWord(node.kind)} ${node.title}` : 'at the top level';
}

/** A target among the items that stay, with its number: `Before Billing, in group Guides, 3 of 7`. */
export function describeTarget(structure: SiteStructure, ids: readonly string[], target: Target): string {
  const parent = 'into' in target ? target.into : (structure.parents.get(anchorOf(target)) ?? TOP);
  const others = childrenOf(structure, parent).filter((id) => !ids.includes(id));
  const where = describeContainer(structure, parent);
  return describePlace({ target, others, count: ids.length, where, titleOf: (id) => titleOf(structure, id) });
}

/** The items in words: the title of one, the number of several. */
export function describeItems(structure: SiteStructure, ids: readonly string[]): string {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return titleOf(structure, only);
  const kinds = new Set(ids.map((id) => structure.nodes.get(id)?.kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? `${ids.length} ${kindWord(kind)}s` : `${ids.length} items`;
}

/** What a step up or down comes to: the new place, or why there is none. */
export function describeNudge(
  structure: SiteStructure,
  ids: readonly string[],
  direction: 1 | -1,
  change: Change | null,
): string {
  const first = change?.type === 'batch' ? change.changes[0] : change;
  if (first?.type === 'move') return `${describeTarget(structure, ids, first.target)}.`;
  return `Not moved. It is the ${direction === -1 ? 'first' : 'last'} already.`;
}

function quoted(structure: SiteStructure, id: string): string {
  return `“${titleOf(structure, id)}”`;
}

function moveWords(structure: SiteStructure, change: Extract<Change, { type: 'move' }>): string {
  const { id, target } = change;
  const anchor = anchorOf(target);
  if ('into' in target) {
    return anchor === TOP
      ? `Moved ${quoted(structure, id)} to the end of the top level`
      : `Moved ${quoted(structure, id)} into ${quoted(structure, anchor)}`;
  }
  return `Moved ${quoted(structure, id)} ${'before' in target ? 'before' : 'after'} ${quoted(structure, anchor)}`;
}

function editWords(structure: SiteStructure, change: Extract<Change, { type: 'edit' }>): string {
  const { id, from, to } = change;
  if (to.title !== undefined) return `Renamed “${from.title ?? titleOf(structure, id)}” to “${to.title}”`;
  const names = Object.keys(to);
  const what = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `Changed the ${what} of ${quoted(structure, id)}`;
}

/** A change in the past tense, in the structure in which it was made. */
export function describeChange(structure: SiteStructure, change: Change): string {
  switch (change.type) {
    case 'move':
      return moveWords(structure, change);
    case 'edit':
      return editWords(structure, change);
    case 'default':
      return `Made ${quoted(structure, change.to)} the default`;
    case 'add':
      return `Added the ${kindWord(change.subtree.node.kind)} “${change.subtree.node.title}”`;
    case 'remove':
      return `Removed the ${kindWord(change.subtree.node.kind)} “${change.subtree.node.title}”`;
    case 'group':
      return change.members.length > 0
        ? `Grouped ${change.members.length === 1 ? 'a section' : `${change.members.length} sections`} as “${change.group.title}”`
        : `Added the group “${change.group.title}”`;
    case 'ungroup':
      return `Ungrouped “${change.group.title}”`;
    case 'batch':
      return change.name;
  }
}

const bareVerbs: Record<string, string> = {
  Moved: 'move',
  Renamed: 'rename',
  Changed: 'change',
  Made: 'make',
  Added: 'add',
  Removed: 'remove',
  Grouped: 'group',
  Ungrouped: 'ungroup',
  Sorted: 'sort',
};

/** From what was done to what could not be done: `Moved “A” …` becomes `Could not move “A” …`. */
export function describeFailure(done: string): string {
  const [verb = '', ...rest] = done.split(' ');
  return ['Could not', bareVerbs[verb] ?? verb.toLowerCase(), ...rest].join(' ');
}
