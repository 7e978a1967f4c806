import { pageSize } from '#src/api/first-requests.ts';
import {
  listCustomFieldsInfiniteOptions,
  listCustomFieldsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/path-names.ts';

/** Custom fields of an organization, by name. */
export const fieldsOf = (organizationId: string) =>
  pagedOptions(listCustomFieldsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** All fields (up to the API's limit), as columns of the matrix. */
export const columnFieldsOf = (organizationId: string) =>
  listCustomFieldsOptions({ path: { organizationId }, query: { limit: 1000 } });

const reservedNames = ['new', 'matrix'];

/** A field name as a URL segment. */
export const fieldNameToParam = (name: string): string => toPathName(name, reservedNames);

/** The API path parameters from a URL. */
export function fieldPathOf({ organizationId, fieldName }: { organizationId: string; fieldName: string }) {
  return { organizationId, fieldName: fromPathName(fieldName) };
}
