import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { classNames } from '#src/lib/class-names.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { confirmDiscard, contractResolver, FormError, setFieldErrors } from './form-validation.tsx';
import { ReadOnlyForm } from './read-only-form.ts';
import { type StaleGuard, useStaleGuard } from './stale-edit.tsx';

interface InlineFormProps<Values extends FieldValues> {
  /** Accessible name: "Details of Billing". */
  label: string;
  schema: z.ZodType;
  /** The current values. When they change, untouched fields follow. */
  values: Values;
  /**
   * Saves; errors are shown in the form. `before` is the base: the initial values, or with a guard the current ones.
   */
  onSubmit: (values: Values, before: Values) => Promise<unknown>;
  /** Asked before saving; if false, everything stays as typed. */
  confirmSave?: (values: Values) => Promise<boolean>;
  /** Further validation: an error message per field. */
  validate?: (values: Values) => Partial<Record<Path<Values>, string>>;
  /** Detects concurrent changes by others. */
  guard?: StaleGuard<Values>;
  /** Whether a location still shows this form, so that navigating there loses nothing. */
  showsSameForm?: (address: { pathname: string; search: Record<string, unknown> }) => boolean;
  /** Why the form is read-only. Shown once, without buttons. */
  readOnlyReason?: string | undefined;
  className?: string;
  children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode;
}

/** A form stays changed while it follows its values, or what others save would become what its fields started from. */
const resetUntouched = { keepDirtyValues: true, keepDirty: true, keepErrors: true };

/** Discards what was typed, too. */
const resetAll = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

/** Whether a field, or anything in it, is marked as typed in. */
const isMarked = (mark: unknown): boolean =>
  mark === true || (typeof mark === 'object' && mark !== null && Object.values(mark).some(isMarked));

/** The initial values of the fields: the newest ones, except in fields with unsaved input. */
function baseOf<Values extends object>(opened: Values, values: Values, dirtyFields: object): Values {
  const isTyped = new Set(
    Object.entries(dirtyFields)
      .filter(([, mark]) => isMarked(mark))
      .map(([name]) => name),
  );
  return { ...values, ...Object.fromEntries(Object.entries(opened).filter(([name]) => isTyped.has(name))) };
}

/**
 * A form inside a page or panel. Its Save is disabled until the first change, with which Discard appears; leaving with
 * unsaved changes asks.
 */
// oxlint-disable-next-line max-lines-per-function -- the state of one form: base, save, discard and markup use the same values
export function InlineForm<Values extends FieldValues>(props: InlineFormProps<Values>) {
  const {
    label,
    schema,
    values,
    onSubmit,
    confirmSave,
    validate,
    guard,
    showsSameForm,
    readOnlyReason,
    className,
    children,
  } = props;
  const formId = useId();
  const [error, setError] = useState<unknown>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const form = useForm<Values, unknown, Values>({
    values,
    resetOptions: resetUntouched,
    resolver: contractResolver<Values>(schema, validate),
  });
  const { isDirty, dirtyFields, isSubmitting } = form.formState;
  const [opened, setOpened] = useState(values);
  // While it is sent, an answer that comes first is no reason to compare with something else.
  const base = isSubmitting ? opened : isDirty ? baseOf(opened, values, dirtyFields) : values;
  if (JSON.stringify(opened) !== JSON.stringify(base)) setOpened(base);
  const stale = useStaleGuard(guard, opened, onSubmit);

  useBlocker({
    shouldBlockFn: async ({ next }) => {
      const isSameForm = showsSameForm?.({ pathname: next.pathname, search: next.search }) ?? false;
      return isDirty && !isSameForm && !(await confirmDiscard());
    },
    enableBeforeUnload: () => isDirty,
  });

  const element = useRef<HTMLFormElement>(null);
  const discard = () => {
    setError(null);
    // The button disappears; keep the focus in the form.
    element.current?.focus({ preventScroll: true });
    form.reset(values, resetAll);
  };

  const save = async (written: Values) => {
    setError(null);
    try {
      if (confirmSave && !(await confirmSave(written))) return;
      if (await stale.save(written)) form.reset(written, resetAll);
    } catch (failure) {
      setMarked(setFieldErrors(form, failure));
      setError(failure);
      if (!(failure instanceof ApiError)) throw failure;
    }
  };
  const submit = form.handleSubmit(save, () => setError(null));

  return (
    <>
      <form
        id={formId}
        ref={element}
        tabIndex={-1}
        aria-label={label}
        noValidate
        className={classNames('flex flex-col gap-4 outline-none', className)}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && isDirty) void submit();
        }}
      >
        {readOnlyReason !== undefined && <Callout>{readOnlyReason}</Callout>}
        <ReadOnlyForm value={readOnlyReason}>{children(form)}</ReadOnlyForm>
        {error !== null && <FormError error={error} fields={marked} />}
        {readOnlyReason === undefined && (
          <div className={classNames('form-actions', isDirty && 'form-actions-sticky')}>
            <Button
              type="submit"
              tone={isDirty ? 'primary' : 'neutral'}
              pending={isSubmitting}
              disabledReason={!isDirty && 'No changes.'}
            >
              Save changes
            </Button>
            {isDirty && (
              <Button tone="quiet" onClick={discard}>
                Discard
              </Button>
            )}
          </div>
        )}
      </form>
      {stale.dialog}
    </>
  );
}
