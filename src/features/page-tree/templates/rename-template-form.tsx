import { useState } from 'react';
import { updatePageTemplateMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { ifMatchHeader } from '#src/api/etags.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

export const maxTemplateTitle = 80;

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 412)
    return 'Someone else renamed this template. Cancel to see its name now, and try again.';
  return fieldErrors(error).get('title') ?? errorMessage(error);
}

interface RenameTemplateFormProps {
  path: { spaceId: string; pageTemplateId: string };
  /** The name, and the version that has it. */
  edited: { title: string; version: string | undefined };
  onClose: () => void;
}

/** Renames a template, unless someone else has since. */
export function RenameTemplateForm({ path, edited, onClose }: RenameTemplateFormProps) {
  const [title, setTitle] = useState(edited.title);
  const { mutate, error, isPending } = useApiMutation(updatePageTemplateMutation(), {
    invalidates: ['listPageTemplates'],
    onSuccess: (saved) => {
      toast(`Renamed the template to “${saved.title}”`);
      onClose();
    },
  });
  const isEmpty = title.trim() === '';
  return (
    <form
      aria-label={`Rename ${edited.title}`}
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) mutate({ path, headers: ifMatchHeader(edited.version), body: { title: title.trim() } });
      }}
    >
      <Field label="Name" error={isEmpty ? 'Required' : error && describeFailure(error)}>
        {(control) => (
          <Input
            {...control}
            value={title}
            maxLength={maxTemplateTitle}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" tone="primary" disabled={isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
