import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { supports } from '#src/api/extensions.ts';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { listCustomFieldValues } from '#api/generated/sdk.gen.ts';
import type { CustomFieldValue, SpaceFieldValues } from '#api/generated/types.gen.ts';
import type { ListPage } from '#src/api/paging.ts';

/** The values of all spaces, walked to the end; null from a server that cannot list them. */
export const allValuesOf = (queryClient: QueryClient, organizationId: string) =>
  queryOptions({
    // Named like the list whose changes concern it, so that it is kept up with them.
    queryKey: [{ _id: 'listCustomFieldValues', path: { organizationId }, whole: true }],
    queryFn: async ({ signal }): Promise<ListPage<SpaceFieldValues> | null> => {
      if (!(await supports(queryClient, 'listCustomFieldValues'))) return null;
      return { items: await fetchAllValues(organizationId, signal) };
    },
  });

/** Walks the values of all spaces to the end. @param onProgress told after each page */
export async function fetchAllValues(
  organizationId: string,
  signal: AbortSignal,
  onProgress?: (known: number, total?: number) => void,
): Promise<SpaceFieldValues[]> {
  const path = { organizationId };
  return fetchAllPages(
    async (query) => (await listCustomFieldValues({ path, query, signal, throwOnError: true })).data,
    { signal, onProgress },
  );
}

/** Where a field has values. */
export interface FieldUse {
  /** The spaces with a value, by title. */
  spaces: { space: SpaceFieldValues['space']; value: CustomFieldValue }[];
  /** How many spaces were looked at. */
  total: number;
  /** How many spaces have each option. */
  byOption: ReadonlyMap<string, number>;
}

/** Which of all spaces have a value in a field. */
export function computeFieldUse(all: readonly SpaceFieldValues[], fieldName: string): FieldUse {
  const spaces: FieldUse['spaces'] = [];
  const byOption = new Map<string, number>();
  for (const { space, values } of all) {
    const value = values[fieldName];
    if (value === undefined) continue;
    spaces.push({ space, value });
    for (const option of Array.isArray(value) ? value : [value])
      if (typeof option === 'string') byOption.set(option, (byOption.get(option) ?? 0) + 1);
  }
  return { spaces, total: all.length, byOption };
}
