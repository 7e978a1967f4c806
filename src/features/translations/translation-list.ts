import { pageSize } from '#src/api/first-requests.ts';
import { listTranslationsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';

/** The translation settings of an organization, newest first. */
export const translationsOf = (organizationId: string) =>
  pages(listTranslationsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));
