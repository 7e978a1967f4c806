import { useQueryClient } from '@tanstack/react-query';
import {
  getTranslationQueryKey,
  listTranslationsInfiniteOptions,
  updateTranslationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';

export const translationsOf = (organizationId: string) =>
  pagedOptions(listTranslationsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** Other servers translate one space into one language, without a title. */
export const hasTitle = (settings: TranslationSettings): boolean => !('isUntitled' in settings);

/**
 * Whether the server takes instructions: ours with its extensions, and those that translate a space.
 *
 * @param listsExtensions undefined until it is known
 */
export const useTakesInstructions = (settings: TranslationSettings): boolean =>
  useCan('extensions') === true || !hasTitle(settings);

/** Why settings of another server can't be renamed. */
export const noTitleReason = 'The title comes from the languages.';

/** Older servers of the documented API have no translations. */
export const optionalTranslations = (organizationId: string) => ({
  title: 'Translations',
  operation: 'listTranslations' as const,
  list: translationsOf(organizationId),
});

/** Updates translation settings on all screens that show them. */
export function useUpdateTranslation(path: { organizationId: string; translationSettingsId: string }) {
  const queryClient = useQueryClient();
  const list = { operation: 'listTranslations', path: { organizationId: path.organizationId } } as const;
  return useApiMutation(updateTranslationMutation(), {
    invalidates: [],
    onSuccess(updated) {
      queryClient.setQueryData(getTranslationQueryKey({ path }), updated);
      updateCachedLists<TranslationSettings>(queryClient, list, (item) =>
        item.id === updated.id ? updated : item,
      );
    },
  });
}
