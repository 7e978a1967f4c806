import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';

/** A text that survives a reload. */
export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** The text was written before a reload and is back. */
  isRestored: boolean;
  /** Forgets what is kept; the text itself stays. Call it once the text was sent or given up. */
  drop: () => void;
}

/** Keeps a long text in this tab while somebody writes it. @param name says what it is a draft of */
export function useDraft(name: string): Draft {
  const [kept] = useState(() => readDraft(name));
  const [text, setText] = useState(kept ?? '');
  return {
    text,
    setText(next) {
      setText(next);
      writeDraft(name, next);
    },
    isRestored: kept !== null && text === kept,
    drop: () => dropDraft(name),
  };
}
