/** Labels of groups, sections and site spaces, and descriptions of moves. */
import { createMoveLabels } from '#src/components/tree-editor/describe-moves.ts';
import type { SiteStructure, StructureNode } from './structure.ts';

const kindLabels = { group: 'group', section: 'section', 'site-space': 'site space' } as const;

export function kindLabel(kind: StructureNode['kind']): string {
  return kindLabels[kind];
}

function titleOf({ nodes }: SiteStructure, id: string): string {
  return nodes.get(id)?.title ?? 'a deleted item';
}

/** The title in quotes: `“Billing”`. */
export function nameOf(structure: SiteStructure, id: string): string {
  return `“${titleOf(structure, id)}”`;
}

export const siteLabels = createMoveLabels<SiteStructure>({
  titleOf,
  kindOf({ nodes }, id) {
    const node = nodes.get(id);
    return node && kindLabel(node.kind);
  },
  containerOf({ nodes }, parent) {
    const node = nodes.get(parent);
    return node ? `in ${kindLabel(node.kind)} ${node.title}` : 'at the top level';
  },
});

export const { describeItems, describeTarget, describeMoved, describeMoveByOne } = siteLabels;

const infinitives: Record<string, string> = {
  Moved: 'move',
  Renamed: 'rename',
  Changed: 'change',
  Made: 'make',
  Added: 'add',
  Removed: 'remove',
  Grouped: 'group',
  Ungrouped: 'ungroup',
  Sorted: 'sort',
  Duplicated: 'duplicate',
};

/** Describes a failure: `Moved “A” …` becomes `Couldn’t move “A” …`. */
export function describeFailure(done: string): string {
  const [verb = '', ...rest] = done.split(' ');
  return ['Couldn’t', infinitives[verb] ?? verb.toLowerCase(), ...rest].join(' ');
}

/** The text that is searched: title, path, description and condition. */
export function searchTextOf(node: StructureNode): string {
  if (node.kind === 'group') return node.title;
  const description = node.kind === 'section' ? (node.description ?? '') : '';
  return `${node.title} /${node.path} ${description} ${node.condition ?? ''}`;
}

export const itemRemovedMessage = 'The item was removed in the meantime.';
