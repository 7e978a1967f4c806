import { pageSize } from '#src/api/first-requests.ts';
import {
  listCustomFieldsInfiniteOptions,
  listCustomFieldsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/path-names.ts';

/** The custom fields of an organization by name. */
export const fieldsOf = (organizationId: string) =>
  pagedOptions(listCustomFieldsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } }));

/** As many fields as the interface gives at a time: the columns of the matrix. */
export const columnFieldsOf = (organizationId: string) =>
  listCustomFieldsOptions({ path: { organizationId }, query: { limit: 1000 } });

const reservedNames = ['new', 'matrix'];

/** A field's name in the address of its page. */
export const fieldNameToParam = (name: string): string => toPathName(name, reservedNames);

/** The path of the field that an address names. */
export function fieldPathOf({ organizationId, fieldName }: { organizationId: string; fieldName: string }) {
  return { organizationId, fieldName: fromPathName(fieldName) };
}
