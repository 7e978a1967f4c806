import type { ContentChange, ReusableContent } from '#api/generated/types.gen.ts';
import type { ReusableRow } from '#src/domain/reusable-contents/reusable-table.tsx';
import type { Tone } from '#src/ui/badge.tsx';
import { describeChange } from '../change-labels.ts';

/** What a change request did to a reusable content. */
export function changeOf(change: ContentChange): { name: string; tone: Tone } {
  const { name, tone } = describeChange(change);
  const { attributes = [] } = change.reusableContent ?? {};
  const isRenamed = attributes.length === 1 && attributes[0] === 'title';
  return { name: isRenamed ? 'Renamed' : name, tone };
}

/** The reusable contents after the merge with their changes, and below them those that it deletes. */
export function rowsOf(
  contents: readonly ReusableContent[],
  changes: readonly ContentChange[],
  isComplete: boolean,
): ReusableRow[] {
  const changed = new Map(
    changes.flatMap((change) =>
      change.reusableContent ? [[change.reusableContent.id, changeOf(change)] as const] : [],
    ),
  );
  const deleted = changes.flatMap((change): ReusableRow[] => {
    const { reusableContent, type } = change;
    if (type !== 'reusable_content_deleted' || !reusableContent) return [];
    return [
      { id: reusableContent.id, title: reusableContent.title, change: changeOf(change), isDeleted: true },
    ];
  });
  const deletedIds = new Set(deleted.map(({ id }) => id));
  return [
    // The list may be older than the changes.
    ...contents
      .filter(({ id }) => !deletedIds.has(id))
      .map((content) => {
        const change = changed.get(content.id);
        return { ...content, ...(change && { change }) };
      }),
    ...(isComplete ? deleted : []),
  ];
}
