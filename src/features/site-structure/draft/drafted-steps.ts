/** The steps of a draft as the API has them, and as requests of the editor with their effects. */
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { TOP } from '#src/lib/ordered-tree.ts';
import { applyMove } from '../move-rules.ts';
import {
  createGroupStep,
  createSectionStep,
  createSiteSpaceStep,
  deleteStep,
  joinStep,
  leaveStep,
  moveToEndStep,
  type SiteRequest,
  type SiteStep,
  updateStep,
} from '../steps.ts';
import { type SiteStructure, type StructureNode, TEXT_FIELDS, withDefault } from '../structure.ts';
import { currentDefault, isFlat, sectionsInOrder } from '../structure.ts';

/** A request of a draft, with what the draft calls the items that it creates. */
export type DraftedRequest = Pick<SiteStep, 'request' | 'creates'>;

/** Both have the same operations and parameters: the contract says so. */
export function toStep({ request: { operation, path, body }, creates }: DraftedRequest): StructureDraftStep {
  const ids = creates && {
    id: creates.id,
    ...(creates.firstSiteSpace !== undefined && { siteSpaceId: creates.firstSiteSpace }),
  };
  return { [operation]: { ...path, ...ids, ...(body !== undefined && { body }) } } as StructureDraftStep;
}

/** The request of a step; null for a step of a later version. */
export function toRequest(step: StructureDraftStep): DraftedRequest | null {
  const [entry] = Object.entries(step);
  if (!entry) return null;
  const [operation, { body, id, ...path }] = entry as [string, Record<string, string> & { body?: object }];
  if (id === undefined) return { request: { operation, path, body } as unknown as SiteRequest };
  const { siteSpaceId, ...rest } = path;
  const creates = { id, ...(siteSpaceId !== undefined && { firstSiteSpace: siteSpaceId }) };
  return { request: { operation, path: rest, body } as unknown as SiteRequest, creates };
}

/** The ids in a request, besides those in texts. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (TEXT_FIELDS.has(name) ? [] : idsIn(member)));
}

/** What a draft knows of the spaces that it adds. */
export type SpaceOf = (id: string) => { title: string; emoji: string } | undefined;

type Position =
  | Partial<Record<'before' | 'after', { id?: string; siteSection?: string; siteSpace?: string }>>
  | undefined;

const neighborOf = (reference: { id?: string; siteSection?: string; siteSpace?: string } | undefined) =>
  reference?.id ?? reference?.siteSection ?? reference?.siteSpace;

function move(structure: SiteStructure, id: string, position: Position): SiteStructure {
  const before = neighborOf(position?.before);
  const after = neighborOf(position?.after);
  if (after !== undefined) return applyMove(structure, { id, after });
  if (before !== undefined) return applyMove(structure, { id, before });
  const kind = structure.nodes.get(id)?.kind;
  return kind === undefined ? structure : moveToEndStep(kind, id).apply(structure);
}

const siteSpaceNode = (id: string, spaceId: string, spaceOf: SpaceOf) => ({
  kind: 'site-space' as const,
  id,
  spaceId,
  title: spaceOf(spaceId)?.title ?? 'Space',
  emoji: spaceOf(spaceId)?.emoji ?? '',
  path: '',
  condition: null,
  isDefault: true,
  publishedUrl: null,
});

/** New site spaces are shown with the title of their space. */
function named(structure: SiteStructure, id: string, spaceId: string, spaceOf: SpaceOf): SiteStructure {
  const node = structure.nodes.get(id);
  if (node?.kind !== 'site-space') return structure;
  const { title, emoji } = siteSpaceNode(id, spaceId, spaceOf);
  const nodes = new Map<string, StructureNode>(structure.nodes).set(id, { ...node, title, emoji });
  return { ...structure, nodes };
}

/** The structure after a request; unknown items change nothing. */
export function applyRequest(
  structure: SiteStructure,
  { request, creates }: DraftedRequest,
  spaceOf: SpaceOf,
): SiteStructure {
  const id = creates?.id ?? '';
  switch (request.operation) {
    case 'moveSiteSection':
      return move(structure, request.path.siteSectionId, request.body.position);
    case 'moveSiteSectionGroup':
      return move(structure, request.path.siteSectionGroupId, request.body.position);
    case 'moveSiteSpace':
      return move(structure, request.path.siteSpaceId, request.body.position);
    case 'sortSiteStructure':
      return move(structure, request.body.item.id, request.body.position);
    case 'addSectionToGroup':
      return joinStep(request.body.sectionId, request.path.siteSectionGroupId).apply(structure);
    case 'removeSectionFromGroup':
      return leaveStep(request.path.siteSectionId, request.path.siteSectionGroupId).apply(structure);
    case 'updateSite': {
      const chosen = request.body.defaultSiteSection ?? request.body.defaultSiteSpace;
      return chosen === undefined ? structure : withDefault(structure, chosen);
    }
    case 'updateSiteSection': {
      const { defaultSiteSpace, siteSectionGroupId: group, ...fields } = request.body;
      const { siteSectionId } = request.path;
      let changed = updateStep('section', siteSectionId, fields).apply(structure);
      if (defaultSiteSpace !== undefined) changed = withDefault(changed, defaultSiteSpace);
      return group === undefined ? changed : applyMove(changed, { id: siteSectionId, into: group ?? TOP });
    }
    case 'updateSiteSectionGroup':
      return updateStep('group', request.path.siteSectionGroupId, request.body).apply(structure);
    case 'updateSiteSpace': {
      const { path, condition } = request.body;
      const fields = { ...(path !== undefined && { path }), ...(condition !== undefined && { condition }) };
      return updateStep('site-space', request.path.siteSpaceId, fields).apply(structure);
    }
    case 'createSiteSection': {
      const { spaceId } = request.body;
      const first = siteSpaceNode(creates?.firstSiteSpace ?? `${id}-first`, spaceId, spaceOf);
      const title = request.body.title ?? first.title;
      return named(createSectionStep({ id, title }, first).apply(structure), first.id, spaceId, spaceOf);
    }
    case 'createSiteSectionGroup': {
      const { title, icon = null, sections = [] } = request.body;
      return createGroupStep({ id, title, icon }, sections).apply(structure);
    }
    case 'createSiteSpace': {
      const { spaceId, sectionId } = request.body;
      const owner = sectionId ?? (isFlat(structure) ? TOP : defaultSection(structure));
      if (owner !== TOP && !structure.nodes.has(owner)) return structure;
      return named(createSiteSpaceStep(id, spaceId, owner).apply(structure), id, spaceId, spaceOf);
    }
    case 'deleteSiteSection':
      return deleteStep('section', request.path.siteSectionId).apply(structure);
    case 'deleteSiteSectionGroup':
      return deleteStep('group', request.path.siteSectionGroupId).apply(structure);
    case 'deleteSiteSpace':
      return deleteStep('site-space', request.path.siteSpaceId).apply(structure);
  }
}

function defaultSection(structure: SiteStructure): string {
  const [first = TOP] = sectionsInOrder(structure);
  return currentDefault(structure, first) ?? first;
}
