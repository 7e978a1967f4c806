/**
 * Steps: one request each, with its effect on the structure. The requests are the documented ones; only this file
 * knows their three formats for a neighbor.
 */
import {
  addSectionToGroup,
  createSiteSection,
  createSiteSectionGroup,
  createSiteSpace,
  deleteSiteSection,
  deleteSiteSectionGroup,
  deleteSiteSpace,
  moveSiteSection,
  moveSiteSectionGroup,
  moveSiteSpace,
  removeSectionFromGroup,
  sortSiteStructure,
  updateSite,
  updateSiteSection,
  updateSiteSectionGroup,
  updateSiteSpace,
} from '#api/generated/sdk.gen.ts';
import type {
  SiteSectionCreate,
  SiteSectionGroupAdd,
  SiteSectionGroupCreate,
  SiteSectionGroupMove,
  SiteSectionGroupUpdate,
  SiteSectionMove,
  SiteSectionUpdate,
  SiteSpaceCreate,
  SiteSpaceMove,
  SiteSpaceUpdate,
  SiteUpdate,
  StructureSort,
} from '#api/generated/types.gen.ts';
import {
  createSend,
  createsNothing,
  type CreatedIds,
  type RequestOf,
  type Send,
  type Step,
} from '#src/components/tree-editor/changes.ts';
import { childrenOf, TOP, withItem } from '#src/lib/ordered-tree.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { applyMove } from './move-rules.ts';
import type { SitePath } from './queries.ts';
import type { Answer } from './structure-version.ts';
import {
  sectionsInOrder,
  withDefault,
  withoutNode,
  withSubtree,
  type NodeFields,
  type SectionNode,
  type SiteSpaceNode,
  type SiteStructure,
  type StructureNode,
} from './structure.ts';

type Section = { siteSectionId: string };
type Group = { siteSectionGroupId: string };
type Space = { siteSpaceId: string };
type None = Record<never, never>;

/** Path parameters, and rejecting with an `ApiError`. */
const at = <Path extends object>(site: SitePath, path: Path) =>
  ({ path: { ...site, ...path }, throwOnError: true }) as const;

const idOf = async (created: Promise<{ data: { id: string } }>): Promise<CreatedIds> => ({
  id: (await created).data.id,
});

type Sent = Promise<Answer>;

const tableOf = (site: SitePath, note: (answer: Answer) => void) => {
  const noted = async (sent: Sent): Promise<CreatedIds> => {
    note(await sent);
    return {};
  };
  return {
    moveSiteSection: (path: Section, body: SiteSectionMove) =>
      noted(moveSiteSection({ ...at(site, path), body })),
    moveSiteSectionGroup: (path: Group, body: SiteSectionGroupMove) =>
      noted(moveSiteSectionGroup({ ...at(site, path), body })),
    moveSiteSpace: (path: Space, body: SiteSpaceMove) => noted(moveSiteSpace({ ...at(site, path), body })),
    addSectionToGroup: (path: Group, body: SiteSectionGroupAdd) =>
      noted(addSectionToGroup({ ...at(site, path), body })),
    removeSectionFromGroup: (path: Group & Section) => noted(removeSectionFromGroup(at(site, path))),
    sortSiteStructure: (path: None, body: StructureSort) =>
      noted(sortSiteStructure({ ...at(site, path), body })),
    updateSite: (path: None, body: SiteUpdate) => noted(updateSite({ ...at(site, path), body })),
    updateSiteSection: (path: Section, body: SiteSectionUpdate) =>
      noted(updateSiteSection({ ...at(site, path), body })),
    updateSiteSectionGroup: (path: Group, body: SiteSectionGroupUpdate) =>
      noted(updateSiteSectionGroup({ ...at(site, path), body })),
    updateSiteSpace: (path: Space, body: SiteSpaceUpdate) =>
      noted(updateSiteSpace({ ...at(site, path), body })),
    async createSiteSection(path: None, body: SiteSectionCreate): Promise<CreatedIds> {
      const { data } = await createSiteSection({ ...at(site, path), body });
      return { id: data.id, firstSiteSpace: data.siteSpaces[0]?.id };
    },
    createSiteSectionGroup: (path: None, body: SiteSectionGroupCreate) =>
      idOf(createSiteSectionGroup({ ...at(site, path), body })),
    createSiteSpace: (path: None, body: SiteSpaceCreate) =>
      idOf(createSiteSpace({ ...at(site, path), body })),
    deleteSiteSection: (path: Section) => createsNothing(deleteSiteSection(at(site, path))),
    deleteSiteSectionGroup: (path: Group) => createsNothing(deleteSiteSectionGroup(at(site, path))),
    deleteSiteSpace: (path: Space) => createsNothing(deleteSiteSpace(at(site, path))),
  };
};

