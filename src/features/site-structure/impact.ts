/** What removing items takes along, and the question before. */
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { countOf } from '#src/lib/counts.ts';
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
  if (sections > 0) sentences.push(`${countOf(sections, 'section')} in it go too.`);
  if (siteSpaces > 0)
    sentences.push(`${countOf(siteSpaces, 'site space')} with their paths and conditions go too.`);
  if (nodes.some((node) => node.kind === 'site-space'))
    sentences.push('The spaces themselves stay, with all pages.');
  const isTop = (node: StructureNode) => node.kind === 'section' || ids.includes(node.id);
  const lost = nodes.find((node) => node.kind !== 'group' && node.isDefault && isTop(node));
  if (lost) sentences.push(`“${lost.title}” is shown first now; the next one takes over.`);
  if (isPublished) sentences.push('The site is published: what is removed leaves it at once.');
  sentences.push('You can undo this. What is brought back gets new ids.');
  return sentences;
}

/** Asks before items are removed, whatever removes them. */
export function removalQuestion(
  structure: SiteStructure,
  ids: readonly string[],
  isPublished: boolean,
): Confirmation {
  const kind = ids.length === 1 ? structure.nodes.get(ids[0] ?? '')?.kind : undefined;
  const what = kind
    ? `the ${kindLabel(kind)} “${describeItems(structure, ids)}”`
    : describeItems(structure, ids);
  return {
    title: `Remove ${what}?`,
    confirmLabel: 'Remove',
    tone: 'danger',
    impact: () => Promise.resolve(removalImpact(structure, ids, isPublished)),
  };
}
