/**
 * The responses of the stand-in: lists, items, creations, changes and deletions follow from the path;
 * operations with further effects have an entry below.
 */
import { type Answer, type Call, change, pageOf } from './calls.ts';
import { contentAnswers } from './content-answers.ts';
import type { Definition } from './definition.ts';
import { type JsonObject, objectOf, objectsOf } from './json.ts';
import { bodyWith, everyDocument, findPage } from './seed-pages.ts';
import { me } from './seeding.ts';
import { siteAnswers } from './site-answers.ts';
import { organizationId, splitPath } from './state.ts';

export interface Answered {
  status: number;
  body?: unknown;
}

const notFound: Answered = { status: 404, body: { error: { code: 404, message: 'Not found' } } };

export function answer(definition: Definition, call: Call): Answered {
  const { operation } = call;
  const special = specialAnswers[operation.id];
  const baseAnswer = special ? special(call) : commonAnswer(definition, call);
  if (!baseAnswer) return notFound;
  const { status, responseSchema } = operation;
  if (!responseSchema) return { status };
  return { status, body: call.examples.complete(responseSchema, baseAnswer) };
}

function commonAnswer(definition: Definition, call: Call): JsonObject | undefined {
  const { operation, path, state, body } = call;
  const list = state.list(path);
  switch (operation.method) {
    case 'GET':
      return list ? pageOf(list, call) : (state.find(path) ?? emptyList(definition, call));
    case 'PATCH':
      return change(state.find(path), body);
    case 'DELETE':
      return state.remove(path) ? {} : undefined;
    case 'PUT':
      return list ? create(definition, call, list) : putItem(definition, call);
    default:
      // An action on an item, or an item of a new list.
      return list ? create(definition, call, list) : state.find(splitPath(path)[0]);
  }
}

/** A list below something that exists. */
function emptyList(definition: Definition, { operation, path, state }: Call): JsonObject | undefined {
  const parts = [operation.responseSchema ?? {}].flatMap((schema) => {
    const resolvedSchema = definition.resolve(schema);
    return [resolvedSchema, ...objectsOf(resolvedSchema.allOf).map(definition.resolve)];
  });
  if (!parts.some(({ properties }) => 'items' in objectOf(properties))) return undefined;
  for (let [above] = splitPath(path); above !== ''; [above] = splitPath(above))
    if (state.find(above)) return { items: [], count: 0 };
  return undefined;
}

function create(_: Definition, { operation, state, examples, body }: Call, list: JsonObject[]): JsonObject {
  const created = objectOf(
    examples.complete(operation.responseSchema ?? {}, { ...body, id: state.newId(operation.id) }),
  );
  list.push(created);
  return created;
}

function putItem(definition: Definition, call: Call): JsonObject | undefined {
  const [parent, id] = splitPath(call.path);
  const storedItem = call.state.find(call.path);
  const list = call.state.list(parent);
  if (storedItem || !list) return change(storedItem, call.body);
  return create(definition, { ...call, body: { ...call.body, slug: id } }, list);
}

const userOf = ({ state }: Call, id: unknown): JsonObject =>
  objectOf(state.find(`/orgs/${organizationId}/members/${String(id)}`)?.user);

/** A revision is that of the space, or of one of its change requests. */
function pagesPathOf(path: string): string {
  const request = /^(\/spaces\/[^/]+)\/revisions\/revision-(change\d+)\//.exec(path);
  if (request) return `${request[1]}/change-requests/${request[2]}/content/pages`;
  return path.replace(/\/content.*|\/revisions\/.*/, '/content/pages');
}

const pagesAt = ({ state, path }: Call): JsonObject[] | undefined => {
  const pages = state.singles.get(pagesPathOf(path));
  return pages && objectsOf(pages.pages);
};

