/** The stand-in's answers about the structure of a site. */
import { change, type Answer, type Call, pageOf } from './calls.ts';
import { type JsonObject, objectOf } from './json.ts';

const siteOf = ({ path }: Pick<Call, 'path'>): string => /^\/orgs\/[^/]+\/sites\/[^/]+/.exec(path)?.[0] ?? '';

/** Sections with their site spaces as they are now. */
function sectionsOf(call: Call): JsonObject[] {
  const { state } = call;
  const siteSpaces = state.listFor(`${siteOf(call)}/site-spaces`);
  return state.listFor(`${siteOf(call)}/sections`).map((section) => ({
    ...section,
    siteSpaces: siteSpaces.filter(({ section: id }) => id === section.id),
  }));
}

function groupsOf(call: Call): JsonObject[] {
  const sections = sectionsOf(call);
  return call.state.listFor(`${siteOf(call)}/section-groups`).map((group) => ({
    ...group,
    sections: sections.filter(({ sectionGroup }) => sectionGroup === group.id),
  }));
}

function structureOf(call: Call): JsonObject {
  const sections = sectionsOf(call);
  if (sections.length === 0)
    return { type: 'siteSpaces', structure: call.state.listFor(`${siteOf(call)}/site-spaces`) };
  // Some servers return groups only as a member of their sections.
  if (!call.state.listsGroups) return { type: 'sections', structure: sections };
  const single = sections.filter(({ sectionGroup }) => sectionGroup === undefined);
  // A kind that the console doesn't know, between those that it does.
  const links = call.state.list(`${siteOf(call)}/external-links`) ?? [];
  return { type: 'sections', structure: [...single, ...links, ...groupsOf(call)] };
}

const exists = (call: Call) => call.state.find(siteOf(call)) !== undefined;

/** Puts an item before or after another of the same list. */
const move =
  (list: string): Answer =>
  (call) => {
    const { state, path, body } = call;
    const items = state.listFor(`${siteOf(call)}/${list}`);
    const id = path.split('/').at(-2);
    const item = items.find((each) => each.id === id);
    const { before, after } = objectOf(body.position);
    const place = before ?? after;
    const targetId = typeof place === 'string' ? place : Object.values(objectOf(place)).at(-1);
    if (!item) return undefined;
    items.splice(items.indexOf(item), 1);
    const target = items.findIndex((each) => each.id === targetId);
    items.splice(target < 0 ? items.length : target + (before === undefined ? 1 : 0), 0, item);
    return item;
  };

const createSiteSpace: Answer = (call) => {
  const { state, body, examples } = call;
  const space = state.find(`/spaces/${String(body.spaceId)}`);
  if (!space) return undefined;
  const list = state.listFor(`${siteOf(call)}/site-spaces`);
  const id = state.newId('sitespace');
  const newSiteSpace = examples.item('SiteSpace', {
    id,
    path: id,
    title: space.title,
    space,
    ...(body.sectionId !== undefined && { section: body.sectionId }),
  });
  list.push(newSiteSpace);
  return newSiteSpace;
};

