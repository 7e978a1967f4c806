import { useState } from 'react';
import { z } from 'zod';
import { createPageTemplateMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { zTemplateTitle } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { maxTemplateTitle } from './rename-template-form.tsx';

const maxLength = 200_000;

const tooLong = (length: number) =>
  `A template can have ${formatNumber(maxLength)} characters, and this page has ${formatNumber(length)}. Shorten it first.`;

interface SaveTemplateFormProps {
  spaceId: string;
  /** Of the page. */
  title: string;
  readText: () => Promise<string>;
  onClose: () => void;
}

/** Keeps the text of a page as a template of its space. */
export function SaveTemplateForm({ spaceId, title, readText, onClose }: SaveTemplateFormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isPending, setPending] = useState(false);
  const { mutateAsync } = useApiMutation(createPageTemplateMutation(), {
    invalidates: ['listPageTemplates'],
  });
  const submit = async (values: { title: string }) => {
    setError(null);
    setPending(true);
    try {
      const markdown = await readText();
      if (markdown.length > maxLength)
        throw new ApiError({
          status: 400,
          operation: 'createPageTemplate',
          message: tooLong(markdown.length),
        });
      const saved = await mutateAsync({ path: { spaceId }, body: { title: values.title.trim(), markdown } });
      toast(`Saved the template “${saved.title}”`);
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog<{ title: string }>
      title="Save as template"
      description="Everyone who writes in this space can begin pages with this text."
      submitLabel="Save template"
      size="small"
      schema={z.object({ title: zTemplateTitle })}
      defaultValues={{ title: title.slice(0, maxTemplateTitle) }}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {({ control }) => <TextField control={control} name="title" label="Name" limit={maxTemplateTitle} />}
    </FormDialog>
  );
}