export type SiteRequest = RequestOf<ReturnType<typeof tableOf>>;

/**
 * Sends the requests of steps.
 *
 * @param onAnswer called after each request; with null if it failed, or if what it made isn't known from its answer
 */
export function siteSend(
  site: SitePath,
  onAnswer: (request: SiteRequest, answer: Answer | null) => void,
): Send<SiteRequest> {
  return async (request) => {
    let answer: Answer | null = null;
    const send = createSend(tableOf(site, (received) => (answer = received)));
    try {
      return await send(request);
    } finally {
      onAnswer(request, answer);
    }
  };
}

export type SiteStep = Step<SiteStructure, SiteRequest>;

type Kind = StructureNode['kind'];
type Side = 'before' | 'after';

/** Maximum title length when a section is created; a longer title is set afterwards. */
export const MAX_NEW_SECTION_TITLE = 64;

/** Moves an item directly before or after another. */
export function moveStep(kind: Kind, id: string, side: Side, neighbor: { id: string; kind: Kind }): SiteStep {
  const target = side === 'before' ? { before: neighbor.id } : { after: neighbor.id };
  const apply = (structure: SiteStructure) => applyMove(structure, { id, ...target });
  if (kind === 'site-space') {
    const position = { [side]: { type: 'site-space' as const, siteSpace: neighbor.id } };
    return { request: { operation: 'moveSiteSpace', path: { siteSpaceId: id }, body: { position } }, apply };
  }
  if (kind === 'section') {
    const position = { [side]: { type: 'site-section' as const, siteSection: neighbor.id } };
    return {
      request: { operation: 'moveSiteSection', path: { siteSectionId: id }, body: { position } },
      apply,
    };
  }
  const type = neighbor.kind === 'group' ? ('site-section-group' as const) : ('site-section' as const);
  const body = { position: { [side]: { type, id: neighbor.id } } };
  return { request: { operation: 'moveSiteSectionGroup', path: { siteSectionGroupId: id }, body }, apply };
}

/** Moves a site space directly before or after one of another section. */
export function sortStep(id: string, side: Side, neighbor: string): SiteStep {
  const item = { type: 'site-space' as const, id };
  const position = { [side]: { type: 'site-space' as const, id: neighbor } };
  const target = side === 'before' ? { before: neighbor } : { after: neighbor };
  return {
    request: { operation: 'sortSiteStructure', path: {}, body: { item, position } },
    apply: (structure) => applyMove(structure, { id, ...target }),
  };
}

/** Moves an item to the end of its container, without naming a neighbor. */
export function moveToEndStep(kind: Kind, id: string): SiteStep {
  const apply = (structure: SiteStructure) => {
    const into = structure.parents.get(id);
    return into === undefined ? structure : applyMove(structure, { id, into });
  };
  if (kind === 'site-space')
    return { request: { operation: 'moveSiteSpace', path: { siteSpaceId: id }, body: {} }, apply };
  if (kind === 'section')
    return { request: { operation: 'moveSiteSection', path: { siteSectionId: id }, body: {} }, apply };
  return {
    request: { operation: 'moveSiteSectionGroup', path: { siteSectionGroupId: id }, body: {} },
    apply,
  };
}

/** Moves a section to the end of a group. */
export function joinStep(sectionId: string, group: string): SiteStep {
  return {
    request: { operation: 'addSectionToGroup', path: { siteSectionGroupId: group }, body: { sectionId } },
    apply: (structure) => applyMove(structure, { id: sectionId, into: group }),
  };
}

/** Moves a section from a group to the end of the top level. */
export function leaveStep(section: string, group: string): SiteStep {
  const path = { siteSectionGroupId: group, siteSectionId: section };
  return {
    request: { operation: 'removeSectionFromGroup', path },
    apply: (structure) => applyMove(structure, { id: section, into: TOP }),
  };
}

function updateRequest(kind: Kind, id: string, fields: NodeFields): SiteRequest {
  const { title, path, icon, description, condition } = fields;
  if (kind === 'group')
    return { operation: 'updateSiteSectionGroup', path: { siteSectionGroupId: id }, body: { title, icon } };
  if (kind === 'site-space')
    return { operation: 'updateSiteSpace', path: { siteSpaceId: id }, body: { path, condition } };
  const body = { title, path, icon, description, condition };
  return { operation: 'updateSiteSection', path: { siteSectionId: id }, body };
}

