/** What removing items takes along, and the question before. */
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { formatCount } from '#src/lib/counts.ts';
import { describeItems, kindLabel } from './labels.ts';
import { subtreeOf, type SiteStructure, type StructureNode, type Subtree } from './structure.ts';

function flatten(subtree: Subtree): StructureNode[] {
  return [subtree.node, ...subtree.children.flatMap(flatten)];
}

/** The sentences for a confirm dialog. */
export function removalImpact(
  structure: SiteStructure,
  ids: readonly string[],
  isPublished: boolean,
): string[] {
  const nodes = ids.flatMap((id) => {
    const subtree = subtreeOf(structure, id);
    return subtree ? flatten(subtree) : [];
  });
  const below = nodes.filter((node) => !ids.includes(node.id));
  const sections = below.filter((node) => node.kind === 'section').length;
  const siteSpaces = below.filter((node) => node.kind === 'site-space').length;
  const sentences: string[] = [];
  if (sections > 0) sentences.push(`Also removes ${formatCount(sections, 'section')}.`);
  if (siteSpaces > 0)
    sentences.push(`Also removes ${formatCount(siteSpaces, 'site space')} with paths and conditions.`);
  if (nodes.some((node) => node.kind === 'site-space')) sentences.push('The spaces and their pages stay.');
  const isTop = (node: StructureNode) => node.kind === 'section' || ids.includes(node.id);
  const lost = nodes.find((node) => node.kind !== 'group' && node.isDefault && isTop(node));
  if (lost) sentences.push(`“${lost.title}” is the default. The next item becomes the default.`);
  if (isPublished) sentences.push('The site is published. Removed items disappear from it immediately.');
  sentences.push('You can undo this. Restored items get new IDs.');
  return sentences;
}

/** Asks before items are removed, whatever removes them. */
export function removalQuestion(
  structure: SiteStructure,
  ids: readonly string[],
  isPublished: boolean,
): Confirmation {
  const kind = ids.length === 1 ? structure.nodes.get(ids[0] ?? '')?.kind : undefined;
  const what = kind ? `${kindLabel(kind)} “${describeItems(structure, ids)}”` : describeItems(structure, ids);
  return {
    title: `Remove ${what}?`,
    confirmLabel: 'Remove',
    tone: 'danger',
    impact: () => Promise.resolve(removalImpact(structure, ids, isPublished)),
  };
}
