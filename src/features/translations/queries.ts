import { listTranslationsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

export const translationsOf = (organizationId: string) =>
  pagedOptions(listTranslationsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));
