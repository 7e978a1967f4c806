import { writtenSpaceParams } from './calls-content.ts';
import { type CallFactory, organizationCall, type ApiFixture } from './call-parts.ts';
import { as } from './test-app.ts';

type Name = keyof Awaited<ReturnType<typeof discussionParams>>;

const body = { markdown: 'Is this **still** so?' };

/** The ids of a space with content, of one of its change requests, and of a comment with a reply on one of them. */
export async function discussionParams(fixture: ApiFixture, on: 'space' | 'change request' = 'space') {
  const written = await writtenSpaceParams(fixture);
  const { spaceId, changeRequestId } = written;
  const base =
    on === 'space' ? `/v1/spaces/${spaceId}` : `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
  const made = async (url: string): Promise<string> => (await as(fixture.admin).post(url, { body })).body.id;
  const commentId = await made(`${base}/comments`);
  const commentReplyId = await made(`${base}/comments/${commentId}/replies`);
  return { ...written, commentId, commentReplyId };
}

const onSpace = (...names: Name[]) => callsOn('space', ['spaceId', ...names]);
const onRequest = (...names: Name[]) => callsOn('change request', ['spaceId', 'changeRequestId', ...names]);

/** A maker of calls below a base, with the ids that the address names and no others. */
function callsOn(base: 'space' | 'change request', names: readonly Name[]) {
  return (content?: object): CallFactory =>
    async (fixture) => {
      const ids = await discussionParams(fixture, base);
      const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
      return { params, ...(content && { body: content }) };
    };
}

/** Calls of the operations on comments and replies. */
export const COMMENT_CALLS = {
  listSpaceComments: onSpace()(),
  createSpaceComment: onSpace()({ body }),
  getSpaceComment: onSpace('commentId')(),
  updateSpaceComment: onSpace('commentId')({ resolved: true }),
  deleteSpaceComment: onSpace('commentId')(),
  listSpaceCommentReplies: onSpace('commentId')(),
  createSpaceCommentReply: onSpace('commentId')({ body }),
  getSpaceCommentReply: onSpace('commentId', 'commentReplyId')(),
  updateSpaceCommentReply: onSpace('commentId', 'commentReplyId')({ addedReactions: ['🎉'] }),
  deleteSpaceCommentReply: onSpace('commentId', 'commentReplyId')(),
  listChangeRequestComments: onRequest()(),
  createChangeRequestComment: onRequest()({ body }),
  getChangeRequestComment: onRequest('commentId')(),
  updateChangeRequestComment: onRequest('commentId')({ resolved: true }),
  deleteChangeRequestComment: onRequest('commentId')(),
  listChangeRequestCommentReplies: onRequest('commentId')(),
  createChangeRequestCommentReply: onRequest('commentId')({ body }),
  getChangeRequestCommentReply: onRequest('commentId', 'commentReplyId')(),
  updateChangeRequestCommentReply: onRequest('commentId', 'commentReplyId')({ addedReactions: ['🎉'] }),
  deleteChangeRequestCommentReply: onRequest('commentId', 'commentReplyId')(),
  listOrganizationComments: organizationCall,
} satisfies Record<string, CallFactory>;