/** A page with its text in the requested form. */
const pageAnswer: Answer = (call) => {
  const page = findPage(pagesAt(call) ?? [], call.parameters.pageId ?? '');
  if (!page || page.type !== 'document') return page;
  const isEdited = pagesPathOf(call.path).includes('/change-requests/') && page.id === 'outdocument';
  const sentence = isEdited ? 'Open the valve very slowly.' : 'Open the valve slowly.';
  return call.query.get('format') === 'markdown'
    ? { ...page, markdown: `${sentence}\n\nThen close it.` }
    : { ...page, document: everyDocument(call.examples, sentence) };
};

const pagesAnswer: Answer = (call) => {
  const pages = pagesAt(call);
  return pages && { pages };
};

const revisionAnswer: Answer = (call) => {
  const pages = pagesAt(call);
  const { state, path } = call;
  return pages && { type: 'edits', pages, files: state.list(`${path}/files`) ?? [], id: 'revision0' };
};

const linksAnswer: Answer = (call) => {
  const list = call.state.list(call.path.replace(/\/content\/page\/[^/]+/, ''));
  if (!list) return undefined;
  const broken = list.filter(({ status }) => status === 'broken').length;
  return { ...pageOf(list, call), stats: { total: list.length, broken: { total: broken } } };
};

/** Grants to people, or to teams. */
const grant: Answer = ({ body, state, path, ...call }) => {
  const role = body.role ?? 'read';
  // Ids; what tests prepare has a role for each.
  const permissionsIn = (kind: 'users' | 'teams') =>
    (Array.isArray(body[kind]) ? body[kind] : []).map((each: unknown) => {
      const { user, team } = objectOf(each);
      return user ?? team ?? each;
    });
  for (const id of permissionsIn('users'))
    for (const list of ['users', 'aggregate'])
      state
        .listFor(`${path}/${list}`)
        .push({ user: userOf({ state, path, body, ...call }, id), permission: role });
  for (const id of permissionsIn('teams')) {
    const team = state.find(`/orgs/${organizationId}/teams/${String(id)}`);
    if (team) state.listFor(`${path}/teams`).push({ team, permission: role });
  }
  return {};
};

const changeGrant: Answer = ({ state, path, body }) => {
  const record = state.find(path);
  if (!record) return undefined;
  record.permission = body.role ?? 'read';
  return {};
};

const comment: Answer = (call) => {
  const { state, path, body, parameters, operation, examples } = call;
  const { markdown } = objectOf(body.body);
  const fields = {
    body: typeof markdown === 'string' ? bodyWith(markdown) : body.body,
    id: state.newId('comment'),
    postedBy: me,
    postedAt: new Date().toISOString(),
    status: 'open',
    target: { space: parameters.spaceId, revision: 'revision0', changeRequest: parameters.changeRequestId },
  };
  const created = objectOf(examples.complete(operation.responseSchema ?? {}, fields));
  state.listFor(path).push(created);
  state.listFor(`${path}/${String(created.id)}/replies`);
  return created;
};

const teamMember: Answer = ({ state, path, parameters, body }) => {
  const member = state.find(`/orgs/${organizationId}/members/${parameters.userId ?? ''}`);
  const [list] = splitPath(path);
  if (!member) return undefined;
  const record = state.find(path);
  if (record) record.team = { role: body.role ?? 'member' };
  else state.listFor(list).push({ organization: member, team: { role: body.role ?? 'member' } });
  return {};
};

const setStatus =
  (members: JsonObject, result: JsonObject): Answer =>
  ({ state, path }) =>
    change(state.find(splitPath(path)[0]), members) && result;

