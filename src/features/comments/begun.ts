import { readDraft } from '#src/components/drafts/drafts.ts';

/** What the draft of a field for a comment is called, among all drafts. */
export const draftOf = (name: string) => `comment.${name}`;

/** The draft of a reply. */
export const replyTo = (commentId: string) => `reply.${commentId}`;

/** Whether somebody has begun to write there and not sent it: such a field is not hidden behind a button. */
export const isBegun = (name: string) => readDraft(draftOf(name)) !== null;
