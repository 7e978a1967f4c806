import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteDraft, readDraft, readDraftBase, writeDraft, writeDraftBase } from './tab-drafts.ts';

export interface Draft {
  text: string;
  /** The saved text that the draft started from, before a reload too; empty for a new text. */
  base: string;
  setText: (text: string) => void;
  /** The text was restored after a reload. */
  isRestored: boolean;
  /** Whether the current text is saved; a very long one is not. */
  isSaved: boolean;
  /** Deletes the saved draft and keeps the text. Call it after sending or discarding. */
  discard: () => void;
}

/**
 * Saves a text in this tab while it is edited. It is there again after a reload or on another visit; the browser asks
 * before the tab is closed, which would delete it.
 *
 * @param name identifies the draft
 * @param saved the text as it is saved, if it is edited
 */
export function useDraft(name: string, saved = ''): Draft {
  const [base] = useState(() => readDraftBase(name) ?? saved);
  const [restored] = useState(() => readDraft(name));
  const [text, setText] = useState(restored ?? '');
  const [isSaved, setSaved] = useState(true);
  useBlocker({
    shouldBlockFn: () => false,
    // After sending, there is nothing stored any more.
    enableBeforeUnload: () => text !== '' && (!isSaved || readDraft(name) !== null),
  });
  return {
    text,
    base,
    setText(next) {
      setText(next);
      setSaved(writeDraft(name, next));
      if (saved !== '') writeDraftBase(name, base);
    },
    isRestored: restored !== null && text === restored,
    isSaved,
    discard: () => deleteDraft(name),
  };
}
