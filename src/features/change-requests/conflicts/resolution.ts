import type { ConflictSide, ContentConflict, ContentEdit } from '#api/generated/types.gen.ts';

/** A version of a page in conflict. */
export type SideName = 'base' | 'space' | 'change-request';

/** What of a page is taken from one version or another, and not written. */
export const conflictFields = ['description', 'emoji', 'parent'] as const;

/** One of them. */
export type ConflictField = (typeof conflictFields)[number];

/**
 * How a page in conflict is settled: by one of its versions, or with `edited` by the merged text that somebody wrote and
 * the version chosen for each fact; where none is chosen, the change request's.
 */
export type Resolution =
  | { kind: SideName }
  | { kind: 'edited'; title: string; markdown: string; sides?: Partial<Record<ConflictField, SideName>> };

/** The conflicts of a change request that were settled so far, by page. */
export type Resolutions = Readonly<Record<string, Resolution>>;

/** The most pages that can be settled with one request. */
export const maxPagesPerRequest = 50;

/** Whether one side has deleted the page. */
export const isDeletion = ({ attributes }: ContentConflict): boolean => attributes.includes('page');

const writable = new Set<string>(['title', 'markdown', ...conflictFields]);

/** Whether another side than the change request's can be taken: the interface writes no icon, layout or the like. */
export const canTakeSide = (conflict: ContentConflict): boolean =>
  isDeletion(conflict) || conflict.attributes.every((name) => writable.has(name));

/** One version of a page; undefined where it does not exist in it. */
export function sideOf(conflict: ContentConflict, name: SideName): ConflictSide | undefined {
  return name === 'change-request' ? conflict.changeRequest : conflict[name];
}

/** The facts of a page, beside title and text, that are in conflict. */
export const fieldsInConflict = ({ attributes }: ContentConflict): ConflictField[] =>
  conflictFields.filter((fact) => attributes.includes(fact));

/** Which side's text somebody begins with who writes the merged text. */
export function initialMergedText({ changeRequest, space, base }: ContentConflict): {
  title: string;
  markdown: string;
} {
  const { title = '', markdown = '' } = changeRequest ?? space ?? base ?? {};
  return { title, markdown };
}

/** The edit that settles one page. Fields that are not in conflict are left to the server's own merge. */
export function editOf(conflict: ContentConflict, resolution: Resolution): ContentEdit {
  const { page, attributes } = conflict;
  if (resolution.kind === 'edited') {
    const { title, markdown, sides = {} } = resolution;
    const isText = isDeletion(conflict) || attributes.includes('markdown');
    const isTitle = isDeletion(conflict) || attributes.includes('title');
    return {
      operation: 'update_page',
      page,
      ...(isTitle && { title }),
      ...(isText && { document: { markdown } }),
      ...fieldEdits(conflict, (fact) => sides[fact] ?? 'change-request'),
    };
  }
  const { kind } = resolution;
  const side = sideOf(conflict, kind);
  if (isDeletion(conflict)) return { operation: side ? 'update_page' : 'delete_page', page };
  return {
    operation: 'update_page',
    page,
    ...(side && attributes.includes('title') && { title: side.title }),
    ...(side && attributes.includes('markdown') && { document: { markdown: side.markdown } }),
    ...fieldEdits(conflict, () => kind),
  };
}

/** What an edit says about the facts in conflict; an empty text takes a fact away. */
function fieldEdits(
  conflict: ContentConflict,
  chosen: (fact: ConflictField) => SideName,
): Pick<ContentEdit, EditableField> {
  const edits: Pick<ContentEdit, EditableField> = {};
  for (const fact of fieldsInConflict(conflict)) {
    const side = sideOf(conflict, chosen(fact));
    if (!side) continue;
    if (fact === 'parent') edits.into = side.parent;
    else edits[fact] = side[fact] ?? '';
  }
  return edits;
}

type EditableField = 'description' | 'emoji' | 'into';

/** The edits that settle all conflicts, in their order; null while one of them is not settled. */
export function editsOf(conflicts: readonly ContentConflict[], settled: Resolutions): ContentEdit[] | null {
  const edits: ContentEdit[] = [];
  for (const conflict of conflicts) {
    const resolution = settled[conflict.page];
    if (!resolution) return null;
    edits.push(editOf(conflict, resolution));
  }
  return edits;
}

/**
 * What stays of the settled pages when the conflicts were read again: texts that somebody wrote always, a chosen side
 * only where that side is the same as before.
 */
export function carryOverResolutions(
  previousConflicts: readonly ContentConflict[],
  nextConflicts: readonly ContentConflict[],
  settled: Resolutions,
): { resolutions: Resolutions; stalePages: string[] } {
  const previous = new Map(previousConflicts.map((conflict) => [conflict.page, conflict]));
  const carried: Record<string, Resolution> = {};
  const stalePages: string[] = [];
  for (const conflict of nextConflicts) {
    const resolution = settled[conflict.page];
    if (!resolution) continue;
    const isSame = JSON.stringify(previous.get(conflict.page)) === JSON.stringify(conflict);
    if (isSame || resolution.kind === 'edited') carried[conflict.page] = resolution;
    if (!isSame) stalePages.push(conflict.page);
  }
  return { resolutions: carried, stalePages: stalePages };
}
