/** Change requests in every state, with teams and people as reviewers, reviews with and without words, and comments. */
import { type JsonObject, objectOf, objectsOf } from './json.ts';
import { addedPageId, bodyWith, changedPages, deletedPageId, editedPageId } from './seed-pages.ts';
import { linksOf, type Seeding } from './seeding.ts';

const now = '2026-02-03T10:00:00.000Z';

export function seedChangeRequests(seeding: Seeding): void {
  const { state, examples, definition, path } = seeding;
  const members = state.list(path('/members')) ?? [];
  const [ada, cato] = members.map(({ user }) => objectOf(user));
  const states = examples.values('ChangeRequestStatus');
  const isListed = definition.match('GET', path('/change-requests')) !== undefined;
  const requests = states.map((status, index) =>
    examples.item('ChangeRequest', {
      id: `change${index}`,
      number: index + 1,
      status,
      subject: `Change that is ${status}`,
      createdBy: index === 0 ? ada : cato,
      createdAt: now,
      updatedAt: now,
      revision: `revision-change${index}`,
      revisionInitial: 'revision0',
      comments: 1,
      outdated: index === 1,
      ...(isListed && { space: 'space0' }),
      ...(status === 'merged' && { revisionMerged: 'revision0' }),
    }),
  );
  state.lists.set('/spaces/space0/change-requests', requests);
  // Plain change requests, at the path where ours have reviews and more.
  if (isListed) state.lists.set(path('/change-requests'), requests);
  for (const { id } of requests) seedChangeRequest(seeding, `/spaces/space0/change-requests/${String(id)}`);
  state.lists.set('/spaces/space0/comments', commentsOf(seeding, '/spaces/space0/comments', {}));
}

function seedChangeRequest(seeding: Seeding, base: string): void {
  const { state, examples, path } = seeding;
  const people = (state.list(path('/members')) ?? []).map(({ user }) => objectOf(user));
  const { pages } = state.singles.get('/spaces/space0/content/pages') ?? {};
  state.singles.set(`${base}/content/pages`, { pages: changedPages(structuredClone(objectsOf(pages))) });
  state.lists.set(`${base}/content/files`, structuredClone(state.list('/spaces/space0/content/files') ?? []));
  state.lists.set(`${base}/links`, linksOf(examples));
  state.lists.set(
    `${base}/contributors`,
    people.slice(0, 2).map((user) => examples.item('UserContributor', { user, count: 3 })),
  );
  const reviewers = [
    { kind: 'user', user: people[2] },
    { kind: 'team', team: state.find(path('/teams/team0')) },
  ];
  state.lists.set(
    `${base}/requested-reviewers`,
    reviewers.map((reviewer) =>
      examples.item('ChangeRequestRequestedReviewer', {
        ...reviewer,
        requestedBy: people[0],
        createdAt: now,
      }),
    ),
  );
  const verdicts = examples.values('ChangeRequestReviewStatus');
  state.lists.set(
    `${base}/reviews`,
    verdicts.map((status, index) =>
      examples.item('ChangeRequestReview', {
        id: `review${index}`,
        status,
        reviewer: people[index + 3],
        createdAt: now,
        updatedAt: now,
        ...(index === 0 && { comment: commentOf(seeding, `review-comment`, 'Say how long.', {}) }),
      }),
    ),
  );
  state.singles.set(`${base}/changes`, {
    changes: examples.alternatives('RevisionSemanticChange').map((change) => {
      const page = pageOfChange[String(change.type)];
      return page ? { ...change, page: { ...objectOf(change.page), ...page } } : change;
    }),
    more: 3,
  });
  state.lists.set(
    `${base}/comments`,
    commentsOf(seeding, `${base}/comments`, { changeRequest: base.split('/').at(-1) }),
  );
}

/** The page that each kind of change is about. */
const pageOfChange: Readonly<Record<string, JsonObject | undefined>> = {
  page_created: { id: addedPageId, title: 'Added page', path: 'added-page' },
  page_edited: { id: editedPageId, title: 'Outer document', path: 'out-document' },
  page_deleted: { id: deletedPageId, title: 'Inner document', path: 'in-document' },
  page_moved: { id: 'outgroup', title: 'Outer group', path: 'out-group' },
};

function commentOf(seeding: Seeding, id: string, words: string, known: JsonObject): JsonObject {
  const { examples, state, path } = seeding;
  const user = objectOf((state.list(path('/members')) ?? [])[1]?.user);
  return examples.item('Comment', {
    id,
    postedBy: user,
    postedAt: now,
    body: bodyWith(words),
    status: 'open',
    replies: 1,
    ...known,
  });
}

/** An open one to a page, an edited one to nothing, and a resolved one; each with a reply. */
function commentsOf(seeding: Seeding, base: string, target: JsonObject): JsonObject[] {
  const { examples, state, path } = seeding;
  const user = objectOf((state.list(path('/members')) ?? [])[0]?.user);
  const place = { space: 'space0', revision: 'revision0', ...target };
  const page = { id: 'outdocument', title: 'Outer document', path: 'out-document', outdated: false };
  const comments = [
    commentOf(seeding, 'comment0', 'Is three right?', { target: { ...place, page } }),
    commentOf(seeding, 'comment1', 'About everything.', { target: place, editedAt: now }),
    commentOf(seeding, 'comment2', 'That is done.', {
      target: place,
      status: 'resolved',
      resolvedAt: now,
      resolvedBy: user,
    }),
  ];
  for (const { id } of comments)
    state.lists.set(`${base}/${String(id)}/replies`, [
      examples.item('CommentReply', {
        id: 'reply0',
        postedBy: user,
        postedAt: now,
        body: bodyWith('It is.'),
      }),
    ]);
  return comments;
}
