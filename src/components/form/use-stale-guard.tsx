import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { requireUnchanged } from '#src/api/etags.ts';
import { mergeChoices, staleFields, type StaleField, type StaleGuard, rebaseOnSent } from './stale-edit.ts';
import { StaleEditDialog } from './stale-edit-dialog.tsx';

interface ConflictPrompt {
  fields: readonly StaleField[];
  resolve: (takeTheirs: ReadonlySet<string> | null) => void;
}

/** The values to save and the base they replace. */
interface MergedValues<Values> {
  written: Values;
  before: Values;
}

interface GuardedSave<Values> {
  /**
   * Saves, or asks first if someone else changed the same resource, also after a 412.
   *
   * @returns whether it was saved; rejects if saving fails
   */
  save: (mine: Values) => Promise<boolean>;
  /** The conflict dialog, while open. */
  dialog: ReactNode;
}

/** Keeps a form from overwriting changes by others. */
export function useStaleGuard<Values extends object>(
  guard: StaleGuard<Values> | undefined,
  opened: Values,
  submit: (values: Values, before: Values) => Promise<unknown>,
): GuardedSave<Values> {
  // The resolved base applies until it is saved.
  const [mergedBase, setAgreed] = useState<Values | null>(null);
  const base = mergedBase ?? opened;
  // Values sent without a response.
  const [unconfirmed, setSent] = useState<Values | null>(null);
  const [prompt, setPrompt] = useState<ConflictPrompt | null>(null);

  /** Compares with the current values; null if the user goes back to editing. */
  const checkForConflicts = async (mine: MergedValues<Values>): Promise<MergedValues<Values> | null> => {
    // If reading fails, saving reports the error.
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
      // None of the form's fields changed; the user decides whether to retry.
      if (second === first) throw error;
      return send(second);
    }
  };

  return {
    save,
    dialog: prompt && <StaleEditDialog fields={prompt.fields} onResolve={prompt.resolve} />,
  };
}
