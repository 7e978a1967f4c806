import { notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadContentBase } from '../../change-requests/content-base.ts';
import { loadRun, type RunRequest } from './load-run.ts';
import { findChangeTexts, selectChanges } from './planned-changes.ts';

/** What an import that waits for choices would change. */
export const plannedChangeHandlers = {
  async listImportChanges(request) {
    const { db, params } = request;
    await requireReadable(request);
    const rows = selectChanges(db, params.importId);
    const page = await readPage(request, {
      scope: { operation: 'listImportChanges', filters: [params.importId] },
      query: rows,
      order: [{ column: 'import_changes.position', direction: 'asc' }],
      keysOf: (row) => [row.position],
      count: () => countRows(rows),
    });
    return toEnvelope(page, ({ position, change }) => ({ id: String(position), ...change }));
  },

  async getImportChangeTexts(request) {
    const { db, params } = request;
    await requireReadable(request);
    const position = Number(params.changeId);
    const found = /^\d{1,6}$/.test(params.changeId)
      ? await findChangeTexts(db, params.importId, position)
      : undefined;
    if (!found) throw notFound('change');
    const { before, after, change } = found;
    const isDeleted = change.type === 'page_deleted' || change.type === 'reusable_content_deleted';
    const next = after ?? (isDeleted ? null : before);
    return { ...(before !== null && { before }), ...(next !== null && { after: next }) };
  },
} satisfies Handlers<'listImportChanges' | 'getImportChangeTexts'>;

/** 404 where the caller may not see the import, or not read the space that it goes into. */
async function requireReadable(request: RunRequest): Promise<void> {
  const { run } = await loadRun(request);
  const { spaceId, changeRequestId } = run.request;
  if (spaceId === undefined) return;
  await loadContentBase(request, { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) });
}
