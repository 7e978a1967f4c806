import { readDraft } from '#src/components/drafts/drafts.ts';

/** Name of a comment field's draft. */
export const commentDraftName = (name: string) => `comment.${name}`;

export const replyDraftName = (commentId: string) => `reply.${commentId}`;

/** Whether there is an unsent draft; its field is shown right away. */
export const hasDraft = (name: string) => readDraft(commentDraftName(name)) !== null;
