import { useRef } from 'react';
import { z } from 'zod';
import { createCustomFieldMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { zCreateCustomFieldBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { FieldOptionsField, FieldTextFields, type FieldFormValues } from './field-form-fields.tsx';
import { fieldTypes, hasOptions, typeLabelOf } from './field-labels.ts';
import { validateOptions, trimOptions } from './option-rules.ts';

const schema = zCreateCustomFieldBody
  .extend({
    // The generated rule is the same, but has no message.
    name: z
      .string()
      .max(50)
      .refine((name) => /^[a-z_\-0-9]+$/.test(name), {
        message: 'Use only lowercase letters, digits, - and _.',
      }),
    options: z.array(z.string()),
  })
  .superRefine(({ type, options }, context) => {
    const problem = hasOptions(type) ? validateOptions(options) : null;
    if (problem) context.addIssue({ code: 'custom', path: ['options'], message: problem });
  });

interface CreateFieldFormProps {
  organizationId: string;
  /** Called when closed, with the field's name if one was created. */
  onClose: (fieldName: string | null) => void;
}

/** Creates a custom field. Name and type are permanent. */
export function CreateFieldForm({ organizationId, onClose }: CreateFieldFormProps) {
  const path = { organizationId };
  const created = useRef<string | null>(null);
  const create = useApiMutation(createCustomFieldMutation(), {
    invalidates: [{ operation: 'listCustomFields', path }, 'listSpaceCustomFields'],
  });
  return (
    <FormDialog<FieldFormValues>
      title="New custom field"
      description="All spaces in the organization can then have a value for it."
      submitLabel="Create field"
      schema={schema}
      defaultValues={{ name: '', type: 'text', title: '', description: '', placeholder: '', options: [''] }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ name, type, title, description, placeholder, options }) => {
        const body = {
          name,
          type,
          ...(title && { title }),
          ...(description && { description }),
          ...(placeholder && { placeholder }),
          ...(hasOptions(type) && { options: trimOptions(options) }),
        };
        created.current = (await create.mutateAsync({ path, body })).name;
      }}
      onClose={() => onClose(created.current)}
    >
      {(form) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="name"
              label="Name"
              hint="Lowercase letters, digits, - and _. Can’t be changed later."
              placeholder="review-days"
              limit={50}
              code
            />
            <SelectField
              control={form.control}
              name="type"
              label="Type"
              hint={`${typeLabelOf(form.watch('type')).description} Can’t be changed later.`}
              options={fieldTypes.map((type) => ({ value: type, label: typeLabelOf(type).label }))}
            />
          </div>
          {hasOptions(form.watch('type')) && <FieldOptionsField control={form.control} />}
          <FieldTextFields control={form.control} />
        </>
      )}
    </FormDialog>
  );
}
