import { queryOptions } from '@tanstack/react-query';
import {
  listCustomFieldsInfiniteOptions,
  listCustomFieldsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listCustomFieldValues } from '#api/generated/sdk.gen.ts';
import type { CustomFieldValue, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { ifOffered } from '#src/api/optional-requests.ts';
import { pagedOptions, fetchAllPages, type ListPage } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/text/urls.ts';

/** The values of all spaces; null if the server can't list them. */
export const allValuesOf = (organizationId: string) =>
  queryOptions({
    // Keyed like the list, so that it is invalidated with it.
    queryKey: [{ _id: 'listCustomFieldValues', path: { organizationId }, whole: true }],
    queryFn: async ({ signal }): Promise<ListPage<SpaceFieldValues> | null> => {
      const items = await ifOffered(fetchAllValues(organizationId, signal));
      return items && { items };
    },
  });

/**
 * Fetches the values of all spaces.
 *
 * @param onProgress called after each page
 */
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

export interface FieldUse {
  /** Spaces with a value, by title. */
  spaces: { space: SpaceFieldValues['space']; value: CustomFieldValue }[];
  /** Number of spaces checked. */
  total: number;
  /** Number of spaces per option. */
  byOption: ReadonlyMap<string, number>;
}

/** The spaces with a value for a field, out of all spaces. */
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

/** Custom fields of an organization, by name. */
export const fieldsOf = (organizationId: string) =>
  pagedOptions(listCustomFieldsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** All fields (up to the API's limit), as columns of the matrix. */
export const columnFieldsOf = (organizationId: string) =>
  listCustomFieldsOptions({ path: { organizationId }, query: { limit: 1000 } });

/** Newer servers of the documented API have no custom fields. */
export const optionalFields = (organizationId: string) => ({
  title: 'Custom fields',
  operation: 'listCustomFields' as const,
  list: fieldsOf(organizationId),
});

const reservedNames = ['new', 'matrix'];

/** A field name as a URL segment. */
export const fieldNameToParam = (name: string): string => toPathName(name, reservedNames);

/** The API path parameters from a URL. */
export function fieldPathOf({ organizationId, fieldName }: { organizationId: string; fieldName: string }) {
  return { organizationId, fieldName: fromPathName(fieldName) };
}
