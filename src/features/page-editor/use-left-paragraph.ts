import { type RefObject, useRef } from 'react';
import type { TextField } from './field/text-field.ts';
import type { EditSession } from './session/edit-session.ts';

/** Where the paragraph of the caret begins. */
function paragraphAt(field: TextField): number {
  return field.text().lastIndexOf('\n\n', field.selected().to - 1);
}

/** Saves what was typed as soon as the caret is in another paragraph. Call the result after each key and click. */
export function useLeftParagraph(session: EditSession, field: RefObject<TextField | null>): () => void {
  const last = useRef<number>(undefined);
  return () => {
    if (!field.current) return;
    const paragraph = paragraphAt(field.current);
    const isLeft = last.current !== undefined && last.current !== paragraph;
    last.current = paragraph;
    if (isLeft && session.state.get().kind === 'changed') void session.save();
  };
}
