import { useState } from 'react';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';

/** A text that survives a reload. */
export interface Draft {
  text: string;
  setText: (text: string) => void;
  /** The text was written before a reload and is back. */
  isRestored: boolean;
  /** Whether it survives a reload as it stands: a very long one does not. */
  isKept: boolean;
  /** Forgets what is kept; the text itself stays. Call it once the text was sent or given up. */
  drop: () => void;
}

/** Keeps a long text in this tab while somebody writes it. @param name says what it is a draft of */
export function useDraft(name: string): Draft {
  const [kept] = useState(() => readDraft(name));
  const [text, setText] = useState(kept ?? '');
  const [isKept, setKept] = useState(true);
  return {
    text,
    setText(next) {
      setText(next);
      setKept(writeDraft(name, next));
    },
    isRestored: kept !== null && text === kept,
    isKept,
    drop: () => dropDraft(name),
  };
}
