import { flattenPages } from '#server/content/pages/page-tree.ts';
import { describeNames } from '#server/content/pages/revision-messages.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import type { EditedContent, PreparedEdit } from './content-edits.ts';

/** The changes of edits, for the history of their space: "Edited Valves, Pumps and 3 more". */
export function describeEdits(
  before: StoredContent,
  edits: readonly PreparedEdit[],
  edited: EditedContent,
): string | undefined {
  const ids = new Set([
    ...edits.flatMap(({ page, file, reusableContent }) => page ?? file ?? reusableContent ?? []),
    ...edited.pages,
    ...edited.files,
    ...edited.reusableContents,
  ]);
  const names = namesOf(edited.content, ids);
  for (const [id, name] of namesOf(before, ids)) if (!names.has(id)) names.set(id, name);
  const isAll = (kind: string) => edits.every(({ operation }) => operation.startsWith(kind));
  const verb = isAll('insert_') ? 'Added' : isAll('delete_') ? 'Deleted' : 'Edited';
  return describeNames(verb, [...names.values()]);
}

function namesOf(
  { pages, files, reusableContents }: StoredContent,
  ids: ReadonlySet<string>,
): Map<string, string> {
  const all = [
    ...flattenPages(pages).map(({ id, title }) => [id, title] as const),
    ...files.map(({ id, name }) => [id, name] as const),
    ...reusableContents.map(({ id, title }) => [id, title] as const),
  ];
  return new Map(all.filter(([id]) => ids.has(id)));
}
