import { listTranslationsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { translationsLabel } from '#src/lib/shared-labels.ts';

export const translationsOf = (organizationId: string) =>
  pagedOptions(listTranslationsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** Older servers of the documented API have no translations. */
export const optionalTranslations = (organizationId: string) => ({
  title: translationsLabel,
  operation: 'listTranslations' as const,
  list: translationsOf(organizationId),
});
