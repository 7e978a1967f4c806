import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import { ApiError, badValue } from '#server/base/errors.ts';
import { validateNewGroup } from '../changes/group-changes.ts';
import { validateSectionUpdate } from '../changes/section-changes.ts';
import { validateSiteSpaceUpdate } from '../changes/site-space-changes.ts';

/** The steps of drafts as values: which operation they name, and which items they add and need. */

/** An operation of a draft. */
export type StepOperation = keyof StructureDraftStep;

/** The operation of a step, and the members that it has besides; a step of the database has exactly one. */
export function operationOf(step: StructureDraftStep): StepOperation {
  const [operation] = operationsOf(step);
  if (operation === undefined) throw new Error('A step of a draft names no operation.');
  return operation;
}

function operationsOf(step: StructureDraftStep): StepOperation[] {
  // The keys are those of the contract, which closes objects.
  return (Object.keys(step) as StepOperation[]).filter((name) => step[name] !== undefined);
}

const DRAFTED = /^new:/;

/** Members that hold what people write, in which no id is meant. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'path', 'icon', 'description', 'condition', 'type']);

/** The ids of the items that a step adds. */
export function addedBy({
  createSiteSection,
  createSiteSectionGroup,
  createSiteSpace,
}: StructureDraftStep): string[] {
  if (createSiteSection) return [createSiteSection.id, createSiteSection.siteSpaceId];
  const [added] = [createSiteSectionGroup, createSiteSpace].flatMap((each) => each?.id ?? []);
  return added === undefined ? [] : [added];
}

/** Spaces that a step shows. */
export function spacesOf(step: StructureDraftStep): string[] {
  const bodies = [step.createSiteSection?.body, step.createSiteSpace?.body, step.updateSiteSpace?.body];
  return bodies.flatMap((body) => body?.spaceId ?? []);
}

/** The ids of drafted items that a step names and does not add itself. */
export function neededBy(step: StructureDraftStep): string[] {
  const needed = new Set<string>();
  mapIds(step, (id) => {
    if (DRAFTED.test(id)) needed.add(id);
    return id;
  });
  for (const id of addedBy(step)) needed.delete(id);
  return [...needed];
}

/** A step with other ids, wherever they stand. */
export function mapIds<Value>(value: Value, map: (id: string) => string): Value;
export function mapIds(value: unknown, map: (id: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapIds(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, TEXTS.has(name) ? member : mapIds(member, map)]),
  );
}

/**
 * Throws 400 where a step could not be done in any structure: it names no operation or several, has values that its operation
 * refuses, or needs an item that no earlier step adds.
 *
 * @param known ids of the items that earlier steps add; those of these steps are added to it
 */
export function validateSteps(steps: readonly StructureDraftStep[], known: Set<string>): void {
  for (const [index, step] of steps.entries()) {
    const place = `body.steps[${index}]`;
    const [operation, ...others] = operationsOf(step);
    if (operation === undefined || others.length > 0)
      throw badValue(place, 'must have exactly one operation');
    namePlace(`${place}.${operation}`, () => validateBody(step));
    const missing = neededBy(step).find((id) => !known.has(id));
    if (missing !== undefined) throw badValue(place, `names “${missing}”, which no earlier step adds`);
    for (const id of addedBy(step)) {
      if (known.has(id)) throw badValue(place, `adds “${id}”, which is added already`);
      known.add(id);
    }
  }
}

/** What the operation of a step requires of its body before it runs. */
export function validateBody(step: StructureDraftStep): void {
  if (step.updateSiteSection) validateSectionUpdate(step.updateSiteSection.body);
  if (step.updateSiteSpace) validateSiteSpaceUpdate(step.updateSiteSpace.body);
  if (step.createSiteSectionGroup) validateNewGroup(step.createSiteSectionGroup.body);
}

/** Errors of a body name its place in a draft. */
function namePlace(place: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details.map(({ path, message }) => ({
      message,
      ...(path !== undefined && { path: `${place}.${path}` }),
    }));
    throw new ApiError(error.status, `${place}: ${error.message}`, details);
  }
}
