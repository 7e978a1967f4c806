import { sql } from 'kysely';
import type { ChangeRequestUpdate } from '#api/generated/types.gen.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import { signUrl } from '#server/base/signed-url.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { getDocument } from '#server/content/stored/rendered-page.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { addChangeRequest, updateChangeRequest, updateFromSpace } from './change-request-changes.ts';
import { selectChangeRequests } from './change-requests.queries.ts';
import {
  type NewDescription,
  parseDescription,
  parseIssueUrl,
  requireEditPermission,
  toChangeRequestView,
} from './change-requests.rules.ts';
import { loadChangeRequest, changeContext, loadForEditing, viewChangeRequest } from './content-base.ts';
import { mergeByRules } from './merge-by-rules.ts';
import { prepareMerge } from './merge-versions.ts';

export const changeRequestPdfHandlers = {
  async getChangeRequestPdf(request) {
    const { db, params, query, service, clock } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const { page, only = false } = query;
    const { revision_id: revision, space_id: spaceId } = changeRequest;
    const { pages } = await getRevision(db, spaceId, revision);
    if (page !== undefined && !findPage(pages, page)) throw notFound('page');
    const pageQuery: Record<string, string> = page === undefined ? {} : { page, only: String(only) };
    // The signature covers the revision, so that the link keeps printing the same content.
    const path = `/prints/${changeRequest.id}`;
    return { url: signUrl(service, path, clock.now(), { revision, ...pageQuery }) };
  },
} satisfies Handlers<'getChangeRequestPdf'>;

/** The new description, in one of its two forms. Long texts are parsed before the transaction. Throws 400. */
async function readDescription(
  { description, descriptionMarkdown: markdown }: ChangeRequestUpdate,
  organizationId: string,
): Promise<NewDescription> {
  if (markdown === undefined) return parseDescription(description);
  if (description !== undefined)
    throw badValue('body.descriptionMarkdown', 'must not be sent together with `description`');
  if (markdown.trim() === '') return { document: null, markdown: null };
  return { document: JSON.stringify(await getDocument(markdown, organizationId)), markdown };
}

export const changeRequestHandlers = {
  async listChangeRequests(request) {
    const { params, query, actor, db, service } = request;
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    const { status = 'open', contributor } = query;
    const inSpace = selectChangeRequests(db)
      .where('change_requests.space_id', '=', space.id)
      .where('change_requests.status', '=', status);
    const matching =
      contributor === undefined
        ? inSpace
        : inSpace.where('change_requests.contributors', '@>', sql<string[]>`array[${contributor}]::text[]`);
    const page = await readPage(request, {
      scope: {
        operation: 'listChangeRequests',
        organizationId: space.organization_id,
        filters: [space.id, status, contributor],
      },
      query: matching,
      order: [
        { column: 'change_requests.created_at', direction: 'desc' },
        { column: 'change_requests.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(matching),
    });
    return toEnvelope(page, (row) => toChangeRequestView(row, service));
  },

  async createChangeRequest(request) {
    const { params, body, db, actor } = request;
    const { level } = await loadSpace(db, actor, params.spaceId);
    requireEditPermission(level);
    if (body.agentTaskId !== undefined) throw badValue('body.agentTaskId', 'is not an agent task');
    const id = await inTransaction(db, (trx) =>
      addChangeRequest(trx, params.spaceId, { subject: body.subject ?? '' }, changeContext(request)),
    );
    return viewChangeRequest(request, { ...params, changeRequestId: id });
  },

  async getChangeRequest(request) {
    const { changeRequest } = await loadChangeRequest(request, request.params);
    return toChangeRequestView(changeRequest, request.service);
  },

  async updateChangeRequest(request) {
    const { body, db } = request;
    const { changeRequest, ...ids } = await loadForEditing(request);
    const { subject, status } = body;
    const description = await readDescription(body, changeRequest.organization_id);
    const settings = { subject, status, description, issueUrl: parseIssueUrl(body.issueUrl) };
    const check = (updatedAt: Date) => assertIfMatch(request, updatedAt);
    await inTransaction(db, (trx) =>
      updateChangeRequest(trx, ids, settings, { ...changeContext(request), check }),
    );
    return viewChangeRequest(request, ids);
  },

  async mergeChangeRequest(request) {
    return mergeByRules(request);
  },

  async updateChangeRequestFromMain(request) {
    const { changeRequest, ...ids } = await loadForEditing(request);
    const prepared = await prepareMerge(request.db, changeRequest, changeRequest.space_revision_id);
    return inTransaction(request.db, (trx) => updateFromSpace(trx, ids, changeContext(request), prepared));
  },
} satisfies Handlers<
  | 'listChangeRequests'
  | 'createChangeRequest'
  | 'getChangeRequest'
  | 'updateChangeRequest'
  | 'mergeChangeRequest'
  | 'updateChangeRequestFromMain'
>;
