import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { updateCachedLists } from '#src/api/cached-lists.ts';
import {
  getCustomFieldOptions,
  getCustomFieldQueryKey,
  updateCustomFieldMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomField, CustomFieldUpdate } from '#api/generated/types.gen.ts';
import { zUpdateCustomFieldBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { fetchFresh } from '#src/api/queries.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Callout } from '#src/ui/callout.tsx';
import { type FieldFormValues, FieldOptionsField, FieldTextFields } from './field-form-fields.tsx';
import { allValuesOf, computeFieldUse } from './field-use.ts';
import { hasOptions } from './field-labels.ts';
import { describeRemovedOptions } from './removed-options.ts';
import { validateOptions, trimOptions } from './option-rules.ts';

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
      updateCachedLists<CustomField>(queryClient, list, (one) => (one.id === changed.id ? changed : one));
    },
  });
  const save = (body: CustomFieldUpdate) => update.mutateAsync({ path, body });

  return (
    <FormDialog<FieldFormValues>
      title={`Edit custom field “${field.name}”`}
      submitLabel="Save changes"
      schema={schemaOf(field.type)}
      defaultValues={valuesOf(field)}
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

/** Undoing an added option also removes it from spaces that use it by now. */
async function optionRemovalConfirmation(
  queryClient: QueryClient,
  organizationId: string,
  name: string,
  { options: now = [] }: CustomFieldUpdate,
  { options: before }: FieldFormValues,
): Promise<Confirmation | null> {
  const all = await queryClient.fetchQuery({ ...allValuesOf(queryClient, organizationId), staleTime: 0 });
  const use = all && computeFieldUse(all.items, name);
  const lost = describeRemovedOptions(now, trimOptions(before), use);
  if (lost === null) return null;
  const body = `${lost} You can’t undo this, even by adding the option again.`;
  return { title: `Remove options of “${name}”?`, body, confirmLabel: 'Remove options', tone: 'danger' };
}

interface RemovedOptionsWarningProps {
  organizationId: string;
  field: CustomField;
  /** The options currently in the form. */
  options: readonly string[];
}

function RemovedOptionsWarning({ organizationId, field, options }: RemovedOptionsWarningProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(allValuesOf(queryClient, organizationId));
  const use = data ? computeFieldUse(data.items, field.name) : null;
  const lost = describeRemovedOptions(field.options ?? [], trimOptions(options), use);
  if (lost === null) return null;
  return (
    <Callout tone="warning" title="Removes values">
      {lost} You can’t undo this, even by adding the option again.{' '}
    </Callout>
  );
}
