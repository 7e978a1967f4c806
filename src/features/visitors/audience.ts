import { groupBy } from '#src/lib/group-by.ts';
import { buildClaimValues } from './lint-condition.ts';
import { type Evaluation, evaluateCondition } from './evaluate-condition.ts';

/** An item of a site that visitors see or do not see. */
export interface SiteItem {
  id: string;
  kind: 'group' | 'section' | 'site-space';
  title: string;
  /** Groups have none; they are seen when something in them is. */
  condition: string | null;
  /** What it is in; null at the top. */
  parent: string | null;
}

/** Visitors who have something in common. */
export interface Segment {
  name: string;
  /** By claim; a claim that is missing is not known of them. */
  values: Readonly<Record<string, boolean>>;
}

/** Whether a segment sees an item, and why. */
export interface ItemVisibility {
  state: 'shown' | 'hidden' | 'cannot';
  /** What decided: the item's own condition, what it is in, what is in it, or nothing: everybody sees it. */
  reason: 'own' | 'above' | 'below' | 'nothing';
  /** What the own condition came to. */
  evaluation: Evaluation | null;
}

/**
 * What a segment sees of a site.
 *
 * @param items in order, parents before what is in them
 * @param claims the names of all claims of the site
 */
export function visibilityFor(
  items: readonly SiteItem[],
  segment: Segment,
  claims: readonly string[],
): ReadonlyMap<string, ItemVisibility> {
  const visitor = buildClaimValues(new Map(Object.entries(segment.values)), claims);
  const visibilityById = new Map(items.map((item) => [item.id, ownVisibility(item.condition, visitor)]));
  const children = groupBy(items, ({ parent }) => parent);
  // From below: what has children of which none is seen shows nothing.
  for (const item of items.toReversed()) {
    const itemVisibility = visibilityById.get(item.id);
    const childVisibilities = (children.get(item.id) ?? []).flatMap(({ id }) => visibilityById.get(id) ?? []);
    if (itemVisibility?.state !== 'shown' || childVisibilities.length === 0) continue;
    if (childVisibilities.some(({ state }) => state === 'shown')) continue;
    const state = childVisibilities.some((one) => one.state === 'cannot') ? 'cannot' : 'hidden';
    visibilityById.set(item.id, { ...itemVisibility, state, reason: 'below' });
  }
  // From above: what is in something that is not seen is not seen either.
  for (const item of items) {
    const parentVisibility = item.parent === null ? undefined : visibilityById.get(item.parent);
    const itemVisibility = visibilityById.get(item.id);
    if (
      !itemVisibility ||
      itemVisibility.state !== 'shown' ||
      !parentVisibility ||
      parentVisibility.state === 'shown' ||
      parentVisibility.reason === 'below'
    )
      continue;
    visibilityById.set(item.id, { ...itemVisibility, state: parentVisibility.state, reason: 'above' });
  }
  return visibilityById;
}

function ownVisibility(
  condition: string | null,
  visitor: ReturnType<typeof buildClaimValues>,
): ItemVisibility {
  if (condition === null) return { state: 'shown', reason: 'nothing', evaluation: null };
  const evaluation = evaluateCondition(condition, visitor);
  if (evaluation.kind === 'cannot') return { state: 'cannot', reason: 'own', evaluation };
  return { state: evaluation.holds ? 'shown' : 'hidden', reason: 'own', evaluation };
}

/** Segments to begin with: somebody of whom nothing is known, and one for each claim. */
export function defaultSegments(claims: readonly string[]): Segment[] {
  return [
    { name: 'Anonymous visitor', values: {} },
    ...claims.slice(0, 5).map((claim) => ({ name: claim, values: { [claim]: true } })),
  ];
}
