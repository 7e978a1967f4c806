import { listChangeRequests } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { statusOf } from './labels.ts';
import { type SpaceListSearch, toChangeRequestQuery } from './queries.ts';

/** Exports the change requests of a space that match the URL's filters. */
export function exportChangeRequests({ id, title }: Space, search: SpaceListSearch): void {
  const path = { spaceId: id };
  const filter = toChangeRequestQuery(search);
  exportList<ChangeRequest>({
    title: `Change requests in ${title}`,
    noun: 'change request',
    fetchPage: async (page, signal) =>
      (await listChangeRequests({ path, query: { ...filter, ...page }, signal, throwOnError: true })).data,
    headings: [
      'number',
      'subject',
      'status',
      'author',
      'email',
      'comments',
      'outdated',
      'created',
      'updated',
      'id',
    ],
    toRows: (changeRequests) => changeRequests.map(toRow),
  });
}

function toRow(changeRequest: ChangeRequest): (string | number)[] {
  const { number, subject, status, createdBy, comments, outdated, createdAt, updatedAt, id } = changeRequest;
  const author = [createdBy.displayName, createdBy.email ?? ''];
  const times = [createdAt, updatedAt];
  return [number, subject, statusOf(status).name, ...author, comments, outdated ? 'yes' : 'no', ...times, id];
}
