import { documentIdOf } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { daysBefore, insertBatches, type ScaleContext, scaleId } from './batch.ts';
import { author, requestId, revisionId, spaceId } from './content.ts';
import { pick, hashNumber, riverName } from './names.ts';
import { pageId, pageText } from './page-texts.ts';
import { planComment, planSpace, type ScaleCounts } from './plan.ts';

const COMMENT_TEXTS = [
  'Is this still true since the weir was rebuilt?',
  'The orange mark is 10 cm too high, ask the town.',
  'Please add the telephone of the lock keeper.',
  'I was there on Monday: the staff gauge is gone.',
  'Very clear, thank you.',
  'Which datum is this?',
  'The picture would help here.',
  'Should this not be in the flood plan?',
];
const REPLY_TEXTS = [
  'I will look.',
  'Yes, since spring.',
  'Done.',
  'Good point, changed.',
  'No, see the log.',
  'Who decides that?',
];

/** The age of a comment; comments on a change request are younger than it. */
function commentAge(counts: ScaleCounts, index: number): number {
  const { space, request } = planComment(counts, index);
  const maxDaysAgo =
    request === null ? 170 : (planSpace(counts, space).requests[request - 1]?.daysAgo ?? 170);
  return maxDaysAgo * (0.05 + (hashNumber(index, 47) % 900) / 1000);
}

export async function writeDiscussion(context: ScaleContext, counts: ScaleCounts): Promise<void> {
  await insertBatches(context, 'comments', counts.comments, (index) => [commentRow(context, counts, index)]);
  await insertBatches(context, 'comment_replies', counts.comments, (index) =>
    Array.from({ length: planComment(counts, index).replies }, (_, position) => ({
      id: scaleId(context, `reply/${index}`, position),
      comment_id: scaleId(context, 'comment', index),
      posted_by: author(context, counts, index + position + 1),
      body: { markdown: pick(REPLY_TEXTS, hashNumber(index, 48 + position)) },
      posted_at: daysBefore(context, commentAge(counts, index) * (0.9 - position * 0.1)),
      edited_at: null,
    })),
  );
  await insertBatches(context, 'comment_reactions', counts.comments, (index) => {
    const by = author(context, counts, index + 5);
    if (by === null || hashNumber(index, 49) % 6 !== 0) return [];
    const target = { comment_id: scaleId(context, 'comment', index), reply_id: null };
    return [
      {
        ...target,
        emoji: '👍',
        user_id: by,
        reacted_at: daysBefore(context, commentAge(counts, index) * 0.8),
      },
    ];
  });
}

function commentRow(context: ScaleContext, counts: ScaleCounts, index: number): Row<'comments'> {
  const plan = planComment(counts, index);
  const history = planSpace(counts, plan.space);
  const request = plan.request === null ? undefined : history.requests[plan.request - 1];
  const revision = history.revisions[request?.tip ?? 0];
  const variant = plan.page === null ? 0 : (revision?.variants.get(plan.page) ?? 0);
  const age = commentAge(counts, index);
  const text = pick(COMMENT_TEXTS, hashNumber(index, 50));
  return {
    id: scaleId(context, 'comment', index),
    space_id: spaceId(context, plan.space),
    change_request_id: plan.request === null ? null : requestId(context, plan.space, plan.request),
    posted_by: author(context, counts, index),
    body: { markdown: index % 3 === 0 ? `${riverName(plan.space % 250)}: ${text}` : text },
    status: plan.resolved ? 'resolved' : 'open',
    page_id: plan.page === null ? null : pageId(context, plan.space, plan.page),
    node_id: null,
    node_preview: null,
    page_document_id: plan.page === null ? null : documentIdOf(pageText(plan.space, plan.page, variant)),
    revision_id: revisionId(context, plan.space, revision?.index ?? 0),
    replies: plan.replies,
    posted_at: daysBefore(context, age),
    edited_at: index % 20 === 0 ? daysBefore(context, age * 0.95) : null,
    resolved_at: plan.resolved ? daysBefore(context, age * 0.5) : null,
    resolved_by: plan.resolved ? author(context, counts, index + 9) : null,
    suggestion: null,
    quote: null,
    review_id: null,
    applied_at: null,
    applied_by: null,
    applied_revision: null,
  };
}
