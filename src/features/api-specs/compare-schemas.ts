import type { Difference, Rule } from './changes-list.tsx';
import type { JsonRecord } from './documents.ts';
import { parseShape, type Shape, describeTypes } from './schema-shape.ts';

/** Request schemas describe what callers send, response schemas what the server sends. */
export type Side = 'request' | 'response';

/** The documents and the time limit. */
export interface ComparisonScope {
  before: JsonRecord;
  after: JsonRecord;
  /** Throws on timeout. */
  checkTimeout: () => void;
}

interface Traversal extends ComparisonScope {
  side: Side;
  differences: Difference[];
  /** Pairs of references already visited. */
  seen: Set<string>;
}

/** Deeper than any readable result. */
const maxDepth = 40;

/** Differences of two schemas, recursively. */
export function compareSchemas(
  scope: ComparisonScope,
  side: Side,
  place: string,
  [before, after]: readonly [unknown, unknown],
): Difference[] {
  const walk: Traversal = { ...scope, side, differences: [], seen: new Set() };
  compare(walk, place, [before, after], 0);
  return walk.differences;
}

function compare(
  walk: Traversal,
  place: string,
  [before, after]: readonly [unknown, unknown],
  depth: number,
): void {
  walk.checkTimeout();
  if (depth > maxDepth) return;
  const previous = parseShape(walk.before, before);
  const current = parseShape(walk.after, after);
  if (previous.reference !== undefined && current.reference !== undefined) {
    const pair = `${previous.reference} ${current.reference}`;
    if (walk.seen.has(pair)) return;
    walk.seen.add(pair);
  }
  compareTypes(walk, place, previous, current);
  compareEnums(walk, place, previous, current);
  compareLimits(walk, place, previous, current);
  compareFields(walk, place, [previous, current], depth);
  if (previous.items !== undefined && current.items !== undefined)
    compare(walk, `${place}[]`, [previous.items, current.items], depth + 1);
  compareAdditionalProperties(
    walk,
    place,
    [previous.additionalProperties, current.additionalProperties],
    depth,
  );
  compareVariants(walk, place, [previous, current], depth);
}

function addDifference({ differences }: Traversal, rule: Rule, place: string, says: string): void {
  differences.push({ rule, location: place, text: says });
}

const difference = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].filter((one) => !all.has(one));

function compareAdditionalProperties(
  walk: Traversal,
  place: string,
  [before, after]: readonly [unknown, unknown],
  depth: number,
): void {
  const [wasClosed, isClosed] = [before === false, after === false];
  if (!wasClosed && !isClosed) {
    if (before !== undefined && after !== undefined) compare(walk, `${place}.*`, [before, after], depth + 1);
    return;
  }
  if (wasClosed === isClosed) return;
  const says = isClosed ? 'additional fields no longer allowed' : 'additional fields allowed';
  if (walk.side === 'request' && isClosed) addDifference(walk, 'request-limit-tightened', place, says);
  else addDifference(walk, 'limit-changed', place, says);
}

function compareVariants(
  walk: Traversal,
  place: string,
  [old, now]: readonly [Shape, Shape],
  depth: number,
): void {
  const before = [...old.variants.keys()];
  const after = [...now.variants.keys()];
  if (before.length !== after.length || before.some((one) => !now.variants.has(one)))
    addDifference(walk, 'alternatives-changed', place, `${before.length} → ${after.length} alternatives`);
  // Equal JSON may still reference something that changed.
  for (const [text, variant] of old.variants)
    if (now.variants.has(text)) compare(walk, place, [variant, now.variants.get(text)], depth + 1);
}

function compareTypes(walk: Traversal, place: string, old: Shape, now: Shape): void {
  const says = `${describeTypes(old)} → ${describeTypes(now)}`;
  const narrower = difference(old.types, now.types).length > 0;
  const wider = difference(now.types, old.types).length > 0;
  if (walk.side === 'request') {
    if (narrower) addDifference(walk, 'request-type-narrowed', place, says);
    else if (wider) addDifference(walk, 'request-type-widened', place, says);
  } else if (wider) addDifference(walk, 'response-type-widened', place, says);
  else if (narrower) addDifference(walk, 'response-type-narrowed', place, says);
}