const specialAnswers: Readonly<Record<string, Answer | undefined>> = {
  ...siteAnswers,
  ...contentAnswers,
  getApiInformation: () => ({ version: '1.2.3', build: 'abcdef' }),
  getAuthenticatedUser: () => me,
  getPageById: pageAnswer,
  getPageInChangeRequestById: pageAnswer,
  getPageInRevisionById: pageAnswer,
  listPagesInRevisionById: pagesAnswer,
  getCurrentRevision: revisionAnswer,
  getRevisionOfChangeRequestById: revisionAnswer,
  listSpaceLinks: linksAnswer,
  listPageLinksInSpace: linksAnswer,
  listPageLinksInChangeRequest: linksAnswer,
  listChangeRequestLinks: linksAnswer,
  listSpaceFileBacklinks: ({ examples }) => ({ items: examples.alternatives('ContentLocation').slice(2, 3) }),
  listChangeRequestFileBacklinks: () => ({ items: [] }),
  listSpacesInCollectionById: ({ state, parameters, query }) =>
    pageOf(
      (state.list('/spaces') ?? []).filter(({ parent }) => parent === parameters.collectionId),
      { query },
    ),
  listPermissionsAggregateInCollection: (call) =>
    pageOf(call.state.list(call.path) ?? call.state.list('/spaces/space0/permissions/aggregate') ?? [], call),
  listUserPermissionsInCollection: (call) => pageOf(call.state.listFor(call.path), call),
  listTeamPermissionsInCollection: (call) => pageOf(call.state.listFor(call.path), call),
  inviteToSpace: grant,
  inviteToCollection: grant,
  updateUserPermissionInSpace: changeGrant,
  updateTeamPermissionInSpace: changeGrant,
  updateUserPermissionInCollection: changeGrant,
  updateTeamPermissionInCollection: changeGrant,
  postCommentInSpace: comment,
  postCommentInChangeRequest: comment,
  postCommentReplyInSpace: comment,
  postCommentReplyInChangeRequest: comment,
  addMemberToOrganizationTeamById: teamMember,
  updateMembersInOrganizationTeam: (call) => {
    const { state, path, body } = call;
    const list = state.listFor(path);
    for (const each of [...objectsOf(body.add), ...objectsOf(body.memberships)])
      teamMember({
        ...call,
        path: `${path}/${String(each.user)}`,
        parameters: { ...call.parameters, userId: String(each.user) },
        body: each,
      });
    const removed = Array.isArray(body.remove) ? body.remove.map(String) : [];
    state.lists.set(
      path,
      list.filter(({ organization }) => !removed.includes(String(objectOf(organization).id))),
    );
    return {};
  },
  listSpacesForOrganizationMember: (call) =>
    pageOf(
      (call.state.list('/spaces') ?? []).slice(0, 2).map((space) => ({ space, permission: 'edit' })),
      call,
    ),
  listTeamsForOrganizationMember: (call) => {
    const teams = call.state.list(`/orgs/${organizationId}/teams`) ?? [];
    const ownTeams = teams.filter(({ id }) =>
      (call.state.list(`/orgs/${organizationId}/teams/${String(id)}/members`) ?? []).some(
        ({ organization }) => objectOf(organization).id === call.parameters.userId,
      ),
    );
    return pageOf(
      ownTeams.map((team) => ({ team, member: { role: 'member' } })),
      call,
    );
  },
  searchOrganizationContent: ({ state, examples, query }) =>
    pageOf(
      (state.list('/spaces') ?? []).slice(0, 2).map(({ id, title }) => ({
        id,
        title,
        pages: [
          examples.item('SearchPageResult', {
            id: 'outdocument',
            title: `About ${query.get('query') ?? ''}`,
          }),
        ],
      })),
      { query: new URLSearchParams() },
    ),
  searchSpaceContent: ({ examples }) => ({
    items: [examples.item('SearchPageResult', { id: 'outdocument', title: 'Outer document' })],
  }),
  getOrganizationsForEmailDomain: () => ({ organizations: [] }),
  inviteUsersToOrganization: ({ state, body, examples }) => {
    const emails = Array.isArray(body.emails) ? body.emails.map(String) : [];
    const users = emails.map((email) => {
      const user = { object: 'user', id: state.newId('person'), displayName: email, email };
      const memberFields = { id: user.id, user, role: body.role ?? null, disabled: false, sso: false };
      state
        .listFor(`/orgs/${organizationId}/members`)
        .push(examples.item('OrganizationMember', memberFields));
      return user.id;
    });
    return { users, invited: 0 };
  },
  submitChangeRequestReview: (call) => {
    const { state, path, body, examples } = call;
    const review = examples.item('ChangeRequestReview', {
      id: state.newId('review'),
      status: body.status,
      reviewer: me,
      ...(body.comment !== undefined && {
        comment: { body: body.comment, postedBy: me, status: 'open', id: state.newId('comment') },
      }),
    });
    state.listFor(path).push(review);
    return review;
  },
  requestReviewersForChangeRequest: (call) => {
    const { state, path, body, examples } = call;
    const reviewers = (Array.isArray(body.users) ? body.users : []).map((id) =>
      examples.item('ChangeRequestRequestedReviewer', {
        kind: 'user',
        user: userOf(call, id),
        requestedBy: me,
      }),
    );
    state.listFor(path).push(...reviewers);
    return { users: reviewers };
  },
  updateChangeRequest: setStatus({ outdated: false }, { revision: 'revision2', result: 'update' }),
  startImportRun: ({ state, path, body, examples }) => {
    const run = examples.item('ContentImportRun', { ...body, id: state.newId('run'), status: 'pending' });
    state.listFor(path).push(run);
    return run;
  },
  // Asked for once more, it is done.
  getImportRun: ({ state, path }) => {
    if (objectOf(state.find(path)?.source).url === 'https://closed.example/')
      return change(state.find(path), { status: 'failed', reason: 'The website refuses visitors.' });
    const page = (id: string, status: string) => ({ id, type: 'page', status });
    return change(state.find(path), {
      status: 'completed',
      pages: [page('one', 'complete'), page('two', 'complete'), page('three', 'pending')],
    });
  },
  getChangeRequestPDF: () => ({ url: 'https://docs.example/change.pdf' }),
  duplicateSpace: ({ state, path }) => {
    const record = state.find(splitPath(path)[0]);
    const copy = record && { ...record, id: state.newId('space'), title: `${String(record.title)} (copy)` };
    if (copy) state.listFor('/spaces').push(copy);
    return copy;
  },
  createOrganizationInvite: ({ state, body, examples }) => {
    const place = {
      ...(typeof body.space === 'string' && { space: state.find(`/spaces/${body.space}`) }),
      ...(typeof body.collection === 'string' && {
        collection: state.find(`/collections/${body.collection}`),
      }),
    };
    const inviteLink = examples.item('OrganizationInviteLink', {
      ...body,
      ...place,
      id: state.newId('invite'),
    });
    state.listFor(`/orgs/${organizationId}/link-invites`).push(inviteLink);
    return inviteLink;
  },
  joinOrganizationWithInvite: () => ({}),
  setUserAsSSOMemberForOrganization: ({ state, path }) =>
    change(state.find(splitPath(path)[0]), { sso: true }),
  updateOrganizationMemberLastSeenAt: () => ({}),
  getLatestOpenAPISpecVersionContent: () => ({ filesystem: {}, url: 'https://docs.example/openapi.yaml' }),
  getOpenAPISpecVersionContentById: () => ({ filesystem: {}, url: 'https://docs.example/openapi.yaml' }),
  createOpenAPISpec: (call) => {
    const specFields = { slug: call.body.slug, processingState: 'pending', id: call.state.newId('spec') };
    const spec = call.examples.item('OpenAPISpec', specFields);
    call.state.listFor(call.path).push(spec);
    call.state.listFor(`${call.path}/${String(spec.slug)}/versions`);
    return spec;
  },
  getSpaceCustomFields: ({ state, path }) => {
    const fields = state.list(`/orgs/${organizationId}/custom-fields`) ?? [];
    return (
      state.singles.get(path) ?? {
        values: Object.fromEntries(
          fields.slice(0, 1).map((field) => [field.name, { value: 'Red', customField: field }]),
        ),
      }
    );
  },
};
