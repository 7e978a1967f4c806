import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  getSpaceOptions,
  getTranslationOptions,
  getTranslationQueryKey,
  listTranslationsInfiniteOptions,
  updateTranslationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { can, useCan } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';

export const translationsOf = (organizationId: string) =>
  pagedOptions(listTranslationsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** Other servers translate one space into one language, without a title. */
export const hasTitle = (settings: TranslationSettings): boolean => !('isUntitled' in settings);

/** Whether translations are created from a title; undefined until the server has answered. */
export const useTakesTitle = (): boolean | undefined => useCan('titledTranslations');

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

/** Loads translation settings with their space, and what the server takes of them. */
export function loadTranslation(
  queryClient: QueryClient,
  path: { organizationId: string; translationSettingsId: string },
): Promise<void> {
  return loadOptional(queryClient, optionalTranslations(path.organizationId), async () => {
    const support = can(queryClient, 'extensions');
    const { source } = await queryClient.ensureQueryData(getTranslationOptions({ path }));
    await support;
    if (source) await queryClient.prefetchQuery(getSpaceOptions({ path: { spaceId: source.space } }));
  });
}

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
