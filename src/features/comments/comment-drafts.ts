import { readDraft } from '#src/components/drafts/drafts.ts';

/** What the draft of a field for a comment is called, among all drafts. */
export const commentDraftName = (name: string) => `comment.${name}`;

/** The draft of a reply. */
export const replyDraftName = (commentId: string) => `reply.${commentId}`;

/** Whether somebody has begun to write there and not sent it: such a field is not hidden behind a button. */
export const hasDraft = (name: string) => readDraft(commentDraftName(name)) !== null;
