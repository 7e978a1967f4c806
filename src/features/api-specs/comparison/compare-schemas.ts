import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import type { JsonRecord } from '../documents.ts';
import type { Difference, Rule } from './changes-list.tsx';
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
  location: string,
  [before, after]: readonly [unknown, unknown],
): Difference[] {
  const traversal: Traversal = { ...scope, side, differences: [], seen: new Set() };
  compare(traversal, location, [before, after], 0);
  return traversal.differences;
}

function compare(
  traversal: Traversal,
  location: string,
  [before, after]: readonly [unknown, unknown],
  depth: number,
): void {
  traversal.checkTimeout();
  if (depth > maxDepth) return;
  const previous = parseShape(traversal.before, before);
  const current = parseShape(traversal.after, after);
  if (previous.reference !== undefined && current.reference !== undefined) {
    const pair = `${previous.reference} ${current.reference}`;
    if (traversal.seen.has(pair)) return;
    traversal.seen.add(pair);
  }
  compareTypes(traversal, location, previous, current);
  compareEnums(traversal, location, previous, current);
  compareLimits(traversal, location, previous, current);
  compareFields(traversal, location, [previous, current], depth);
  if (previous.items !== undefined && current.items !== undefined)
    compare(traversal, `${location}[]`, [previous.items, current.items], depth + 1);
  compareAdditionalProperties(
    traversal,
    location,
    [previous.additionalProperties, current.additionalProperties],
    depth,
  );
  compareVariants(traversal, location, [previous, current], depth);
}

function addDifference({ differences }: Traversal, rule: Rule, location: string, text: string): void {
  differences.push({ rule, location, text });
}

const difference = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].filter((value) => !all.has(value));

function compareAdditionalProperties(
  traversal: Traversal,
  location: string,
  [before, after]: readonly [unknown, unknown],
  depth: number,
): void {
  const [wasClosed, isClosed] = [before === false, after === false];
  if (!wasClosed && !isClosed) {
    if (before !== undefined && after !== undefined)
      compare(traversal, `${location}.*`, [before, after], depth + 1);
    return;
  }
  if (wasClosed === isClosed) return;
  const text = isClosed ? 'additional fields no longer allowed' : 'additional fields allowed';
  if (traversal.side === 'request' && isClosed)
    addDifference(traversal, 'request-limit-tightened', location, text);
  else addDifference(traversal, 'limit-changed', location, text);
}

function compareVariants(
  traversal: Traversal,
  location: string,
  [old, now]: readonly [Shape, Shape],
  depth: number,
): void {
  const before = [...old.variants.keys()];
  const after = [...now.variants.keys()];
  if (before.length !== after.length || before.some((variant) => !now.variants.has(variant)))
    addDifference(
      traversal,
      'alternatives-changed',
      location,
      `${formatNumber(before.length)} → ${formatCount(after.length, 'alternative')}`,
    );
  // Equal JSON may still reference something that changed.
  for (const [text, variant] of old.variants)
    if (now.variants.has(text)) compare(traversal, location, [variant, now.variants.get(text)], depth + 1);
}

function compareTypes(traversal: Traversal, location: string, old: Shape, now: Shape): void {
  const text = `${describeTypes(old)} → ${describeTypes(now)}`;
  const narrower = difference(old.types, now.types).length > 0;
  const wider = difference(now.types, old.types).length > 0;
  if (traversal.side === 'request') {
    if (narrower) addDifference(traversal, 'request-type-narrowed', location, text);
    else if (wider) addDifference(traversal, 'request-type-widened', location, text);
  } else if (wider) addDifference(traversal, 'response-type-widened', location, text);
  else if (narrower) addDifference(traversal, 'response-type-narrowed', location, text);
}

function compareEnums(traversal: Traversal, location: string, old: Shape, now: Shape): void {
  const { side } = traversal;
  const before = old.enumValues;
  const after = now.enumValues;
  if (!before && !after) return;
  if (!before) {
    if (side === 'request')
      addDifference(traversal, 'request-enum-value-removed', location, 'restricted to listed values');
    return;
  }
  if (!after) {
    if (side === 'response')
      addDifference(
        traversal,
        'response-enum-value-added',
        location,
        'no longer restricted to listed values',
      );
    return;
  }
  for (const value of difference(before, after))
    addDifference(traversal, `${side}-enum-value-removed`, location, `${value} removed`);
  for (const value of difference(after, before))
    addDifference(traversal, `${side}-enum-value-added`, location, `${value} added`);
}

function compareLimits(traversal: Traversal, location: string, old: Shape, now: Shape): void {
  const compareLimit = (
    name: string,
    before: number | undefined,
    after: number | undefined,
    sign: 1 | -1,
  ) => {
    if (before === after) return;
    const tighter = after !== undefined && (before === undefined || after * sign < before * sign);
    const text = `${name} ${before ?? 'none'} → ${after ?? 'none'}`;
    if (tighter && traversal.side === 'request')
      addDifference(traversal, 'request-limit-tightened', location, text);
    else if (!tighter && traversal.side === 'response')
      addDifference(traversal, 'response-limit-loosened', location, text);
    else addDifference(traversal, 'limit-changed', location, text);
  };
  for (const name of union(old.maxima, now.maxima))
    compareLimit(name, old.maxima.get(name), now.maxima.get(name), 1);
  for (const name of union(old.minima, now.minima))
    compareLimit(name, old.minima.get(name), now.minima.get(name), -1);
  if (old.pattern !== now.pattern) {
    const text = `pattern ${old.pattern ?? 'none'} → ${now.pattern ?? 'none'}`;
    if (traversal.side === 'request' && now.pattern !== undefined)
      addDifference(traversal, 'request-limit-tightened', location, text);
    else if (traversal.side === 'response' && old.pattern !== undefined)
      addDifference(traversal, 'response-limit-loosened', location, text);
    else addDifference(traversal, 'limit-changed', location, text);
  }
  if (old.format !== now.format && old.format !== undefined && now.format !== undefined)
    addDifference(traversal, 'format-changed', location, `${old.format} → ${now.format}`);
}

const union = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) =>
  new Set([...a.keys(), ...b.keys()]);

function compareFields(
  traversal: Traversal,
  location: string,
  [old, now]: readonly [Shape, Shape],
  depth: number,
): void {
  const { side } = traversal;
  for (const name of union(old.properties, now.properties)) {
    const at = `${location}.${name}`;
    const [was, is] = [old.required.has(name), now.required.has(name)];
    if (!now.properties.has(name)) addDifference(traversal, `${side}-field-removed`, at, 'removed');
    else if (!old.properties.has(name)) recordAdded(traversal, at, is);
    else {
      if (was !== is)
        addDifference(
          traversal,
          is ? `${side}-field-became-required` : `${side}-field-became-optional`,
          at,
          describeRequired(is),
        );
      compare(traversal, at, [old.properties.get(name), now.properties.get(name)], depth + 1);
    }
  }
}

const describeRequired = (isRequired: boolean) =>
  isRequired ? 'optional → required' : 'required → optional';

function recordAdded(traversal: Traversal, location: string, isRequired: boolean): void {
  if (traversal.side === 'response') addDifference(traversal, 'response-field-added', location, 'added');
  else if (isRequired) addDifference(traversal, 'required-request-field-added', location, 'added, required');
  else addDifference(traversal, 'optional-request-field-added', location, 'added, optional');
}
