import { useState } from 'react';
import { deleteDraft, readDraft, writeDraft } from './drafts.ts';

/** A text that survives a reload. */
export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** The text was written before a reload and is back. */
  isRestored: boolean;
  /** Whether it survives a reload as it stands: a very long one does not. */
  isSaved: boolean;
  /** Forgets what is kept; the text itself stays. Call it once the text was sent or given up. */
  discard: () => void;
}

/** Keeps a long text in this tab while somebody writes it. @param name says what it is a draft of */
export function useDraft(name: string): Draft {
  const [restored] = useState(() => readDraft(name));
  const [text, setText] = useState(restored ?? '');
  const [isKept, setSaved] = useState(true);
  return {
    text,
    setText(next) {
      setText(next);
      setSaved(writeDraft(name, next));
    },
    isRestored: restored !== null && text === restored,
    isSaved: isKept,
    discard: () => deleteDraft(name),
  };
}
