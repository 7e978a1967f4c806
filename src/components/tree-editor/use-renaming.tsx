import type { ReactNode } from 'react';
import { useConflictPrompt } from '#src/components/form/stale-edit.tsx';
import type { TypedTitle } from '#src/components/tree/tree-row.tsx';
import { awaitBeforeUndo } from '#src/components/undo/undo.ts';
import type { TreePolicy } from './change-queue.ts';

interface Renaming<Change> {
  /**
   * Renames an item in its row, or asks first if someone else has renamed it since the field was opened.
   *
   * @param toChange the change from a title; null if nothing differs
   * @returns whether renaming is done; if not, the field opens again
   */
  rename: (id: string, typed: TypedTitle, toChange: (before: string) => Change | null) => Promise<boolean>;
  /** The conflict dialog, while open. */
  conflict: ReactNode;
}

/** Keeps a title that is typed into a row from overwriting one by someone else. */
export function useRenaming<Tree, Change, Request, Capabilities>(
  { queue, fetchTitle, refresh }: TreePolicy<Tree, Change, Request, Capabilities>,
  act: (change: Change) => void,
): Renaming<Change> {
  const { ask, dialog } = useConflictPrompt();

  const rename = async (
    id: string,
    typed: TypedTitle,
    toChange: (before: string) => Change | null,
  ): Promise<boolean> => {
    const { title, before } = typed;
    const change = toChange(before);
    if (!change) return true;
    // In its turn, so that earlier changes from here are on the server; the row shows the new title at once.
    // If reading fails, saving reports the error.
    const reading = queue.send(change, () => fetchTitle(id).catch(() => undefined));
    awaitBeforeUndo(reading);
    const theirs = await reading;
    if (theirs === undefined || theirs === before || theirs === title) {
      act(change);
      return true;
    }
    refresh(change);
    const answers = await ask([{ name: 'title', label: 'Title', theirs, mine: title, isConflict: true }]);
    if (answers === null) return false;
    return answers.has('title') || rename(id, { title, before: theirs }, toChange);
  };
  return { rename, conflict: dialog };
}
