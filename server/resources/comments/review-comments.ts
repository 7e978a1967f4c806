import { forbidden, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { parseBody, parseNote } from '#server/content/documents/comment-text.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { selectReviews } from '../change-requests/change-requests.queries.ts';
import { canReview, toReviewView } from '../change-requests/change-requests.rules.ts';
import { changeContext, loadChangeRequest } from '../change-requests/content-base.ts';
import { addReview } from '../change-requests/reviews/review-changes.ts';
import { insertComments, type NewComment } from './comment-changes.ts';
import { findTargets } from './comment-target.queries.ts';

/** A review with the comments that were gathered for it: one change, one audit row, one event. */
export const reviewHandlers = {
  async createReview(request) {
    const { db, params, body } = request;
    const base = await loadChangeRequest(request, params);
    const { changeRequest, level } = base;
    if (!canReview(level)) throw forbidden('You need the permission "review" on this space.');
    const inputs = (body.comments ?? []).map((comment, index) => ({
      ...comment,
      path: `body.comments[${index}]`,
    }));
    const texts = inputs.map(({ body: text, suggestion, path }) =>
      suggestion ? parseNote(text, `${path}.body`) : parseBody(text, `${path}.body`),
    );
    const targets = await findTargets(db, base, inputs);
    const comments = targets.flatMap((target, index): NewComment[] => {
      const text = texts[index];
      return text ? [{ id: newId(), body: text, ...target }] : [];
    });
    const ids = { spaceId: params.spaceId, changeRequestId: changeRequest.id };
    const context = changeContext(request);
    const id = await inTransaction(db, async (trx) => {
      const reviewId = await addReview(
        trx,
        ids,
        { ...body, commentIds: comments.map((one) => one.id) },
        context,
      );
      await insertComments(trx, { base, ...context }, comments, reviewId);
      return reviewId;
    });
    const row = await selectReviews(db, changeRequest.id).where('reviews.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('review');
    return toReviewView(row, row.revision_id);
  },
} satisfies Handlers<'createReview'>;
