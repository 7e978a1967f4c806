import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, use, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog, type DialogProps } from '#src/ui/dialog.tsx';
import { confirmDiscard, contractResolver, FormError, setFieldErrors } from './form-validation.tsx';
import { ReadOnlyForm } from './read-only-form.ts';
import { type StaleGuard, useStaleGuard } from './stale-edit.tsx';

export interface FormDialogProps<Values extends FieldValues> extends Pick<
  DialogProps,
  'title' | 'description' | 'size' | 'initialFocus'
> {
  /** Label of the submit button: "Create team". */
  submitLabel: string;
  /** `danger` for what this person cannot undo. */
  submitTone?: 'primary' | 'danger';
  /** The generated schema of the request's body, or one made from it. */
  schema: z.ZodType;
  /** Initial values of every field; never set by an effect. */
  defaultValues: DefaultValues<Values>;
  /**
   * Saves the values under this name until they are sent or discarded, so that they survive a reload. Never for
   * secrets.
   */
  draft?: string;
  /** Detects concurrent changes by others. */
  guard?: StaleGuard<Values>;
  /** The mutation's error. Shown here and nowhere else. */
  error: ApiError | null;
  /** Whether the mutation is under way. */
  pending: boolean;
  /** Saves, usually with `mutateAsync`. `before` is the base: the initial values, or with a guard the current ones. */
  onSubmit: (values: Values, before: Values) => Promise<unknown>;
  /** Called after saving and `onClose`. Navigation belongs here: nothing is unsaved any more. */
  onSaved?: ((values: Values) => void) | undefined;
  /** Called after saving or discarding. */
  onClose: () => void;
  /** The fields. */
  children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode;
}

/**
 * The dialog of every form: validates with the contract's schema, shows server errors under their fields, closes only
 * on success, and asks before unsaved changes are lost.
 */
// oxlint-disable-next-line max-lines-per-function -- connects the hooks below to one markup; a third of it names the props
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const {
    schema,
    defaultValues,
    draft,
    guard,
    error,
    pending,
    onSubmit,
    onSaved,
    onClose,
    children,
    submitLabel,
    submitTone = 'primary',
    ...dialog
  } = props;
  const formId = useId();
  const readOnlyReason = use(ReadOnlyForm);
  const { restored, storeDraft, discardDraft } = useFormDraft<Values>(draft);
  const form = useForm<Values, unknown, Values>({
    defaultValues,
    ...(restored ? { values: restored.values, resetOptions: { keepDefaultValues: true } } : {}),
    resolver: contractResolver<Values>(schema),
  });
  const { isDirty, isSubmitting } = form.formState;
  const [opened] = useState(() => restored?.base ?? form.getValues());
  const stale = useStaleGuard(guard, opened, onSubmit);
  const { canLeave, leave } = useUnsavedChanges(isDirty, discardDraft);
  const close = async () => {
    if (pending || !(await canLeave())) return;
    leave();
    onClose();
  };
  const save = async (values: Values) => readOnlyReason === undefined && stale.save(values);
  const { submit, visibleError, marked } = useSubmission(form, error, save, (values) => {
    leave();
    onClose();
    onSaved?.(values);
  });

  return (
    <Dialog
      {...dialog}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone={submitTone}
            pending={pending || isSubmitting}
            disabledReason={readOnlyReason}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
        }}
        // After the fields' own handlers, so the form has the new value; and at once, so that no reload comes before.
        onChange={() => storeDraft(form.getValues(), opened)}
      >
        {readOnlyReason !== undefined && <Callout>{readOnlyReason}</Callout>}
        {children(form)}
        {restored && isDirty && <p className="text-xs text-ink-soft">Draft restored.</p>}
        {visibleError !== null && <FormError error={visibleError} fields={marked} />}
      </form>
      {stale.dialog}
    </Dialog>
  );
}

/**
 * The typed values, and the values that the form started from: changes by others are noticed after a reload
 * too.
 */
interface KeptValues<Values> {
  values: Values;
  base: Values;
}

const isKept = (stored: object) => 'values' in stored && 'base' in stored;

/** The draft that was stored under a name before a reload. Without a name, nothing is stored. */
function useFormDraft<Values>(name: string | undefined) {
  const [restored] = useState(() =>
    name === undefined ? null : readFormDraft<KeptValues<Values>>(name, isKept),
  );
  return {
    restored,
    storeDraft: (values: Values, base: Values) => {
      if (name !== undefined) writeDraft(name, JSON.stringify({ values, base }));
    },
    discardDraft: () => {
      if (name !== undefined) deleteDraft(name);
    },
  };
}

/** Asks before a navigation loses unsaved changes; after `leave`, there are none. */
function useUnsavedChanges(isDirty: boolean, discardDraft: () => void) {
  const isLeaving = useRef(false);
  const canLeave = async () => {
    if (!isDirty || isLeaving.current) return true;
    const isDiscarded = await confirmDiscard();
    if (isDiscarded) discardDraft();
    return isDiscarded;
  };
  useBlocker({
    shouldBlockFn: async () => !(await canLeave()),
    enableBeforeUnload: () => isDirty && !isLeaving.current,
  });
  const leave = () => {
    isLeaving.current = true;
    discardDraft();
  };
  return { canLeave, leave };
}

/** Validates, saves and shows what fails: the mutation's error, or one beside it. */
function useSubmission<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  error: ApiError | null,
  save: (values: Values) => Promise<boolean>,
  onSaved: (values: Values) => void,
) {
  const [failure, setFailure] = useState<unknown>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // A server error is dismissed once client validation fails.
  const [dismissedError, setDismissedError] = useState<unknown>(null);
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(null);
      try {
        if (!(await save(values))) return;
      } catch (caught) {
        setMarked(setFieldErrors(form, caught));
        setFailure(caught);
        if (caught instanceof ApiError) return;
        throw caught;
      }
      onSaved(values);
    },
    () => {
      setFailure(null);
      setDismissedError(error);
    },
  );
  // Errors outside the mutation are shown too.
  return { submit, marked, visibleError: (error === dismissedError ? null : error) ?? failure };
}
