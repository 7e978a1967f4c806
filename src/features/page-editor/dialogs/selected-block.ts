import { type RefObject, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { samePosition } from '#src/domain/document/link-paths.ts';
import type { TextField } from '../field/text-field.ts';
import type { EditSession } from '../session/edit-session.ts';
import { linesAround, type TextOperation, type TextRange } from '../text/text-edit.ts';

/** The text that the server has, with the place of the selected lines in it. */
interface SavedBlock {
  text: string;
  revision: string;
  range: TextRange;
}

/** The lines that were selected when a dialog opened, as they are stored. An edit of the server takes them elsewhere. */
export function useSelectedBlock(session: EditSession, field: RefObject<TextField | null>) {
  const [range] = useState(() => selectedLines(session.text, field.current));
  const [block] = useState(() => session.text.slice(range.from, range.to));
  /** Saves the text. Rejects if it can't be saved, or if the lines changed. `action`: what to do again. */
  const save = async (action: string): Promise<SavedBlock> => {
    await session.save();
    const { text, revision } = session;
    if (session.state.get().kind !== 'saved' || text.slice(range.from, range.to) !== block)
      throw unsavedError(action);
    return { text, revision, range };
  };
  /** Has the server make an edit of the saved text, and types it here. */
  const carryOut = <Result extends { revision: string }>(
    saved: SavedBlock,
    send: () => Promise<Result>,
    operationOf: (result: Result) => TextOperation,
  ): Promise<void> =>
    session.editWithServer(send, (result) => {
      if (!field.current || session.text !== saved.text) return false;
      const operation = operationOf(result);
      field.current.apply((shown) => operation(shown, sameLines(saved.text, shown, range)));
      return true;
    });
  return { block, save, carryOut };
}

/** The selected lines in the stored text; the field shows the same lines with other addresses. */
function selectedLines(stored: string, field: TextField | null): TextRange {
  if (!field) return { from: 0, to: 0 };
  const shown = field.text();
  return sameLines(shown, stored, linesAround(shown, field.selected()));
}

const sameLines = (from: string, to: string, range: TextRange): TextRange => ({
  from: samePosition(from, to, range.from),
  to: samePosition(from, to, range.to),
});

const unsavedError = (action: string) =>
  new ApiError({
    status: 409,
    message: `The page isn’t saved yet, or someone changed these lines. Close this, save, and ${action}.`,
    operation: 'editChangeRequestContent',
  });
