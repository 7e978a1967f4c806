import { listFormerGuestAccessInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** Guests who could see spaces by their default levels, and can't any more. */
export const formerGuestsOf = (organizationId: string) =>
  pagedOptions(
    listFormerGuestAccessInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }),
  );
