import { listCollectionSpacesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

export function spacesOfCollection(collectionId: string) {
  return pagedOptions(
    listCollectionSpacesInfiniteOptions({ path: { collectionId }, query: { limit: pageSize } }),
  );
}
