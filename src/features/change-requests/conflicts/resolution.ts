import type { ContentConflict, ContentEdit } from '#src/api/generated/types.gen.ts';

/** How a page in conflict is settled. `edited` carries the merged text that somebody wrote. */
export type Resolution =
  | { kind: 'space' }
  | { kind: 'change-request' }
  | { kind: 'edited'; title: string; markdown: string };

/** The conflicts of a change request that were settled so far, by page. */
export type Resolutions = Readonly<Record<string, Resolution>>;

/** The most pages that can be settled with one request. */
export const mostAtOnce = 50;

/** Whether one side has deleted the page. */
export const isDeletion = ({ attributes }: ContentConflict): boolean => attributes.includes('page');

/** Whether the space's side can be taken: of places, descriptions and emoji the server tells only the change request's. */
export const canTakeSpace = (conflict: ContentConflict): boolean =>
  isDeletion(conflict) || conflict.attributes.every((name) => name === 'title' || name === 'markdown');

/** Which side's text somebody begins with who writes the merged text. */
export function startingText({ changeRequest, space, base }: ContentConflict): {
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
    const { title, markdown } = resolution;
    const isText = isDeletion(conflict) || attributes.includes('markdown');
    const isTitle = isDeletion(conflict) || attributes.includes('title');
    return {
      operation: 'update_page',
      page,
      ...(isTitle && { title }),
      ...(isText && { document: { markdown } }),
    };
  }
  const side = resolution.kind === 'space' ? conflict.space : conflict.changeRequest;
  if (isDeletion(conflict)) return { operation: side ? 'update_page' : 'delete_page', page };
  return {
    operation: 'update_page',
    page,
    ...(side && attributes.includes('title') && { title: side.title }),
    ...(side && attributes.includes('markdown') && { document: { markdown: side.markdown } }),
  };
}

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
export function carryOver(
  before: readonly ContentConflict[],
  after: readonly ContentConflict[],
  settled: Resolutions,
): { settled: Resolutions; asksAgain: string[] } {
  const former = new Map(before.map((conflict) => [conflict.page, conflict]));
  const kept: Record<string, Resolution> = {};
  const asksAgain: string[] = [];
  for (const conflict of after) {
    const resolution = settled[conflict.page];
    if (!resolution) continue;
    const isSame = JSON.stringify(former.get(conflict.page)) === JSON.stringify(conflict);
    if (isSame || resolution.kind === 'edited') kept[conflict.page] = resolution;
    if (!isSame) asksAgain.push(conflict.page);
  }
  return { settled: kept, asksAgain };
}
