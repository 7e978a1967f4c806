import { Suspense, useState, type ReactNode } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { requireUnchanged } from '#src/api/etags.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';

// Few edits conflict, and a dialog is a tenth of a form's code.
const StaleEditDialog = lazyPart(async () => ({
  default: (await import('./stale-edit-dialog.tsx')).StaleEditDialog,
}));

/** The input of a form for detecting concurrent changes by others. */
export interface StaleGuard<Values> {
  /** Fetches the current values. */
  fetchCurrent: () => Promise<Values>;
  /** The resource's path, `/v1/spaces/abc`, if it has an ETag; the server then checks too. */
  path?: string;
  /** Labels of the compared fields; others are not compared. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** Formats values that are not readable text. */
  formatters?: Partial<Record<keyof Values & string, (values: Values) => string>>;
  /** Fields that the form doesn't show now: they are not compared, and what others saved in them stays. */
  unshown?: readonly (keyof Values & string)[];
}

/** A field changed by both, or by someone else. */
export interface StaleField {
  name: string;
  label: string;
  theirs: string;
  mine: string;
  /** Both changed it, differently. */
  isConflict: boolean;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const valueOf = (values: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(values)).get(name);

const textOf = (values: object, name: string): string => asText(valueOf(values, name));

const displayText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.map(asText).join(', ') : asText(value);
};

/** The fields changed by others since the form was opened. */
export function staleFields<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  { labels, formatters = {}, unshown = [] }: Pick<StaleGuard<Values>, 'labels' | 'formatters' | 'unshown'>,
): StaleField[] {
  const isUnshown = new Set<string>(unshown);
  const writers = new Map<string, ((values: Values) => string) | undefined>(Object.entries(formatters));
  const display = (values: Values, name: string) =>
    writers.get(name)?.(values) ?? displayText(valueOf(values, name));
  return Object.entries<string | undefined>(labels).flatMap(([name, label = name]) => {
    const [before, mineText, theirsText] = [base, mine, theirs].map((values) => textOf(values, name));
    if (isUnshown.has(name) || theirsText === before || theirsText === mineText) return [];
    const isContested = mineText !== before;
    return [
      { name, label, theirs: display(theirs, name), mine: display(mine, name), isConflict: isContested },
    ];
  });
}

/** The base after an earlier save reached the server without a response: our own change is not a conflict. */
export function rebaseOnSent<Values extends object>(
  before: Values,
  mine: Values,
  theirs: Values,
  sent: Values,
): Values {
  const saved = Object.entries(theirs).filter(([name, value]) => {
    const theirText = asText(value);
    const isSent = theirText === textOf(sent, name) && theirText !== textOf(before, name);
    return isSent && theirText !== textOf(mine, name);
  });
  return saved.length === 0 ? before : { ...before, ...Object.fromEntries(saved) };
}

/** The values and their base with what others saved in fields that the form doesn't show; the same object without any. */
export function takeUnshown<Values extends object>(
  mine: MergedValues<Values>,
  theirs: Values,
  { unshown = [] }: Pick<StaleGuard<Values>, 'unshown'>,
): MergedValues<Values> {
  const changed = unshown.filter((name) => textOf(mine.before, name) !== textOf(theirs, name));
  if (changed.length === 0) return mine;
  const theirValues = Object.fromEntries(changed.map((name) => [name, theirs[name]]));
  return { written: { ...mine.written, ...theirValues }, before: { ...mine.before, ...theirValues } };
}

/** The values to save: mine, but theirs where I changed nothing or selected theirs. */
export function mergeChoices<Values extends object>(
  mine: Values,
  theirs: Values,
  fields: readonly StaleField[],
  takeTheirs: ReadonlySet<string>,
): Values {
  const names = new Set(
    fields.filter(({ name, isConflict }) => !isConflict || takeTheirs.has(name)).map(({ name }) => name),
  );
  const accepted = Object.entries(theirs).filter(([name]) => names.has(name));
  return { ...mine, ...Object.fromEntries(accepted) };
}

interface ConflictPrompt {
  fields: readonly StaleField[];
  resolve: (takeTheirs: ReadonlySet<string> | null) => void;
}

/** The values to save and the base they replace. */
interface MergedValues<Values> {
  written: Values;
  before: Values;
}

/** Asks which versions of conflicting fields to save, with the dialog while it is open. */
export function useConflictPrompt(): {
  /** Resolves to the fields of which their version was selected; null to go back to editing. */
  ask: (fields: readonly StaleField[]) => Promise<ReadonlySet<string> | null>;
  dialog: ReactNode;
} {
  const [prompt, setPrompt] = useState<ConflictPrompt | null>(null);
  return {
    async ask(fields) {
      const decided = await new Promise<ReadonlySet<string> | null>((resolve) =>
        setPrompt({ fields, resolve }),
      );
      setPrompt(null);
      return decided;
    },
    dialog: prompt && (
      <Suspense>
        <StaleEditDialog fields={prompt.fields} onResolve={prompt.resolve} />
      </Suspense>
    ),
  };
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
  const [mergedBase, setMergedBase] = useState<Values | null>(null);
  const base = mergedBase ?? opened;
  // Values sent without a response.
  const [unconfirmed, setUnconfirmed] = useState<Values | null>(null);
  const { ask, dialog } = useConflictPrompt();

  /** Compares with the current values; null if the user goes back to editing. */
  const checkForConflicts = async (edited: MergedValues<Values>): Promise<MergedValues<Values> | null> => {
    // If reading fails, saving reports the error.
    const theirs = await guard?.fetchCurrent().catch(() => undefined);
    if (!guard || theirs === undefined) return edited;
    const mine = takeUnshown(edited, theirs, guard);
    const before = unconfirmed ? rebaseOnSent(mine.before, mine.written, theirs, unconfirmed) : mine.before;
    const fields = staleFields(before, mine.written, theirs, guard);
    if (fields.length === 0) return before === mine.before ? mine : { ...mine, before };
    const decided = await ask(fields);
    if (decided === null) return null;
    setMergedBase(theirs);
    return { written: mergeChoices(mine.written, theirs, fields, decided), before: theirs };
  };

  const send = async ({ written, before }: MergedValues<Values>): Promise<true> => {
    if (guard?.path !== undefined) requireUnchanged(guard.path);
    setUnconfirmed(written);
    await submit(written, before);
    setUnconfirmed(null);
    setMergedBase(null);
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

  return { save, dialog };
}
