import { groupBy } from '#src/lib/group-by.ts';
import { claimsFrom } from './lint-condition.ts';
import { type Evaluation, evaluateCondition } from './evaluate-condition.ts';

/** An item of a site that visitors see or do not see. */
export interface Item {
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
export interface Sight {
  state: 'shown' | 'hidden' | 'cannot';
  /** What decided: the item's own condition, what it is in, what is in it, or nothing: everybody sees it. */
  because: 'own' | 'above' | 'below' | 'nothing';
  /** What the own condition came to. */
  evaluation: Evaluation | null;
}

/**
 * What a segment sees of a site.
 *
 * @param items in order, parents before what is in them
 * @param claims the names of all claims of the site
 */
export function sightOf(
  items: readonly Item[],
  segment: Segment,
  claims: readonly string[],
): ReadonlyMap<string, Sight> {
  const visitor = claimsFrom(new Map(Object.entries(segment.values)), claims);
  const seen = new Map(items.map((item) => [item.id, ownSight(item.condition, visitor)]));
  const children = groupBy(items, ({ parent }) => parent);
  // From below: what has children of which none is seen shows nothing.
  for (const item of items.toReversed()) {
    const own = seen.get(item.id);
    const below = (children.get(item.id) ?? []).flatMap(({ id }) => seen.get(id) ?? []);
    if (own?.state !== 'shown' || below.length === 0) continue;
    if (below.some(({ state }) => state === 'shown')) continue;
    const state = below.some((one) => one.state === 'cannot') ? 'cannot' : 'hidden';
    seen.set(item.id, { ...own, state, because: 'below' });
  }
  // From above: what is in something that is not seen is not seen either.
  for (const item of items) {
    const above = item.parent === null ? undefined : seen.get(item.parent);
    const own = seen.get(item.id);
    if (!own || own.state !== 'shown' || !above || above.state === 'shown' || above.because === 'below')
      continue;
    seen.set(item.id, { ...own, state: above.state, because: 'above' });
  }
  return seen;
}

function ownSight(condition: string | null, visitor: ReturnType<typeof claimsFrom>): Sight {
  if (condition === null) return { state: 'shown', because: 'nothing', evaluation: null };
  const evaluation = evaluateCondition(condition, visitor);
  if (evaluation.kind === 'cannot') return { state: 'cannot', because: 'own', evaluation };
  return { state: evaluation.holds ? 'shown' : 'hidden', because: 'own', evaluation };
}

/** Segments to begin with: somebody of whom nothing is known, and one for each claim. */
export function firstSegments(claims: readonly string[]): Segment[] {
  return [
    { name: 'Anonymous visitor', values: {} },
    ...claims.slice(0, 5).map((claim) => ({ name: claim, values: { [claim]: true } })),
  ];
}
