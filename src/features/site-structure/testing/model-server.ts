/**
 * A small model of the server, to test plans against: nested lists, written from the API documentation, without
 * code of the editor.
 */
import type { CreatedIds } from '#src/components/tree-editor/changes.ts';
import type { SiteRequest } from '../steps.ts';

interface ModelSpace {
  id: string;
  spaceId: string;
  path: string;
  condition: string | null;
}

interface ModelSection {
  kind: 'section';
  id: string;
  path: string;
  spaces: ModelSpace[];
  defaultSpace: string;
}

interface ModelGroup {
  kind: 'group';
  id: string;
  sections: ModelSection[];
}

export interface ModelSite {
  top: (ModelSection | ModelGroup)[];
  /** Number of created items; their ids are `made-1`, `made-2` … */
  created: number;
}

/** A reference in any of the three formats. */
interface Reference {
  type: string;
  id?: string;
  siteSection?: string;
  siteSpace?: string;
}

interface Anchor {
  side: 'before' | 'after';
  id: string;
}

function listOfSection(site: ModelSite, id: string): (ModelSection | ModelGroup)[] | ModelSection[] {
  if (site.top.some((entry) => entry.id === id)) return site.top;
  const group = site.top.find(
    (entry) => entry.kind === 'group' && entry.sections.some((each) => each.id === id),
  );
  if (group?.kind !== 'group') throw new Error(`404 section ${id}`);
  return group.sections;
}

function takeSection(site: ModelSite, id: string): ModelSection {
  const list = listOfSection(site, id);
  const [section] = list.splice(
    list.findIndex((entry) => entry.id === id),
    1,
  );
  if (section?.kind !== 'section') throw new Error(`404 section ${id}`);
  return section;
}

function groupOf(site: ModelSite, id: string): ModelGroup {
  const group = site.top.find((entry) => entry.id === id);
  if (group?.kind !== 'group') throw new Error(`404 group ${id}`);
  return group;
}

function allSections(site: ModelSite): ModelSection[] {
  return site.top.flatMap((entry) => (entry.kind === 'group' ? entry.sections : [entry]));
}

function sectionOfSpace(site: ModelSite, id: string): ModelSection {
  const section = allSections(site).find((each) => each.spaces.some((space) => space.id === id));
  if (!section) throw new Error(`404 site space ${id}`);
  return section;
}

function anchorOf(
  position: { before?: Reference; after?: Reference } | undefined,
  spelling: (reference: Reference) => string | undefined,
): Anchor | null {
  if (!position) return null;
  const side = position.before ? 'before' : 'after';
  const id = spelling(position[side] ?? { type: '' });
  if (id === undefined) throw new Error('400 malformed reference');
  return { side, id };
}

function insertAt<T extends { id: string }>(list: T[], anchor: Anchor | null, item: T): void {
  const index = anchor ? list.findIndex((entry) => entry.id === anchor.id) : list.length;
  if (index === -1) throw new Error(`404 neighbour ${anchor?.id}`);
  list.splice(anchor?.side === 'after' ? index + 1 : index, 0, item);
}

function freePath(section: ModelSection, path: string): string {
  const usedPaths = new Set(section.spaces.map((space) => space.path));
  let candidate = path;
  for (let suffix = 1; usedPaths.has(candidate); suffix += 1) candidate = `${path}-${suffix}`;
  return candidate;
}

function takeSpace(section: ModelSection, id: string): ModelSpace {
  if (section.spaces.length === 1) throw new Error('409 last site space');
  const index = section.spaces.findIndex((space) => space.id === id);
  const [space] = section.spaces.splice(index, 1);
  if (!space) throw new Error(`404 site space ${id}`);
  const successor = section.spaces[index] ?? section.spaces[index - 1];
  if (section.defaultSpace === id && successor) section.defaultSpace = successor.id;
  return space;
}

function moveSiteSpace(site: ModelSite, id: string, anchor: Anchor | null): void {
  const section = sectionOfSpace(site, id);
  const target = anchor ? sectionOfSpace(site, anchor.id) : section;
  if (section === target) {
    const [space] = section.spaces.splice(
      section.spaces.findIndex((each) => each.id === id),
      1,
    );
    if (space) insertAt(section.spaces, anchor, space);
    return;
  }
  const space = takeSpace(section, id);
  space.path = freePath(target, space.path);
  insertAt(target.spaces, anchor, space);
}

function moveSection(site: ModelSite, id: string, anchor: Anchor | null): void {
  const list: { id: string }[] = listOfSection(site, anchor ? anchor.id : id);
  insertAt(list, anchor, takeSection(site, id));
}

