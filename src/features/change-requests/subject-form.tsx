import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { confirmDiscard } from '#src/components/form/form-validation.tsx';
import { type StaleGuard, useStaleGuard } from '#src/components/form/stale-edit.tsx';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { ChangeRequestPath } from './labels.ts';
import { changeRequestOf } from './queries.ts';

const maxSubjectLength = 100;

interface SubjectFormProps {
  path: ChangeRequestPath;
  subject: string;
  /** Saves the new subject; if it rejects, the error is shown and the form stays open. */
  onSave: (subject: string, before: string) => Promise<unknown>;
  onClose: () => void;
}

/** Edits a subject in place: Enter saves, Escape cancels. */
export function SubjectForm({ path, subject, onSave, onClose }: SubjectFormProps) {
  const queryClient = useQueryClient();
  const [initial] = useState({ subject });
  const guard: StaleGuard<{ subject: string }> = {
    path: `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}`,
    labels: { subject: 'Subject' },
    fetchCurrent: async () => ({ subject: (await fetchFresh(queryClient, changeRequestOf(path))).subject }),
  };
  const stale = useStaleGuard(guard, initial, (written, before) => onSave(written.subject, before.subject));
  const [text, setText] = useState(subject);
  const [validationError, setValidationError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const isDirty = text.trim() !== initial.subject;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Shown above all tabs of the change request.
      const [screen = ''] = /^.*\/changes\/[^/]+/.exec(current.pathname) ?? [];
      const isSameForm = `${next.pathname}/`.startsWith(`${screen}/`);
      return isDirty && !isSameForm && !(await confirmDiscard());
    },
    enableBeforeUnload: () => isDirty,
  });
  const save = async () => {
    const length = codePointLength(text.trim());
    if (length > maxSubjectLength)
      return setValidationError(
        `Must be at most ${formatCount(maxSubjectLength, 'character')} (now ${formatNumber(length)}).`,
      );
    setPending(true);
    try {
      if (await stale.save({ subject: text.trim() })) return onClose();
    } catch (error) {
      setValidationError(errorMessage(error));
    }
    setPending(false);
  };
  return (
    <>
      <form
        aria-label="Rename change request"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <Input
          // Replaces the menu that was just used, so it takes the focus.
          autoFocus
          aria-label="Subject"
          aria-invalid={validationError !== null || undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" tone="primary" pending={pending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {validationError && (
          <p role="alert" className="text-xs text-danger-ink">
            {validationError}
          </p>
        )}
      </form>
      {stale.dialog}
    </>
  );
}
