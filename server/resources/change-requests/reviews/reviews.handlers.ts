import { toUserView } from '#server/access/users.view.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { selectContributors, selectRequestedReviewers, selectReviews } from '../change-requests.queries.ts';
import {
  toEligibleReviewerView,
  toRequestedReviewerView,
  toRequestedTeam,
  toReviewView,
} from '../change-requests.rules.ts';
import { loadChangeRequest, changeContext, loadForEditing } from '../content-base.ts';
import { selectEligibleReviewers } from '../reviewers.queries.ts';
import { requestReviews, removeReviewRequest, removeTeamRequest } from './review-changes.ts';

/** Lists of reviews, requested reviewers and contributors of a change request. */
export const reviewerHandlers = {
  async listContributors(request) {
    const { db, params } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const query = selectContributors(db, changeRequest.id);
    const page = await readPage(request, {
      scope: { operation: 'listContributors', filters: [changeRequest.id] },
      query,
      order: [
        { column: 'users.display_name', direction: 'asc' },
        { column: 'users.id', direction: 'asc' },
      ],
      keysOf: (row) => [row.display_name, row.id],
      count: () => countRows(query),
    });
    return toEnvelope(page, toUserView);
  },

  async listReviews(request) {
    const { db, params } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const query = selectReviews(db, changeRequest.id);
    const page = await readPage(request, {
      scope: { operation: 'listReviews', filters: [changeRequest.id] },
      query,
      order: [
        { column: 'reviews.created_at', direction: 'desc' },
        { column: 'reviews.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(query),
    });
    return toEnvelope(page, (row) => toReviewView(row, changeRequest.revision_id));
  },

  async listRequestedReviewers(request) {
    const { db, params } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const query = selectRequestedReviewers(db, changeRequest);
    const page = await readPage(request, {
      scope: { operation: 'listRequestedReviewers', filters: [changeRequest.id] },
      query,
      order: [
        { column: 'requests.created_at', direction: 'asc' },
        { column: 'requests.id', direction: 'asc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(query),
    });
    return toEnvelope(page, toRequestedReviewerView);
  },

  async listEligibleReviewers(request) {
    const { db, params, query } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const reviewers = selectEligibleReviewers(db, changeRequest, query.search);
    const page = await readPage(request, {
      scope: { operation: 'listEligibleReviewers', filters: [changeRequest.id, query.search] },
      query: reviewers,
      order: [
        { column: 'reviewers.rank', direction: 'asc' },
        { column: 'reviewers.display_name', direction: 'asc' },
        { column: 'reviewers.id', direction: 'asc' },
      ],
      keysOf: (row) => [row.rank, row.display_name, row.id],
      count: () => countRows(reviewers),
    });
    return toEnvelope(page, toEligibleReviewerView);
  },

  async requestReviewers(request) {
    const { db, params, body } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const ids = await loadForEditing(request);
    await inTransaction(db, (trx) => requestReviews(trx, ids, body, changeContext(request)));
    const rows = await selectRequestedReviewers(db, changeRequest)
      .orderBy('requests.created_at')
      .orderBy('requests.id')
      .execute();
    return {
      users: rows.filter(({ team_title }) => team_title === null).map(toUserView),
      teams: rows.flatMap((row) => toRequestedTeam(row) ?? []),
    };
  },

  async removeRequestedReviewer(request, reply) {
    const { db, params } = request;
    const ids = await loadForEditing(request);
    const removed = await inTransaction(db, (trx) =>
      removeReviewRequest(trx, ids, params.userId, changeContext(request)),
    );
    if (!removed) reply.code(204);
  },

  async removeRequestedTeam(request, reply) {
    const { db, params } = request;
    const ids = await loadForEditing(request);
    const removed = await inTransaction(db, (trx) =>
      removeTeamRequest(trx, ids, params.teamId, changeContext(request)),
    );
    if (!removed) reply.code(204);
  },
} satisfies Handlers<
  | 'listContributors'
  | 'listReviews'
  | 'listRequestedReviewers'
  | 'listEligibleReviewers'
  | 'requestReviewers'
  | 'removeRequestedReviewer'
  | 'removeRequestedTeam'
>;
