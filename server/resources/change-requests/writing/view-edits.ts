import type { FastifyRequest } from 'fastify';
import type { ChangeRequest, ChangeRequestEditsResult, PageEdit } from '#api/generated/types.gen.ts';
import { apiUrl } from '#server/base/service-settings.ts';
import { toFileView } from '#server/content/pages/file-view.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import type { ChangeRequestIds } from '../change-request-changes.ts';
import type { PreparedEdit } from './content-edits.ts';
import type { WrittenEdits } from './edit-content.ts';

interface Edits {
  ids: ChangeRequestIds;
  changes: readonly PreparedEdit[];
  written: WrittenEdits;
  changeRequest: ChangeRequest;
  /** Whether the change request is the result itself. */
  compat: boolean;
}

/** The result of edits of a change request, in one of the two forms that clients of the public platform know. */
export function viewEdits(
  { service, clock }: Pick<FastifyRequest, 'service' | 'clock'>,
  { ids, changes, written, changeRequest, compat }: Edits,
): ChangeRequestEditsResult {
  const { revision, pages, files, reusableContents, content } = written;
  const inserted = { pages, files, ...(reusableContents && { reusableContents }) };
  if (compat) return { ...changeRequest, revision, ...inserted };
  const path = `/spaces/${ids.spaceId}/change-requests/${ids.changeRequestId}/content/page`;
  const refOf = (id: string) => ({
    object: 'page' as const,
    id,
    urls: { location: apiUrl(service, `${path}/${id}`) },
  });
  const insertedPages = [...pages];
  const edited = changes.flatMap(({ operation, page: id, temporaryId }): PageEdit[] => {
    if (operation === 'insert_page') {
      const page = insertedPages.shift();
      const ref = temporaryId === undefined ? {} : { ref: temporaryId };
      return page === undefined ? [] : [{ object: 'created_page', ...ref, page: refOf(page) }];
    }
    if (id === undefined) return [];
    if (findPage(content.pages, id)) return [{ object: 'updated_page', page: refOf(id) }];
    return [{ object: 'deleted_page', page: id }];
  });
  const now = clock.now();
  const insertedFiles = files.flatMap((id) => content.files.filter((file) => file.id === id));
  return {
    changeRequest,
    changes: edited,
    insertedFiles: insertedFiles.map((file) => toFileView(file, service, now)),
    revision,
    ...inserted,
  };
}
