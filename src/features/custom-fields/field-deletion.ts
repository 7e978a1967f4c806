import { useQueryClient } from '@tanstack/react-query';
import { changeListed } from '#src/api/cached-lists.ts';
import { deleteCustomFieldMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomField } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { confirmDeletion } from '#src/components/confirm/confirm-deletion.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';
import { allValuesOf, type FieldUse, fieldUse } from './field-use.ts';

/** What is lost with a field, one sentence each. @param use null where the server cannot tell */
export function deletionInWords(use: FieldUse | null): string[] {
  if (!use) return ['Also deletes its values in all spaces.'];
  const { spaces, of } = use;
  if (spaces.length === 0) return [`No values in ${countOf(of, 'space')}.`];
  const titles = nameSome(
    spaces.slice(0, 4).map(({ space }) => space.title),
    spaces.length,
  );
  return [
    `Also deletes the ${spaces.length === 1 ? 'value' : 'values'} of ${spaces.length} of ${countOf(of, 'space')}: ${titles}.`,
  ];
}

/**
 * Deletes custom fields, after a question that says which spaces lose a value and has the name typed.
 *
 * @returns the function that asks; it says whether the field was deleted
 */
export function useFieldDeletion(organizationId: string): (field: CustomField) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const { mutateAsync } = useApiMutation(deleteCustomFieldMutation(), {
    refreshes: [{ operation: 'listCustomFieldValues', path }, 'listSpaceCustomFields'],
    onSuccess: (_, { path: { fieldName } }) =>
      changeListed<CustomField>(queryClient, { operation: 'listCustomFields', path }, (field) =>
        field.name === fieldName ? null : field,
      ),
  });
  return ({ name }) => {
    return confirmDeletion({
      kind: 'custom field',
      name,
      confirmLabel: 'Delete field',
      typeToConfirm: name,
      impact: async () => {
        const all = await queryClient.fetchQuery({
          ...allValuesOf(queryClient, organizationId),
          staleTime: 0,
        });
        return deletionInWords(all && fieldUse(all.items, name));
      },
      action: () => mutateAsync({ path: { organizationId, fieldName: name } }),
    });
  };
}
