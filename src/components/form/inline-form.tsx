import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { confirmDiscard, contractResolver, FormError, setFieldErrors } from './form-validation.tsx';
import { ReadOnlyForm } from './read-only-form.ts';
import type { StaleGuard } from './stale-edit.ts';
import { useStaleGuard } from './use-stale-guard.tsx';

interface InlineFormProps<Values extends FieldValues> {
  /** Names the form for assistive technology: "Facts of Billing". */
  label: string;
  schema: z.ZodType;
  /** What is true now. When it changes, fields that nobody has touched follow. */
  values: Values;
  /**
   * Makes the change; why it was not made is shown in the form. `before` is what the form began with, or with
   * a guard what others have made of it since.
   */
  onSubmit: (values: Values, before: Values) => Promise<unknown>;
  /** Asked before a change is sent; where the answer is no, everything stays as it was written. */
  confirmSave?: (values: Values) => Promise<boolean>;
  /** Further checks of the whole form: a sentence for each field that is not right. */
  validate?: (values: Values) => Partial<Record<Path<Values>, string>>;
  /** How to notice that somebody else has changed the same thing since somebody began to write. */
  guard?: StaleGuard<Values>;
  /** Whether an address still shows this form, so that going there loses nothing. */
  showsSameForm?: (address: { pathname: string; search: Record<string, unknown> }) => boolean;
  /** Why nothing can be changed, as a sentence. It is said once, and there are no buttons then. */
  readOnlyReason?: string | undefined;
  className?: string;
  children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode;
}

/** The form's own options for new values from outside keep what was typed; these take it all back. */
const resetAll = { keepDirtyValues: false, keepErrors: false };

/**
 * A form that is part of a page or a panel. Its buttons come with the first change; whoever leaves
 * with unsaved changes is asked.
 */
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
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: contractResolver<Values>(schema, validate),
  });
  const { isDirty, isSubmitting } = form.formState;
  const [opened, setOpened] = useState(values);
  // What is true follows the server until somebody begins to write; from then on it is what they began with.
  if (!isDirty && JSON.stringify(opened) !== JSON.stringify(values)) setOpened(values);
  const stale = useStaleGuard(guard, opened, onSubmit);

  useBlocker({
    shouldBlockFn: async ({ next }) => {
      const stays = showsSameForm?.({ pathname: next.pathname, search: next.search }) ?? false;
      return isDirty && !stays && !(await confirmDiscard());
    },
    enableBeforeUnload: () => isDirty,
  });

  const element = useRef<HTMLFormElement>(null);
  /** The buttons go with the last change; whoever is on one of them stays in the form. */
  const resetTo = (now: Values) => {
    if (document.activeElement instanceof HTMLButtonElement) element.current?.focus({ preventScroll: true });
    form.reset(now, resetAll);
  };

  const save = async (written: Values) => {
    setError(null);
    try {
      if (confirmSave && !(await confirmSave(written))) return;
      if (await stale.save(written)) resetTo(written);
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
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
        }}
      >
        {readOnlyReason !== undefined && <Callout>{readOnlyReason}</Callout>}
        <ReadOnlyForm value={readOnlyReason}>{children(form)}</ReadOnlyForm>
        {error !== null && <FormError error={error} fields={marked} />}
        {readOnlyReason === undefined && isDirty && (
          <div className="sticky bottom-0 z-10 -mx-1 flex justify-end gap-2 bg-surface px-1 py-3">
            <Button
              onClick={() => {
                setError(null);
                resetTo(values);
              }}
            >
              Discard
            </Button>
            <Button type="submit" tone="primary" pending={isSubmitting}>
              Save changes
            </Button>
          </div>
        )}
      </form>
      {stale.dialog}
    </>
  );
}