function moveGroup(site: ModelSite, id: string, anchor: Anchor | null): void {
  const group = groupOf(site, id);
  site.top.splice(site.top.indexOf(group), 1);
  insertAt(site.top, anchor, group);
}

function addSpace(site: ModelSite, id: string, sectionId: string | undefined, spaceId: string): void {
  const section = allSections(site).find((each) => each.id === sectionId);
  if (!section) throw new Error(`404 section ${sectionId}`);
  if (section.spaces.some((space) => space.spaceId === spaceId))
    throw new Error('409 the space is there already');
  section.spaces.push({ id, spaceId, path: freePath(section, spaceId), condition: null });
}

function remove(site: ModelSite, request: SiteRequest): void {
  if (request.operation === 'deleteSiteSectionGroup') {
    const group = groupOf(site, request.path.siteSectionGroupId);
    site.top.splice(site.top.indexOf(group), 1, ...group.sections);
  } else if (request.operation === 'deleteSiteSection') {
    takeSection(site, request.path.siteSectionId);
  } else if (request.operation === 'deleteSiteSpace') {
    takeSpace(sectionOfSpace(site, request.path.siteSpaceId), request.path.siteSpaceId);
  }
}

function change(site: ModelSite, request: SiteRequest): void {
  if (request.operation === 'updateSiteSpace') {
    const { siteSpaceId: id } = request.path;
    const space = sectionOfSpace(site, id).spaces.find((each) => each.id === id);
    const fields = Object.entries(request.body).filter(([, value]) => value !== undefined);
    if (space) Object.assign(space, Object.fromEntries(fields));
  } else if (request.operation === 'updateSiteSection' && request.body.defaultSiteSpace !== undefined) {
    const section = sectionOfSpace(site, request.body.defaultSiteSpace);
    if (section.id !== request.path.siteSectionId) throw new Error('404 not in this section');
    section.defaultSpace = request.body.defaultSiteSpace;
  }
}

function create(site: ModelSite, request: SiteRequest): CreatedIds {
  site.created += 1;
  const id = `made-${site.created}`;
  if (request.operation === 'createSiteSpace') {
    addSpace(site, id, request.body.sectionId, request.body.spaceId);
  } else if (request.operation === 'createSiteSectionGroup') {
    const sections = (request.body.sections ?? []).map((each) => takeSection(site, each));
    site.top.push({ kind: 'group', id, sections });
  } else if (request.operation === 'createSiteSection') {
    const firstSiteSpace = `${id}-first`;
    const { spaceId, title = spaceId } = request.body;
    const spaces = [{ id: firstSiteSpace, spaceId, path: spaceId, condition: null }];
    site.top.push({ kind: 'section', id, path: title, spaces, defaultSpace: firstSiteSpace });
    return { id, firstSiteSpace };
  }
  return { id };
}

/** Executes a request; throws where the server would respond with 4xx. */
export function serve(site: ModelSite, request: SiteRequest): CreatedIds {
  switch (request.operation) {
    case 'moveSiteSpace':
      moveSiteSpace(
        site,
        request.path.siteSpaceId,
        anchorOf(request.body.position, (reference) => reference.siteSpace),
      );
      return {};
    case 'moveSiteSection':
      moveSection(
        site,
        request.path.siteSectionId,
        anchorOf(request.body.position, (reference) => reference.siteSection),
      );
      return {};
    case 'moveSiteSectionGroup':
      moveGroup(
        site,
        request.path.siteSectionGroupId,
        anchorOf(request.body.position, (reference) => reference.id),
      );
      return {};
    case 'sortSiteStructure': {
      const { item, position } = request.body;
      moveSiteSpace(
        site,
        item.id,
        anchorOf(position, (reference) => reference.id),
      );
      return {};
    }
    case 'addSectionToGroup':
      groupOf(site, request.path.siteSectionGroupId).sections.push(takeSection(site, request.body.sectionId));
      return {};
    case 'removeSectionFromGroup': {
      const { siteSectionGroupId, siteSectionId } = request.path;
      const inGroup = groupOf(site, siteSectionGroupId).sections.some((each) => each.id === siteSectionId);
      if (!inGroup) throw new Error('404 not in this group');
      site.top.push(takeSection(site, siteSectionId));
      return {};
    }
    case 'createSiteSection':
    case 'createSiteSpace':
    case 'createSiteSectionGroup':
      return create(site, request);
    case 'deleteSiteSection':
    case 'deleteSiteSpace':
    case 'deleteSiteSectionGroup':
      remove(site, request);
      return {};
    default:
      change(site, request);
      return {};
  }
}
