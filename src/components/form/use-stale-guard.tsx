import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { requireUnchanged } from '#src/api/etags.ts';
import { mergeChoices, staleFields, type StaleField, type StaleGuard, rebaseOnSent } from './stale-edit.ts';
import { StaleEditDialog } from './stale-edit-dialog.tsx';

interface ConflictPrompt {
  fields: readonly StaleField[];
  resolve: (takeTheirs: ReadonlySet<string> | null) => void;
}

/** What is to be saved, and what it replaces: what the form began with, or what others have made of that since. */
interface MergedValues<Values> {
  written: Values;
  before: Values;
}

interface GuardedSave<Values> {
  /**
   * Saves, unless somebody else has changed the same thing: then asks first. What the server itself refuses as changed
   * meanwhile (412) is asked about too. @returns whether it was saved; rejects when saving fails
   */
  save: (mine: Values) => Promise<boolean>;
  /** The question, while there is one. */
  dialog: ReactNode;
}

/**
 * Keeps a form from overwriting what somebody else has saved since it was opened.
 *
 * @param opened what the form began with
 * @param submit makes the change; it is also told what is there before it
 */
export function useStaleGuard<Values extends object>(
  guard: StaleGuard<Values> | undefined,
  opened: Values,
  submit: (values: Values, before: Values) => Promise<unknown>,
): GuardedSave<Values> {
  // What was agreed on with the others counts until it is saved.
  const [mergedBase, setAgreed] = useState<Values | null>(null);
  const base = mergedBase ?? opened;
  // What has been sent without an answer that says what became of it.
  const [unconfirmed, setSent] = useState<Values | null>(null);
  const [prompt, setPrompt] = useState<ConflictPrompt | null>(null);

  /** What is to be saved after a look at what is true now; null when its person wants to go on writing. */
  const checkForConflicts = async (mine: MergedValues<Values>): Promise<MergedValues<Values> | null> => {
    // Who cannot read now is told by the change itself.
    const theirs = await guard?.fetchCurrent().catch(() => undefined);
    if (!guard || theirs === undefined) return mine;
    const before = unconfirmed ? rebaseOnSent(mine.before, mine.written, theirs, unconfirmed) : mine.before;
    const fields = staleFields(before, mine.written, theirs, guard);
    if (fields.length === 0) return before === mine.before ? mine : { ...mine, before };
    const decided = await new Promise<ReadonlySet<string> | null>((decide) =>
      setPrompt({ fields, resolve: decide }),
    );
    setPrompt(null);
    if (decided === null) return null;
    setAgreed(theirs);
    return { written: mergeChoices(mine.written, theirs, fields, decided), before: theirs };
  };

  const send = async ({ written, before }: MergedValues<Values>): Promise<true> => {
    if (guard?.path !== undefined) requireUnchanged(guard.path);
    setSent(written);
    await submit(written, before);
    setSent(null);
    setAgreed(null);
    return true;
  };

  const save = async (mine: Values): Promise<boolean> => {
    const first = await checkForConflicts({ written: mine, before: base });
    if (first === null) return false;
    try {
      return await send(first);
    } catch (error) {
      if (!guard || !(error instanceof ApiError) || error.status !== 412) throw error;
      const second = await checkForConflicts(first);
      if (second === null) return false;
      // Nothing that the form is about has changed; its person decides whether to send it again.
      if (second === first) throw error;
      return send(second);
    }
  };

  return {
    save,
    dialog: prompt && <StaleEditDialog fields={prompt.fields} onResolve={prompt.resolve} />,
  };
}
