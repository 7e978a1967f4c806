/** Finds problems of a structure that the server accepts and visitors notice. */
import { languageOfPath } from '#src/domain/published/content-language.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { kindLabel } from '../labels.ts';
import {
  currentDefault,
  isFlat,
  sectionsInOrder,
  type SiteStructure,
  type StructureNode,
} from '../structure.ts';

export interface HealthFinding {
  /** The item that it is about. */
  readonly id: string;
  readonly kind:
    | 'empty'
    | 'twin path'
    | 'conditional default'
    | 'no default'
    | 'unpublished default'
    | 'missing language';
  /** One sentence. */
  readonly text: string;
}

const quoted = ({ title }: StructureNode) => `“${title}”`;

function nodesOf(structure: SiteStructure, ids: readonly string[]): StructureNode[] {
  return ids.flatMap((id) => structure.nodes.get(id) ?? []);
}

/** Groups and sections without content, which are entries that lead nowhere. */
function emptyItems(structure: SiteStructure): HealthFinding[] {
  return [...structure.nodes.values()].flatMap((node): HealthFinding[] => {
    if (node.kind === 'site-space' || childrenOf(structure, node.id).length > 0) return [];
    const content = node.kind === 'group' ? 'sections' : 'site spaces';
    return [{ id: node.id, kind: 'empty', text: `The ${node.kind} ${quoted(node)} has no ${content}.` }];
  });
}

/** Items that compete for an address: all sections, and the site spaces of one section or of a flat site. */
function competitors(structure: SiteStructure): StructureNode[][] {
  const sections = sectionsInOrder(structure);
  const containers = isFlat(structure) ? [TOP] : sections;
  return [
    nodesOf(structure, sections),
    ...containers.map((id) => nodesOf(structure, childrenOf(structure, id))),
  ];
}

/** Items that another one hides, as it has the same path and comes first. */
function twinPaths(items: readonly StructureNode[]): HealthFinding[] {
  const firstByPath = new Map<string, StructureNode>();
  return items.flatMap((node): HealthFinding[] => {
    if (node.kind === 'group') return [];
    const first = firstByPath.get(node.path);
    if (!first) {
      firstByPath.set(node.path, node);
      return [];
    }
    const text = `Visitors can’t reach the ${kindLabel(node.kind)} ${quoted(node)}: ${quoted(first)} has the path /${node.path} too.`;
    return [{ id: node.id, kind: 'twin path', text }];
  });
}

/** What visitors see first must be there, for everyone, and published with the site. */
function defaultOf(
  structure: SiteStructure,
  items: readonly StructureNode[],
  isPublished: boolean,
): HealthFinding[] {
  const [first] = items;
  if (!first || first.kind === 'group') return [];
  const node = structure.nodes.get(currentDefault(structure, first.id) ?? '');
  const what = kindLabel(first.kind);
  if (!node || node.kind === 'group')
    return [{ id: first.id, kind: 'no default', text: `No ${what} beside ${quoted(first)} is the default.` }];
  const { id } = node;
  if (node.condition !== null) {
    const text = `The default ${what} ${quoted(node)} has a condition: other visitors don’t see it first.`;
    return [{ id, kind: 'conditional default', text }];
  }
  if (isPublished && node.publishedUrl === null)
    return [
      { id, kind: 'unpublished default', text: `The default ${what} ${quoted(node)} isn’t published.` },
    ];
  return [];
}

/** Sections without a language that others have. Sections without languages aren’t translated at all. */
function missingLanguages(structure: SiteStructure): HealthFinding[] {
  const languagesOf = (section: string) =>
    new Set(
      nodesOf(structure, childrenOf(structure, section)).flatMap((node) => {
        const language = node.kind === 'site-space' ? languageOfPath(node.path) : undefined;
        return language === undefined ? [] : [language];
      }),
    );
  const translated = sectionsInOrder(structure)
    .map((id) => ({ id, languages: languagesOf(id) }))
    .filter(({ languages }) => languages.size > 0);
  const all = new Set(translated.flatMap(({ languages }) => [...languages]));
  return nodesOf(
    structure,
    translated.map(({ id }) => id),
  ).flatMap((node, index): HealthFinding[] => {
    const missing = [...all].filter((language) => !translated[index]?.languages.has(language));
    return missing.map((language) => ({
      id: node.id,
      kind: 'missing language',
      text: `The section ${quoted(node)} has no site space in ${language}.`,
    }));
  });
}

/** The findings of a structure, the worst kind first. */
export function checkHealth(structure: SiteStructure, isPublished: boolean): HealthFinding[] {
  const lists = competitors(structure);
  return [
    ...lists.flatMap(twinPaths),
    ...lists.flatMap((items) => defaultOf(structure, items, isPublished)),
    ...emptyItems(structure),
    ...missingLanguages(structure),
  ];
}
