import { pageSize } from '#src/api/first-requests.ts';
import { listSpacesInfiniteOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';

/** The deleted spaces that can still be restored, the latest first. @param title a part of their title */
export function deletedSpacesOf(organizationId: string, title: string | undefined) {
  const query = { deleted: true, limit: pageSize, ...(title !== undefined && { title }) };
  return pages(listSpacesInfiniteOptions({ path: { organizationId }, query }));
}
