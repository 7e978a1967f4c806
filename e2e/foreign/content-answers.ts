/** The stand-in's answers to what makes spaces, teams and change requests: each brings what the screens then read. */
import { type Answer, change } from './calls.ts';
import { type JsonObject, objectOf, objectsOf } from './json.ts';
import { addedPageId, pagesOf } from './seed-pages.ts';
import { me } from './seeding.ts';
import { organizationId, splitPath } from './state.ts';

/** Changes a comment or reply: its text, whether it is resolved, and one's own reactions. */
const updateComment: Answer = ({ state, path, body }) => {
  const { resolved, addedReactions = [], removedReactions = [], ...rest } = body;
  const record = state.find(path);
  if (!record) return undefined;
  Object.assign(record, rest);
  if (typeof resolved === 'boolean') record.status = resolved ? 'resolved' : 'open';
  const isRemoved = ({ emoji }: JsonObject) => [removedReactions].flat().includes(emoji);
  record.reactions = [
    ...objectsOf(record.reactions).filter((reaction) => !isRemoved(reaction)),
    ...[addedReactions].flat().map((emoji) => ({ emoji, count: 1, users: [{ user: me }] })),
  ];
  return record;
};

/** Puts a space or collection into another collection, or before or after one of its kind. */
const moveContent: Answer = ({ state, path, body }) => {
  const [itemPath] = splitPath(path);
  const [list] = splitPath(itemPath);
  const item = state.find(itemPath);
  if (!item) return undefined;
  if (body.parent !== undefined) change(item, { parent: body.parent });
  const { before, after } = objectOf(body.position);
  const items = state.listFor(list);
  const pointer = Object.values(objectOf(before ?? after)).at(-1);
  const place = items.findIndex(({ id }) => id === pointer);
  if (place < 0) return item;
  const target = items[place];
  items.splice(items.indexOf(item), 1);
  items.splice(items.findIndex((each) => each === target) + (before === undefined ? 1 : 0), 0, item);
  return item;
};

/** Content of another organization is no longer listed here. */
const transferContent: Answer = ({ state, path, body }) => {
  const [itemPath] = splitPath(path);
  const item = state.find(itemPath);
  if (!item) return undefined;
  state.remove(itemPath);
  return { ...item, organization: body.organization };
};

export const contentAnswers: Readonly<Record<string, Answer | undefined>> = {
  createSpace: ({ state, path, body, examples }) => {
    const id = state.newId('space');
    const spaceFields = {
      visibility: 'private',
      defaultLevel: 'inherit',
      ...body,
      id,
      organization: organizationId,
    };
    const newSpace = examples.item('Space', spaceFields);
    state.listFor(path).push(newSpace);
    state.singles.set(`/spaces/${id}/content/pages`, { pages: [] });
    return newSpace;
  },
  moveSpace: moveContent,
  moveCollection: moveContent,
  transferSpace: transferContent,
  transferCollection: transferContent,
  updateCommentInSpace: updateComment,
  updateCommentReplyInSpace: updateComment,
  updateCommentInChangeRequest: updateComment,
  updateCommentReplyInChangeRequest: updateComment,
  createOrganizationSAMLProvider: ({ state, path, body, examples }) => {
    const samlFields = { ssoURL: 'https://idp.example/sso', entityID: '', certificate: '', ...body };
    const samlProvider = examples.item('OrganizationSAMLProvider', {
      ...samlFields,
      id: state.newId('saml'),
    });
    state.listFor(path).push(samlProvider);
    return samlProvider;
  },
  createOrganizationTeam: ({ state, path, body, examples }) => {
    const members = Array.isArray(body.members) ? body.members : [];
    const newTeam = examples.item('OrganizationTeam', {
      title: body.title,
      id: state.newId('team'),
      members: members.length,
    });
    state.listFor(path).push(newTeam);
    for (const id of members) {
      const organization = state.find(`/orgs/${organizationId}/members/${String(id)}`);
      if (organization)
        state
          .listFor(`${path}/${String(newTeam.id)}/members`)
          .push(examples.item('OrganizationTeamMember', { organization, team: { role: 'member' } }));
    }
    return newTeam;
  },
  createChangeRequest: ({ state, path, body, examples }) => {
    const list = state.listFor(path);
    const now = new Date().toISOString();
    const newChangeRequest = examples.item('ChangeRequest', {
      status: 'draft',
      ...body,
      id: state.newId('change'),
      number: list.length + 1,
      createdBy: me,
      createdAt: now,
      updatedAt: now,
      outdated: false,
      comments: 0,
    });
    list.push(newChangeRequest);
    const space = path.replace(/\/change-requests$/, '');
    const base = `${path}/${String(newChangeRequest.id)}`;
    const pages = objectsOf(state.singles.get(`${space}/content/pages`)?.pages);
    state.singles.set(`${base}/content/pages`, {
      pages: [...structuredClone(pages), { ...pagesOf(examples)[0], id: addedPageId, title: 'Added page' }],
    });
    const changes = examples.alternatives('RevisionSemanticChange').slice(0, 1);
    state.singles.set(`${base}/changes`, { changes, more: 0 });
    return newChangeRequest;
  },
  mergeChangeRequest: ({ state, path }) => {
    const [, list = '', id = ''] = /^(.*)\/([^/]+)\/merge$/.exec(path) ?? [];
    const merged = state.find(`${list}/${id}`);
    if (!merged) return undefined;
    merged.status = 'merged';
    for (const otherSpace of state.listFor(list)) if (otherSpace !== merged) otherSpace.outdated = true;
    return { revision: 'revision1', result: 'merge' };
  },
};
