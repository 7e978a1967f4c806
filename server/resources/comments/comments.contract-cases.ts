import {
  type ApiFixture,
  type Call,
  type CallFactory,
  inOrganization,
  organizationCall,
  writtenSpaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases, type ListFixture } from '#server/test/contract/contract-cases.ts';
import { platformDocument } from '#server/test/contract/texts.ts';
import { createSpace } from '#server/test/factories.ts';
import { as } from '#server/test/test-app.ts';

type Name = keyof Awaited<ReturnType<typeof discussionParams>>;

const body = { markdown: 'Is this **still** so?' };

/** The ids of a space with content, a change request, and a comment with a reply on one of them. */
async function discussionParams(fixture: ApiFixture, on: 'space' | 'change request' = 'space') {
  const written = await writtenSpaceParams(fixture);
  const { spaceId, changeRequestId } = written;
  const base =
    on === 'space' ? `/v1/spaces/${spaceId}` : `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
  const create = async (url: string): Promise<string> =>
    (await as(fixture.admin).post(url, { body })).body.id;
  const commentId = await create(`${base}/comments`);
  const commentReplyId = await create(`${base}/comments/${commentId}/replies`);
  return { ...written, commentId, commentReplyId };
}

/** A suggestion on a page of a change request. */
async function suggestionParams(fixture: ApiFixture) {
  const { spaceId, changeRequestId, pageId: page } = await writtenSpaceParams(fixture);
  const suggestion = { startLine: 3, endLine: 3, text: 'Uno' };
  const params = { spaceId, changeRequestId };
  const { body: comment } = await as(fixture.admin).post(requestUrl({ params }), { page, body, suggestion });
  return { params, comment: String(comment.id) };
}

const onSpace = (...names: Name[]) => callsOn('space', ['spaceId', ...names]);
const onRequest = (...names: Name[]) => callsOn('change request', ['spaceId', 'changeRequestId', ...names]);

/** Creates calls below a base, with only the ids that the URL contains. */
function callsOn(base: 'space' | 'change request', names: readonly Name[]) {
  return (content?: object): CallFactory =>
    async (fixture) => {
      const ids = await discussionParams(fixture, base);
      const params = Object.fromEntries(names.map((name) => [name, ids[name]]));
      return { params, ...(content && { body: content }) };
    };
}

const spaceUrl = ({ params }: Call) => `/v1/spaces/${params.spaceId}/comments`;
const requestUrl = ({ params }: Call) =>
  `/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/comments`;
const repliesUrl = (urlOf: (call: Call) => string) => (call: Call) =>
  `${urlOf(call)}/${call.params.commentId}/replies`;

const listBelow = (urlOf: (call: Call) => string): ListFixture => ({
  addItem: ({ admin }, call) => as(admin).post(urlOf(call), { body }),
  deleteItem: (_, call, id) => `${urlOf(call)}/${id}`,
});

const platformTexts = ['Is it **still** so?', { document: platformDocument }].map((text) => () => ({
  body: text,
}));

/** The URLs of comments in the list of an organization, by id. */
const commentUrls = new Map<string, string>();

export const commentCases = contractCases({
  calls: {
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
    applySuggestions: async (fixture) => {
      const { params, comment } = await suggestionParams(fixture);
      return { params, body: { comments: [comment] } };
    },
    listOrganizationComments: organizationCall,
    listMentionCandidates: onSpace()(),
  },
  otherBodies: {
    createSpaceComment: platformTexts,
    updateSpaceComment: platformTexts,
    createSpaceCommentReply: platformTexts,
    updateSpaceCommentReply: platformTexts,
    createChangeRequestComment: platformTexts,
    updateChangeRequestComment: platformTexts,
    createChangeRequestCommentReply: platformTexts,
    updateChangeRequestCommentReply: platformTexts,
  },
  // oxfmt-ignore
  permissions: {
    //                               none bad  outs disa gues read comm edit revi crea owne admi
    listSpaceComments:               [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSpaceComment:              [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    getSpaceComment:                 [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSpaceComment:              [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    deleteSpaceComment:              [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listSpaceCommentReplies:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createSpaceCommentReply:         [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    getSpaceCommentReply:            [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSpaceCommentReply:         [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    deleteSpaceCommentReply:         [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listChangeRequestComments:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createChangeRequestComment:      [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    getChangeRequestComment:         [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateChangeRequestComment:      [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    deleteChangeRequestComment:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listChangeRequestCommentReplies: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    createChangeRequestCommentReply: [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    getChangeRequestCommentReply:    [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateChangeRequestCommentReply: [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
    deleteChangeRequestCommentReply: [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    applySuggestions:                [401, 401, 404, 403, 404, 403, 403, 200, 200, 200, 403, 200],
    listOrganizationComments:        [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    listMentionCandidates:           [401, 401, 404, 403, 404, 403, 200, 200, 200, 200, 403, 200],
  },
  lists: {
    listSpaceComments: listBelow(spaceUrl),
    listSpaceCommentReplies: listBelow(repliesUrl(spaceUrl)),
    listChangeRequestComments: listBelow(requestUrl),
    listChangeRequestCommentReplies: listBelow(repliesUrl(requestUrl)),
    listOrganizationComments: {
      addItem: async (fixture) => {
        const { id: spaceId } = await createSpace(inOrganization(fixture));
        const url = spaceUrl({ params: { spaceId } });
        const { body: comment } = await as(fixture.admin).post(url, { body });
        commentUrls.set(comment.id, `${url}/${comment.id}`);
      },
      deleteItem: (_fixture, _call, id) => commentUrls.get(id) ?? '',
    },
  },
  references: [
    ['createSpaceComment', 'pageId', (id) => ({ body: { markdown: 'Hm.' }, page: id })],
    ['createChangeRequestComment', 'pageId', (id) => ({ body: { markdown: 'Hm.' }, page: id })],
  ],
  ids: {
    commentId: {
      otherKind: 'commentReplyId',
      hasParent: true,
      url: ({ spaceId, commentId }) => `/v1/spaces/${spaceId}/comments/${commentId}`,
    },
    commentReplyId: { otherKind: 'commentId', hasParent: true },
  },
  createIds: (fixture) => discussionParams(fixture),
});
