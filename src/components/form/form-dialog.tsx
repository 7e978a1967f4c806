import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, use, useId, useRef, useState } from 'react';
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
 * The typed values, and the values that the form started from: changes by others are noticed after a reload
 * too.
 */
interface KeptValues<Values> {
  values: Values;
  base: Values;
}

const isKept = (stored: object) => 'values' in stored && 'base' in stored;

/**
 * The dialog of every form: validates with the contract's schema, shows server errors under their fields, closes only
 * on success, and asks before unsaved changes are lost.
 */
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
  const isLeaving = useRef(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // A server error is dismissed once client validation fails.
  const [dismissedError, setDismissedError] = useState<unknown>(null);
  // Errors outside the mutation are shown too.
  const visibleError = (error === dismissedError ? null : error) ?? failure;
  const readOnlyReason = use(ReadOnlyForm);
  const [restored] = useState(() =>
    draft === undefined ? null : readFormDraft<KeptValues<Values>>(draft, isKept),
  );
  const form = useForm<Values, unknown, Values>({
    defaultValues,
    ...(restored ? { values: restored.values, resetOptions: { keepDefaultValues: true } } : {}),
    resolver: contractResolver<Values>(schema),
  });
  const { isDirty, isSubmitting } = form.formState;
  const [opened] = useState(() => restored?.base ?? form.getValues());
  const stale = useStaleGuard(guard, opened, onSubmit);

  const canLeave = async () => {
    if (!isDirty || isLeaving.current) return true;
    const isDiscarded = await confirmDiscard();
    if (isDiscarded && draft !== undefined) deleteDraft(draft);
    return isDiscarded;
  };
  useBlocker({
    shouldBlockFn: async () => !(await canLeave()),
    enableBeforeUnload: () => isDirty && !isLeaving.current,
  });

  const close = async () => {
    if (pending || !(await canLeave())) return;
    isLeaving.current = true;
    if (draft !== undefined) deleteDraft(draft);
    onClose();
  };

  const save = async (values: Values) => {
    if (readOnlyReason !== undefined) return;
    setFailure(null);
    try {
      if (!(await stale.save(values))) return;
    } catch (caught) {
      setMarked(setFieldErrors(form, caught));
      setFailure(caught);
      if (caught instanceof ApiError) return;
      throw caught;
    }
    isLeaving.current = true;
    if (draft !== undefined) deleteDraft(draft);
    onClose();
    onSaved?.(values);
  };
  const submit = form.handleSubmit(save, () => {
    setFailure(null);
    setDismissedError(error);
  });

  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
  };

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
        onKeyDown={submitByKey}
        // After the fields' own handlers, so the form has the new value; and at once, so that no reload comes before.
        onChange={() => {
          if (draft === undefined) return;
          writeDraft(draft, JSON.stringify({ values: form.getValues(), base: opened }));
        }}
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
