import { type Evaluation, evaluateCondition } from '#api/evaluate-condition.ts';
import { groupBy } from '#src/lib/arrays.ts';
import type { ClaimValue } from './claim-value.ts';
import { buildClaimValues } from './lint-condition.ts';

/** A site item that visitors can see. */
export interface SiteItem {
  id: string;
  kind: 'group' | 'section' | 'site-space';
  title: string;
  /** Always null for groups, which are visible if any child is. */
  condition: string | null;
  /** The parent id; null at the top level. */
  parent: string | null;
}

/** A group of visitors with the same claims. */
export interface Segment {
  name: string;
  /** By claim; missing claims are unset. */
  values: Readonly<Record<string, ClaimValue>>;
}

/** Whether a segment sees an item, and why. */
export interface ItemVisibility {
  state: 'shown' | 'hidden' | 'unknown';
  /** The deciding condition: the item's own, its parent's, its children's, or none (visible to everyone). */
  reason: 'own' | 'parent' | 'children' | 'none';
  /** The result of the item's own condition. */
  evaluation: Evaluation | null;
}

/**
 * The items of a site that a segment sees.
 * @param items in order, parents first
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
  // Bottom up: a parent whose children are all hidden is hidden.
  for (const item of items.toReversed()) {
    const itemVisibility = visibilityById.get(item.id);
    const childVisibilities = (children.get(item.id) ?? []).flatMap(({ id }) => visibilityById.get(id) ?? []);
    if (itemVisibility?.state !== 'shown' || childVisibilities.length === 0) continue;
    if (childVisibilities.some(({ state }) => state === 'shown')) continue;
    const state = childVisibilities.some((child) => child.state === 'unknown') ? 'unknown' : 'hidden';
    visibilityById.set(item.id, { ...itemVisibility, state, reason: 'children' });
  }
  // Top down: children of a hidden parent are hidden.
  for (const item of items) {
    const parentVisibility = item.parent === null ? undefined : visibilityById.get(item.parent);
    const itemVisibility = visibilityById.get(item.id);
    if (
      !itemVisibility ||
      itemVisibility.state !== 'shown' ||
      !parentVisibility ||
      parentVisibility.state === 'shown' ||
      parentVisibility.reason === 'children'
    )
      continue;
    visibilityById.set(item.id, { ...itemVisibility, state: parentVisibility.state, reason: 'parent' });
  }
  return visibilityById;
}

function ownVisibility(
  condition: string | null,
  visitor: ReturnType<typeof buildClaimValues>,
): ItemVisibility {
  if (condition === null) return { state: 'shown', reason: 'none', evaluation: null };
  const evaluation = evaluateCondition(condition, visitor);
  if (evaluation.kind === 'unsupported') return { state: 'unknown', reason: 'own', evaluation };
  return { state: evaluation.isTrue ? 'shown' : 'hidden', reason: 'own', evaluation };
}

/** A claim of a segment: “isPartner”, “not isPartner”, “plan = pro”. */
export const describeClaim = (name: string, value: ClaimValue): string =>
  typeof value === 'boolean' ? (value ? name : `not ${name}`) : `${name} = ${String(value)}`;

/** The claims of a segment in a line: "isPartner, plan = pro"; "No claims". */
export const describeValues = (values: Segment['values']): string =>
  Object.entries(values)
    .map(([name, value]) => describeClaim(name, value))
    .join(', ') || 'No claims';