export function updateStep(kind: Kind, id: string, fields: NodeFields): SiteStep {
  return {
    request: updateRequest(kind, id, fields),
    apply(structure) {
      const node = structure.nodes.get(id);
      return node ? withItem<StructureNode, SiteStructure>(structure, { ...node, ...fields }) : structure;
    },
  };
}

function defaultRequest(kind: Kind, id: string, owner: string): SiteRequest {
  if (kind === 'section') return { operation: 'updateSite', path: {}, body: { defaultSiteSection: id } };
  const body = { defaultSiteSpace: id };
  if (owner === TOP) return { operation: 'updateSite', path: {}, body };
  return { operation: 'updateSiteSection', path: { siteSectionId: owner }, body };
}

/** Makes a section or site space the default of its container. */
export function defaultStep(kind: Exclude<Kind, 'group'>, id: string, owner: string): SiteStep {
  return {
    request: defaultRequest(kind, id, owner),
    apply: (structure) => withDefault(structure, id),
  };
}

function deleteRequest(kind: Kind, id: string): SiteRequest {
  if (kind === 'group') return { operation: 'deleteSiteSectionGroup', path: { siteSectionGroupId: id } };
  if (kind === 'section') return { operation: 'deleteSiteSection', path: { siteSectionId: id } };
  return { operation: 'deleteSiteSpace', path: { siteSpaceId: id } };
}

/** Deletes an item; the sections of a group stay. */
export function deleteStep(kind: Kind, id: string): SiteStep {
  return { request: deleteRequest(kind, id), apply: (structure) => withoutNode(structure, id) };
}

const newSiteSpace = (id: string, spaceId: string, isDefault: boolean): SiteSpaceNode => ({
  kind: 'site-space',
  id,
  title: '',
  path: '',
  condition: null,
  isDefault,
  spaceId,
  emoji: '',
  publishedUrl: null,
});

/** Creates a section at the end, with one site space. Both ids are provisional. */
export function createSectionStep(section: { id: string; title: string }, first: SiteSpaceNode): SiteStep {
  const { id, title } = section;
  const { spaceId } = first;
  // A title that is too short can only be that of the space, which the server takes by itself.
  const body = { spaceId, ...(codePointLength(title) > 1 && { title }) };
  return {
    request: { operation: 'createSiteSection', path: {}, body },
    creates: { id, firstSiteSpace: first.id },
    apply(structure) {
      if (structure.nodes.has(id)) return structure;
      const isDefault = sectionsInOrder(structure).length === 0;
      const texts = { path: '', icon: null, description: null, condition: null, publishedUrl: null };
      const node: SectionNode = { kind: 'section', id, title, isDefault, ...texts };
      const children = [{ node: newSiteSpace(first.id, spaceId, true), children: [] }];
      return withSubtree(structure, { node, children }, TOP, childrenOf(structure, TOP).length);
    },
  };
}

/** Creates a site space at the end of a section or flat site. Its id is provisional. */
export function createSiteSpaceStep(id: string, spaceId: string, owner: string): SiteStep {
  const sectionId = owner === TOP ? undefined : owner;
  return {
    request: { operation: 'createSiteSpace', path: {}, body: { spaceId, sectionId } },
    creates: { id },
    apply(structure) {
      if (structure.nodes.has(id)) return structure;
      const { length } = childrenOf(structure, owner);
      const node = newSiteSpace(id, spaceId, length === 0);
      return withSubtree(structure, { node, children: [] }, owner, length);
    },
  };
}

/** Creates a group of these sections at the end. Its id is provisional. */
export function createGroupStep(
  { id, title, icon }: { id: string; title: string; icon: string | null },
  sections: readonly string[],
): SiteStep {
  const body = { title, ...(icon !== null && { icon }), sections: [...sections] };
  return {
    request: { operation: 'createSiteSectionGroup', path: {}, body },
    creates: { id },
    apply(structure) {
      if (structure.nodes.has(id)) return structure;
      const node: StructureNode = { kind: 'group', id, title, icon };
      const end = childrenOf(structure, TOP).length;
      const created = withSubtree(structure, { node, children: [] }, TOP, end);
      return sections.reduce((current, section) => applyMove(current, { id: section, into: id }), created);
    },
  };
}
