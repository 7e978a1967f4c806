import { useQueryClient } from '@tanstack/react-query';
import { deleteTranslationMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { formatNameList } from '#src/lib/text/format.ts';
import { languageName } from '#src/lib/text/language-names.ts';

/** Impact of deleting translation settings, one sentence each. */
export function describeTranslationDeletion({ languages }: Pick<TranslationSettings, 'languages'>): string[] {
  const keptMessage = 'Translated spaces are kept.';
  if (languages.length === 0) return ['No languages yet.', keptMessage];
  const names = formatNameList(languages.map(languageName), languages.length, 5);
  return [`Stops translating to ${names}.`, keptMessage];
}

/**
 * Deletes translation settings after a confirmation with the impact.
 *
 * @returns a function that resolves to whether they were deleted
 */
export function useDeleteTranslation(
  organizationId: string,
): (settings: TranslationSettings) => Promise<boolean> {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const { mutateAsync } = useApiMutation(deleteTranslationMutation(), {
    invalidates: [],
    onSuccess: (_, { path: { translationSettingsId } }) =>
      updateCachedLists<TranslationSettings>(queryClient, { operation: 'listTranslations', path }, (item) =>
        item.id === translationSettingsId ? null : item,
      ),
  });
  return (settings) => {
    const { id, title } = settings;
    return confirmDeletion({
      kind: 'translation settings',
      name: title,
      confirmLabel: 'Delete settings',
      impact: () => Promise.resolve(describeTranslationDeletion(settings)),
      action: () => mutateAsync({ path: { organizationId, translationSettingsId: id } }),
    });
  };
}