export const siteAnswers: Readonly<Record<string, Answer | undefined>> = {
  createSite: (call) => {
    const { state, body, path, examples } = call;
    const { spaces: _spaces, ...known } = body;
    const newSite = examples.item('Site', {
      visibility: 'public',
      ...known,
      id: state.newId('site'),
      published: false,
    });
    state.listFor(path).push(newSite);
    for (const list of ['sections', 'section-groups', 'site-spaces', 'redirects'])
      state.listFor(`${path}/${String(newSite.id)}/${list}`);
    state.singles.set(`${path}/${String(newSite.id)}/adaptive-schema`, {
      object: 'site-adaptive-schema',
      jsonSchema: { type: 'object', properties: {}, additionalProperties: false },
      updatedAt: new Date().toISOString(),
    });
    return newSite;
  },
  publishSite: ({ state, path }) => change(state.find(path.replace(/\/publish$/, '')), { published: true }),
  unpublishSite: ({ state, path }) =>
    change(state.find(path.replace(/\/unpublish$/, '')), { published: false }),
  getSiteStructure: (call) => (exists(call) ? structureOf(call) : undefined),
  getPublishedContentSite: (call) => {
    const site = call.state.find(siteOf(call));
    return site && { site, structure: structureOf(call) };
  },
  listSiteSections: (call) => (exists(call) ? pageOf(sectionsOf(call), call) : undefined),
  listSiteSectionGroups: (call) => (exists(call) ? pageOf(groupsOf(call), call) : undefined),
  getSiteCustomizationById: (call) => (exists(call) ? {} : undefined),
  addSpaceToSite: createSiteSpace,
  addSectionToSite: (call) => {
    const { state, body, examples } = call;
    const id = state.newId('section');
    const sectionFields = {
      id,
      path: id,
      title: body.title ?? 'Section',
      ...(typeof body.icon === 'string' && { icon: body.icon }),
    };
    state
      .listFor(`${siteOf(call)}/sections`)
      .push(examples.item('SiteSection', { ...sectionFields, siteSpaces: [] }));
    createSiteSpace({ ...call, body: { spaceId: body.spaceId, sectionId: id } });
    return sectionsOf(call).find((section) => section.id === id);
  },
  addSectionGroupToSite: (call) => {
    const { state, body, examples } = call;
    const id = state.newId('group');
    const newGroup = examples.item('SiteSectionGroup', { id, title: body.title, sections: [] });
    state.listFor(`${siteOf(call)}/section-groups`).push(newGroup);
    for (const section of state.listFor(`${siteOf(call)}/sections`))
      if (Array.isArray(body.sections) && body.sections.includes(section.id)) section.sectionGroup = id;
    return groupsOf(call).find((group) => group.id === id);
  },
  addSectionToGroup: (call) => {
    const { state, body, parameters } = call;
    const section = state.find(`${siteOf(call)}/sections/${String(body.sectionId)}`);
    if (!section) return undefined;
    section.sectionGroup = parameters.siteSectionGroupId;
    return groupsOf(call).find(({ id }) => id === parameters.siteSectionGroupId);
  },
  removeSectionFromGroup: (call) => {
    const section = call.state.find(`${siteOf(call)}/sections/${call.parameters.siteSectionId ?? ''}`);
    if (!section) return undefined;
    delete section.sectionGroup;
    return {};
  },
  moveSiteSection: move('sections'),
  moveSiteSpace: move('site-spaces'),
  moveSiteSectionGroup: move('section-groups'),
  updateSiteSectionById: (call) => {
    const { defaultSiteSpace: _defaultSiteSpace, siteSectionGroupId, ...rest } = call.body;
    const body = { ...rest, ...(siteSectionGroupId !== undefined && { sectionGroup: siteSectionGroupId }) };
    return (
      change(call.state.find(call.path), body) &&
      sectionsOf(call).find(({ id }) => id === call.parameters.siteSectionId)
    );
  },
  updateSiteSpaceById: (call) => {
    const { spaceId, ...body } = call.body;
    const space = typeof spaceId === 'string' ? { space: call.state.find(`/spaces/${spaceId}`) } : {};
    return change(call.state.find(call.path), { ...body, ...space });
  },
  sortSiteStructure: (call) => {
    const { type, id } = objectOf(call.body.item);
    const { before, after } = objectOf(call.body.position);
    const lists: Record<string, string> = {
      'site-space': 'site-spaces',
      'site-section': 'sections',
      'site-section-group': 'section-groups',
    };
    const list = lists[String(type)] ?? '';
    const target = objectOf(before ?? after);
    const item = call.state.find(`${siteOf(call)}/${list}/${String(id)}`);
    // Beside a site space of another section it becomes one of that section.
    const beside = call.state.find(`${siteOf(call)}/site-spaces/${String(target.id)}`);
    if (item && type === 'site-space' && beside?.section !== undefined) item.section = beside.section;
    return move(list)({ ...call, path: `${siteOf(call)}/${list}/${String(id)}/move` });
  },
};
