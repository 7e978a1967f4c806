import type { FastifyRequest } from 'fastify';
import type { ContentConflicts } from '#api/generated/types.gen.ts';
import type { MergedContent, Versions } from '#server/content/merge/merge-content.ts';
import type { PageConflict } from '#server/content/merge/merge-pages.ts';
import { type PagePosition, pagePositions, textIdsOf } from '#server/content/pages/page-tree.ts';
import type { StoredPage } from '#server/content/pages/storage.ts';
import { prepareTexts } from '#server/content/stored/parsed-texts.ts';
import { loadTexts } from '#server/content/stored/revisions.ts';
import type { Handlers, OperationRequest, OperationResponse } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import type { ChangeRequestRow } from '../change-requests.queries.ts';
import {
  requireNotClosed,
  toConflictView,
  toFileConflictView,
  toReusableConflictView,
  viewParagraphs,
} from '../change-requests.rules.ts';
import { loadChangeRequest, changeContext, loadForEditing, viewChangeRequest } from '../content-base.ts';
import { mergeVersions, prepareMerge, loadVersions } from '../merge-versions.ts';
import { compareRevisions } from './compare-revisions.ts';
import { editContent } from './edit-content.ts';
import { prepareEdits } from './prepare-edits.ts';
import { viewEdits } from './view-edits.ts';

/** Changes and conflicts of a change request, and editing its content. */
export const diffHandlers = {
  async getChangeRequestChanges(request) {
    const { gone: signal, params } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const compare = () => findChanges(request, changeRequest);
    return heavyDocuments.run(changeRequest.organization_id, compare, { signal });
  },

  async getChangeRequestConflicts(request) {
    const { gone: signal, params } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const compare = () => findConflicts(request, changeRequest);
    return heavyDocuments.run(changeRequest.organization_id, compare, { signal });
  },

  async editChangeRequestContent(request) {
    const { db, body, query } = request;
    const { changeRequest, ...ids } = await loadForEditing(request);
    requireNotClosed(changeRequest);
    const { organization_id: organizationId, space_revision_id: spaceRevision } = changeRequest;
    const changes = await prepareEdits(request, ids.spaceId, body.changes);
    const texts = changes.flatMap(({ document }) => document?.markdown ?? []);
    await prepareTexts(db, texts, organizationId);
    const prepared =
      body.resolves === undefined ? undefined : await prepareMerge(db, changeRequest, spaceRevision);
    const revision = await inTransaction(db, (trx) =>
      editContent(trx, ids, { ...body, changes }, changeContext(request), prepared),
    );
    const edited = await viewChangeRequest(request, ids);
    return viewEdits(request, {
      ids,
      changes,
      written: revision,
      changeRequest: edited,
      compat: query.compat !== false,
    });
  },
} satisfies Handlers<'getChangeRequestChanges' | 'getChangeRequestConflicts' | 'editChangeRequestContent'>;

/** From the version that the change request is based on to its own. */
async function findChanges(
  { db, gone: signal, query }: OperationRequest<'getChangeRequestChanges'>,
  changeRequest: ChangeRequestRow,
): Promise<OperationResponse<'getChangeRequestChanges'>> {
  const { base_revision_id: baseId, revision_id: revisionId, space_id: spaceId } = changeRequest;
  const organizationId = changeRequest.organization_id;
  const compared = { spaceId, baseId, revisionId, limit: query.limit };
  const changes = await compareRevisions(db, compared, { organizationId, signal });
  if (!changes) throw new Error(`A revision of the change request ${changeRequest.id} is missing.`);
  return changes;
}

/** The versions of some pages, without those below them. */
function pagesOf(
  versions: Record<'base' | 'space' | 'request', ReadonlyMap<string, PagePosition>>,
  conflicts: readonly PageConflict[],
): StoredPage[] {
  return conflicts.flatMap(({ pageId: id }) =>
    [versions.base, versions.space, versions.request].flatMap((positions) => {
      const page = positions.get(id)?.page;
      return page ? [{ ...page, pages: [] }] : [];
    }),
  );
}

function reusableTextIds({ base, space, request }: Versions, ids: readonly string[]): string[] {
  return [base, space, request].flatMap(({ reusableContents }) =>
    reusableContents.flatMap(({ id, documentId }) => (ids.includes(id) ? [documentId] : [])),
  );
}

/** Current conflicts with the space; none where merged. */
async function findConflicts(
  { db }: Pick<FastifyRequest, 'db'>,
  changeRequest: ChangeRequestRow,
): Promise<ContentConflicts> {
  const { space_revision_id: spaceRevision, base_revision_id: baseId, status } = changeRequest;
  if (status === 'merged' || spaceRevision === baseId) return { spaceRevision, conflicts: [] };
  const { versions } = await loadVersions(db, changeRequest, spaceRevision);
  return viewConflicts(db, {
    versions,
    merge: await mergeVersions(db, changeRequest, spaceRevision),
    spaceRevision,
  });
}

async function viewConflicts(
  db: FastifyRequest['db'],
  { versions, merge, spaceRevision }: { versions: Versions; merge: MergedContent; spaceRevision: string },
): Promise<ContentConflicts> {
  const { conflicts, fileConflicts, reusableConflicts, content } = merge;
  const positions = {
    base: pagePositions(versions.base.pages),
    space: pagePositions(versions.space.pages),
    request: pagePositions(versions.request.pages),
  };
  const texts = await loadTexts(db, [
    ...textIdsOf(pagesOf(positions, conflicts)),
    ...reusableTextIds(versions, reusableConflicts),
  ]);
  const merged = pagePositions(content.pages);
  return {
    spaceRevision,
    conflicts: conflicts.map((conflict) => toConflictView(conflict, positions, merged, texts)),
    ...(fileConflicts.length > 0 && {
      files: fileConflicts.map((conflict) => toFileConflictView(conflict, versions)),
    }),
    ...(reusableConflicts.length > 0 && {
      reusableContents: reusableConflicts.flatMap((id) => toReusableConflictView(id, versions, texts)),
    }),
    ...viewParagraphs(merge),
  };
}
