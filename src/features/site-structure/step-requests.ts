/**
 * From steps to requests: which operation, which path parameters, which body. The bodies are the
 * documented ones, so this is the one place where the three spellings of a neighbour are told apart.
 */
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
} from '#src/api/generated/types.gen.ts';
import type { Anchor, Facts, Step } from './steps.ts';
import { TOP } from './structure.ts';

type SectionPath = { siteSectionId: string };
type GroupPath = { siteSectionGroupId: string };
type SiteSpacePath = { siteSpaceId: string };

/** A request to make, without the organization and the site. */
export type StepRequest =
  | { operation: 'moveSiteSection'; path: SectionPath; body: SiteSectionMove }
  | { operation: 'moveSiteSectionGroup'; path: GroupPath; body: SiteSectionGroupMove }
  | { operation: 'moveSiteSpace'; path: SiteSpacePath; body: SiteSpaceMove }
  | { operation: 'addSectionToGroup'; path: GroupPath; body: SiteSectionGroupAdd }
  | { operation: 'removeSectionFromGroup'; path: GroupPath & SectionPath; body?: undefined }
  | { operation: 'updateSiteSection'; path: SectionPath; body: SiteSectionUpdate }
  | { operation: 'updateSiteSectionGroup'; path: GroupPath; body: SiteSectionGroupUpdate }
  | { operation: 'updateSiteSpace'; path: SiteSpacePath; body: SiteSpaceUpdate }
  | { operation: 'updateSite'; path: object; body: SiteUpdate }
  | { operation: 'createSiteSection'; path: object; body: SiteSectionCreate }
  | { operation: 'createSiteSpace'; path: object; body: SiteSpaceCreate }
  | { operation: 'createSiteSectionGroup'; path: object; body: SiteSectionGroupCreate }
  | { operation: 'deleteSiteSection'; path: SectionPath; body?: undefined }
  | { operation: 'deleteSiteSectionGroup'; path: GroupPath; body?: undefined }
  | { operation: 'deleteSiteSpace'; path: SiteSpacePath; body?: undefined };

/** Exchanges provisional ids for known ones. */
type KnownId = (id: string) => string;

/** `{position: {before: …}}` or, for the end of the container, an empty body. */
function positioned<Reference>(
  anchor: Anchor,
  reference: (id: string) => Reference,
): { position?: { before?: Reference; after?: Reference } } {
  return anchor.side === 'end' ? {} : { position: { [anchor.side]: reference(anchor.id) } };
}

function moveRequest(step: Extract<Step, { op: 'move' }>, known: KnownId): StepRequest {
  const { anchor } = step;
  const id = known(step.id);
  if (step.kind === 'site-space') {
    const body = positioned(anchor, (each) => ({ type: 'site-space' as const, siteSpace: known(each) }));
    return { operation: 'moveSiteSpace', path: { siteSpaceId: id }, body };
  }
  if (step.kind === 'section') {
    const body = positioned(anchor, (each) => ({ type: 'site-section' as const, siteSection: known(each) }));
    return { operation: 'moveSiteSection', path: { siteSectionId: id }, body };
  }
  const type = anchor.side !== 'end' && anchor.kind === 'group' ? 'site-section-group' : 'site-section';
  const body: SiteSectionGroupMove = positioned(anchor, (each) => ({ type, id: known(each) }));
  return { operation: 'moveSiteSectionGroup', path: { siteSectionGroupId: id }, body };
}

function updateRequest(step: Extract<Step, { op: 'update' }>, id: string): StepRequest {
  const { title, path, icon, description, condition }: Facts = step.facts;
  if (step.kind === 'group') {
    return { operation: 'updateSiteSectionGroup', path: { siteSectionGroupId: id }, body: { title, icon } };
  }
  if (step.kind === 'site-space') {
    return { operation: 'updateSiteSpace', path: { siteSpaceId: id }, body: { path, condition } };
  }
  const body = { title, path, icon, description, condition };
  return { operation: 'updateSiteSection', path: { siteSectionId: id }, body };
}

function defaultRequest(step: Extract<Step, { op: 'default' }>, known: KnownId): StepRequest {
  const id = known(step.id);
  if (step.kind === 'section') return { operation: 'updateSite', path: {}, body: { defaultSiteSection: id } };
  const body = { defaultSiteSpace: id };
  if (step.owner === TOP) return { operation: 'updateSite', path: {}, body };
  return { operation: 'updateSiteSection', path: { siteSectionId: known(step.owner) }, body };
}

function deleteRequest(step: Extract<Step, { op: 'delete' }>, id: string): StepRequest {
  if (step.kind === 'group') return { operation: 'deleteSiteSectionGroup', path: { siteSectionGroupId: id } };
  if (step.kind === 'section') return { operation: 'deleteSiteSection', path: { siteSectionId: id } };
  return { operation: 'deleteSiteSpace', path: { siteSpaceId: id } };
}

/** The request of a step. `known` turns provisional ids into those of the server. */
export function requestOf(step: Step, known: KnownId): StepRequest {
  switch (step.op) {
    case 'move':
      return moveRequest(step, known);
    case 'join':
      return {
        operation: 'addSectionToGroup',
        path: { siteSectionGroupId: known(step.group) },
        body: { sectionId: known(step.id) },
      };
    case 'leave':
      return {
        operation: 'removeSectionFromGroup',
        path: { siteSectionGroupId: known(step.group), siteSectionId: known(step.id) },
      };
    case 'update':
      return updateRequest(step, known(step.id));
    case 'default':
      return defaultRequest(step, known);
    case 'create-section':
      return { operation: 'createSiteSection', path: {}, body: { spaceId: step.spaceId, title: step.title } };
    case 'create-site-space': {
      const sectionId = step.owner === TOP ? undefined : known(step.owner);
      return { operation: 'createSiteSpace', path: {}, body: { spaceId: step.spaceId, sectionId } };
    }
    case 'create-group': {
      const sections = step.members.map(known);
      const body = { title: step.title, ...(step.icon !== null && { icon: step.icon }), sections };
      return { operation: 'createSiteSectionGroup', path: {}, body };
    }
    case 'delete':
      return deleteRequest(step, known(step.id));
  }
}
