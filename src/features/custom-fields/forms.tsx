import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import {
  createCustomFieldMutation,
  getCustomFieldOptions,
  getCustomFieldQueryKey,
  updateCustomFieldMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomField, CustomFieldUpdate } from '#api/generated/types.gen.ts';
import { zCreateCustomFieldBody, zUpdateCustomFieldBody } from '#api/generated/zod.gen.ts';
import { useApiMutation, updateCachedLists, fetchFresh } from '#src/api/queries.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import {
  FieldOptionsField,
  FieldTextFields,
  type FieldFormValues,
  validateOptions,
  trimOptions,
} from './field-form-fields.tsx';
import { fieldTypes, hasOptions, typeLabelOf } from './labels.ts';
import { type FieldUse, allValuesOf, computeFieldUse } from './queries.ts';

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
      draft={`create-custom-field.${organizationId}`}
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

/**
 * The values that spaces lose when options are removed; null if none uses them.
 * @param use null if unknown
 */
export function describeRemovedOptions(
  before: readonly string[],
  after: readonly string[],
  use: FieldUse | null,
): string | null {
  const removed = before.filter((option) => !after.includes(option));
  const sentences = removed.flatMap((option) => {
    if (!use) return [`“${option}” is removed from the spaces that use it.`];
    const count = use.byOption.get(option) ?? 0;
    return count > 0 ? [`“${option}” is removed from ${formatCount(count, 'space')}.`] : [];
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const schemaOf = (type: string) =>
  zUpdateCustomFieldBody.extend({ options: z.array(z.string()) }).superRefine(({ options }, context) => {
    const problem = hasOptions(type) ? validateOptions(options) : null;
    if (problem) context.addIssue({ code: 'custom', path: ['options'], message: problem });
  });

const valuesOf = (field: CustomField): FieldFormValues => {
  const { name, type, title = '', description = '', placeholder = '', options = [] } = field;
  return { name, type, title, description, placeholder, options };
};

const bodyOf = ({ type, title, description, placeholder, options }: FieldFormValues): CustomFieldUpdate => ({
  title,
  description,
  placeholder,
  ...(hasOptions(type) && { options: trimOptions(options) }),
});

interface EditFieldFormProps {
  organizationId: string;
  field: CustomField;
  onClose: () => void;
}

/** Edits a custom field; warns which spaces lose an option. */
export function EditFieldForm({ organizationId, field, onClose }: EditFieldFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, fieldName: field.name };
  const update = useApiMutation(updateCustomFieldMutation(), {
    invalidates: [{ operation: 'listCustomFieldValues', path: { organizationId } }, 'listSpaceCustomFields'],
    onSuccess(changed) {
      queryClient.setQueryData(getCustomFieldQueryKey({ path }), changed);
      const list = { operation: 'listCustomFields', path: { organizationId } } as const;
      updateCachedLists<CustomField>(queryClient, list, (item) => (item.id === changed.id ? changed : item));
    },
  });
  const save = (body: CustomFieldUpdate) => update.mutateAsync({ path, body });

  return (
    <FormDialog<FieldFormValues>
      title={`Edit custom field “${field.name}”`}
      submitLabel="Save changes"
      schema={schemaOf(field.type)}
      defaultValues={valuesOf(field)}
      draft={`custom-field.${organizationId}.${field.name}`}
      guard={{
        path: `/v1/orgs/${organizationId}/custom-fields/${field.name}`,
        labels: {
          title: 'Title',
          description: 'Description',
          placeholder: 'Placeholder',
          options: 'Options',
        },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getCustomFieldOptions({ path }))),
      }}
      error={update.error}
      pending={update.isPending}
      onSubmit={async (values, before) => {
        const body = bodyOf(values);
        await save(body);
        // Restored options don't restore the values of spaces.
        if (describeRemovedOptions(before.options, body.options ?? before.options, null) !== null) return;
        recordUndoable({
          label: `Changed custom field “${field.name}”`,
          undo: () => save(bodyOf(before)),
          redo: () => save(body),
          confirmations: {
            undo: () => optionRemovalConfirmation(queryClient, organizationId, field.name, body, before),
          },
        });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {hasOptions(field.type) && (
            <>
              <FieldOptionsField control={form.control} />
              <RemovedOptionsWarning
                organizationId={organizationId}
                field={field}
                options={form.watch('options')}
              />
            </>
          )}
          <FieldTextFields control={form.control} />
        </>
      )}
    </FormDialog>
  );
}

/** Undoing an added option also removes it from spaces that use it in the meantime. */
async function optionRemovalConfirmation(
  queryClient: QueryClient,
  organizationId: string,
  name: string,
  { options: now = [] }: CustomFieldUpdate,
  { options: before }: FieldFormValues,
): Promise<Confirmation | null> {
  const all = await queryClient.fetchQuery({ ...allValuesOf(organizationId), staleTime: 0 });
  const use = all && computeFieldUse(all.items, name);
  const losses = describeRemovedOptions(now, trimOptions(before), use);
  if (losses === null) return null;
  const body = `${losses} You can’t undo this, even by adding the option again.`;
  return { title: `Remove options of “${name}”?`, body, confirmLabel: 'Remove options', tone: 'danger' };
}

interface RemovedOptionsWarningProps {
  organizationId: string;
  field: CustomField;
  /** The options currently in the form. */
  options: readonly string[];
}

function RemovedOptionsWarning({ organizationId, field, options }: RemovedOptionsWarningProps) {
  const { data } = useQuery(allValuesOf(organizationId));
  const use = data ? computeFieldUse(data.items, field.name) : null;
  const losses = describeRemovedOptions(field.options ?? [], trimOptions(options), use);
  if (losses === null) return null;
  return (
    <Callout tone="warning" title="Removes values">
      {losses} You can’t undo this, even by adding the option again.
    </Callout>
  );
}
