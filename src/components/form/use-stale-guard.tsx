import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { expectUnchanged } from '#src/api/versions.ts';
import { settle, staleFields, type StaleField, type StaleGuard, withArrived } from './stale-edit.ts';
import { StaleEditDialog } from './stale-edit-dialog.tsx';

interface Question {
  fields: readonly StaleField[];
  decide: (takeTheirs: ReadonlySet<string> | null) => void;
}

/** What is to be saved, and what it replaces: what the form began with, or what others have made of that since. */
interface Settled<Values> {
  written: Values;
  before: Values;
}

interface Guarded<Values> {
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
): Guarded<Values> {
  // What was agreed on with the others counts until it is saved.
  const [agreed, setAgreed] = useState<Values | null>(null);
  const base = agreed ?? opened;
  // What has been sent without an answer that says what became of it.
  const [sent, setSent] = useState<Values | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  /** What is to be saved after a look at what is true now; null when its person wants to go on writing. */
  const look = async (mine: Settled<Values>): Promise<Settled<Values> | null> => {
    // Who cannot read now is told by the change itself.
    const theirs = await guard?.read().catch(() => undefined);
    if (!guard || theirs === undefined) return mine;
    const before = sent ? withArrived(mine.before, mine.written, theirs, sent) : mine.before;
    const fields = staleFields(before, mine.written, theirs, guard);
    if (fields.length === 0) return before === mine.before ? mine : { ...mine, before };
    const decided = await new Promise<ReadonlySet<string> | null>((decide) =>
      setQuestion({ fields, decide }),
    );
    setQuestion(null);
    if (decided === null) return null;
    setAgreed(theirs);
    return { written: settle(mine.written, theirs, fields, decided), before: theirs };
  };

  const send = async ({ written, before }: Settled<Values>): Promise<true> => {
    if (guard?.address !== undefined) expectUnchanged(guard.address);
    setSent(written);
    await submit(written, before);
    setSent(null);
    setAgreed(null);
    return true;
  };

  const save = async (mine: Values): Promise<boolean> => {
    const first = await look({ written: mine, before: base });
    if (first === null) return false;
    try {
      return await send(first);
    } catch (error) {
      if (!guard || !(error instanceof ApiError) || error.status !== 412) throw error;
      const second = await look(first);
      if (second === null) return false;
      // Nothing that the form is about has changed; its person decides whether to send it again.
      if (second === first) throw error;
      return send(second);
    }
  };

  return {
    save,
    dialog: question && <StaleEditDialog fields={question.fields} onDecide={question.decide} />,
  };
}
