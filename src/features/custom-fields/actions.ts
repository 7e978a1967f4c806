import { useQueryClient } from '@tanstack/react-query';
import { deleteCustomFieldMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomField } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { formatCount, formatNameList, formatNumber, nounFor } from '#src/lib/text/format.ts';
import { allValuesOf, type FieldUse, computeFieldUse } from './queries.ts';

/**
 * Impact of deleting a field, one sentence each.
 * @param use null if the server doesn't return it
 */
export function describeFieldDeletion(use: FieldUse | null): string[] {
  if (!use) return ['Also deletes its values in all spaces.'];
  const { spaces, total } = use;
  if (spaces.length === 0) return [`No values in ${formatCount(total, 'space')}.`];
  const titles = formatNameList(
    spaces.slice(0, 4).map(({ space }) => space.title),
    spaces.length,
  );
  return [
    `Also deletes the ${nounFor(spaces.length, 'value')} of ${formatNumber(spaces.length)} of ${formatCount(total, 'space')}: ${titles}.`,
  ];
}

/**
 * Deletes custom fields after a confirmation with impact and typed name.
 *
 * @returns a function that resolves to whether the field was deleted
 */
export function useDeleteField(organizationId: string): (field: CustomField) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const { mutateAsync } = useApiMutation(deleteCustomFieldMutation(), {
    invalidates: [{ operation: 'listCustomFieldValues', path }, 'listSpaceCustomFields'],
    onSuccess: (_, { path: { fieldName } }) =>
      updateCachedLists<CustomField>(queryClient, { operation: 'listCustomFields', path }, (field) =>
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
          ...allValuesOf(organizationId),
          staleTime: 0,
        });
        return describeFieldDeletion(all && computeFieldUse(all.items, name));
      },
      action: () => mutateAsync({ path: { organizationId, fieldName: name } }),
    });
  };
}