function compareEnums(walk: Traversal, place: string, old: Shape, now: Shape): void {
  const { side } = walk;
  const before = old.enumValues;
  const after = now.enumValues;
  if (!before && !after) return;
  if (!before) {
    if (side === 'request')
      addDifference(walk, 'request-enum-value-removed', place, 'restricted to listed values');
    return;
  }
  if (!after) {
    if (side === 'response')
      addDifference(walk, 'response-enum-value-added', place, 'no longer restricted to listed values');
    return;
  }
  for (const value of difference(before, after))
    addDifference(walk, `${side}-enum-value-removed`, place, `${value} removed`);
  for (const value of difference(after, before))
    addDifference(walk, `${side}-enum-value-added`, place, `${value} added`);
}

function compareLimits(walk: Traversal, place: string, old: Shape, now: Shape): void {
  const compareLimit = (
    name: string,
    before: number | undefined,
    after: number | undefined,
    sign: 1 | -1,
  ) => {
    if (before === after) return;
    const tighter = after !== undefined && (before === undefined || after * sign < before * sign);
    const says = `${name} ${before ?? 'none'} → ${after ?? 'none'}`;
    if (tighter && walk.side === 'request') addDifference(walk, 'request-limit-tightened', place, says);
    else if (!tighter && walk.side === 'response')
      addDifference(walk, 'response-limit-loosened', place, says);
    else addDifference(walk, 'limit-changed', place, says);
  };
  for (const name of union(old.maxima, now.maxima))
    compareLimit(name, old.maxima.get(name), now.maxima.get(name), 1);
  for (const name of union(old.minima, now.minima))
    compareLimit(name, old.minima.get(name), now.minima.get(name), -1);
  if (old.pattern !== now.pattern) {
    const says = `pattern ${old.pattern ?? 'none'} → ${now.pattern ?? 'none'}`;
    if (walk.side === 'request' && now.pattern !== undefined)
      addDifference(walk, 'request-limit-tightened', place, says);
    else if (walk.side === 'response' && old.pattern !== undefined)
      addDifference(walk, 'response-limit-loosened', place, says);
    else addDifference(walk, 'limit-changed', place, says);
  }
  if (old.format !== now.format && old.format !== undefined && now.format !== undefined)
    addDifference(walk, 'format-changed', place, `${old.format} → ${now.format}`);
}

const union = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) =>
  new Set([...a.keys(), ...b.keys()]);

function compareFields(
  walk: Traversal,
  place: string,
  [old, now]: readonly [Shape, Shape],
  depth: number,
): void {
  const { side } = walk;
  for (const name of union(old.properties, now.properties)) {
    const at = `${place}.${name}`;
    const [was, is] = [old.required.has(name), now.required.has(name)];
    if (!now.properties.has(name)) addDifference(walk, `${side}-field-removed`, at, 'removed');
    else if (!old.properties.has(name)) noteAdded(walk, at, is);
    else {
      if (was !== is)
        addDifference(
          walk,
          is ? `${side}-field-became-required` : `${side}-field-became-optional`,
          at,
          describeRequired(is),
        );
      compare(walk, at, [old.properties.get(name), now.properties.get(name)], depth + 1);
    }
  }
}

const describeRequired = (isRequired: boolean) =>
  isRequired ? 'optional → required' : 'required → optional';

function noteAdded(walk: Traversal, place: string, isRequired: boolean): void {
  if (walk.side === 'response') addDifference(walk, 'response-field-added', place, 'added');
  else if (isRequired) addDifference(walk, 'required-request-field-added', place, 'added, required');
  else addDifference(walk, 'optional-request-field-added', place, 'added, optional');
}
