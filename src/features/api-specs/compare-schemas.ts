import type { Difference, Rule } from './changes.ts';
import type { JsonRecord } from './json.ts';
import { readShape, type Shape, typeWords } from './schema-shape.ts';

/** Who sends what the schemas describe: callers a request, the server a response. */
export type Side = 'request' | 'response';

/** The two documents and how far the comparison may go. */
export interface ComparisonScope {
  before: JsonRecord;
  after: JsonRecord;
  /** Throws when the time is over. */
  spend: () => void;
}

interface Walk extends ComparisonScope {
  side: Side;
  found: Difference[];
  /** Pairs of references that the walk is inside of, or has been. */
  seen: Set<string>;
}

/** Deeper than any answer that somebody reads. */
const deepest = 40;

/** What is different between two schemas, from the place they are used at down to their fields. */
export function compareSchemas(
  scope: ComparisonScope,
  side: Side,
  place: string,
  [before, after]: readonly [unknown, unknown],
): Difference[] {
  const walk: Walk = { ...scope, side, found: [], seen: new Set() };
  compare(walk, place, [before, after], 0);
  return walk.found;
}

function compare(
  walk: Walk,
  place: string,
  [before, after]: readonly [unknown, unknown],
  depth: number,
): void {
  walk.spend();
  if (depth > deepest) return;
  const old = readShape(walk.before, before);
  const now = readShape(walk.after, after);
  if (old.reference !== undefined && now.reference !== undefined) {
    const pair = `${old.reference} ${now.reference}`;
    if (walk.seen.has(pair)) return;
    walk.seen.add(pair);
  }
  compareTypes(walk, place, old, now);
  compareValues(walk, place, old, now);
  compareLimits(walk, place, old, now);
  compareFields(walk, place, [old, now], depth);
  if (old.items !== undefined && now.items !== undefined)
    compare(walk, `${place}[]`, [old.items, now.items], depth + 1);
  compareOthers(walk, place, [old.others, now.others], depth);
  compareVariants(walk, place, [old, now], depth);
}

function note({ found }: Walk, rule: Rule, place: string, says: string): void {
  found.push({ rule, place, says });
}

const lacks = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  [...some].filter((one) => !all.has(one));

function compareOthers(
  walk: Walk,
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
  if (walk.side === 'request' && isClosed) note(walk, 'request-limit-tightened', place, says);
  else note(walk, 'limit-changed', place, says);
}

function compareVariants(
  walk: Walk,
  place: string,
  [old, now]: readonly [Shape, Shape],
  depth: number,
): void {
  const before = [...old.variants.keys()];
  const after = [...now.variants.keys()];
  if (before.length !== after.length || before.some((one) => !now.variants.has(one)))
    note(walk, 'alternatives-changed', place, `${before.length} → ${after.length} alternatives`);
  // What reads the same may still point at something that is different.
  for (const [text, variant] of old.variants)
    if (now.variants.has(text)) compare(walk, place, [variant, now.variants.get(text)], depth + 1);
}

function compareTypes(walk: Walk, place: string, old: Shape, now: Shape): void {
  const says = `${typeWords(old)} → ${typeWords(now)}`;
  const narrower = lacks(old.types, now.types).length > 0;
  const wider = lacks(now.types, old.types).length > 0;
  if (walk.side === 'request') {
    if (narrower) note(walk, 'request-type-narrowed', place, says);
    else if (wider) note(walk, 'request-type-widened', place, says);
  } else if (wider) note(walk, 'response-type-widened', place, says);
  else if (narrower) note(walk, 'response-type-narrowed', place, says);
}

function compareValues(walk: Walk, place: string, old: Shape, now: Shape): void {
  const { side } = walk;
  const before = old.values;
  const after = now.values;
  if (!before && !after) return;
  if (!before) {
    if (side === 'request') note(walk, 'request-enum-value-removed', place, 'restricted to listed values');
    return;
  }
  if (!after) {
    if (side === 'response')
      note(walk, 'response-enum-value-added', place, 'no longer restricted to listed values');
    return;
  }
  for (const value of lacks(before, after))
    note(walk, `${side}-enum-value-removed`, place, `${value} removed`);
  for (const value of lacks(after, before)) note(walk, `${side}-enum-value-added`, place, `${value} added`);
}

function compareLimits(walk: Walk, place: string, old: Shape, now: Shape): void {
  const one = (name: string, before: number | undefined, after: number | undefined, sign: 1 | -1) => {
    if (before === after) return;
    const tighter = after !== undefined && (before === undefined || after * sign < before * sign);
    const says = `${name} ${before ?? 'none'} → ${after ?? 'none'}`;
    if (tighter && walk.side === 'request') note(walk, 'request-limit-tightened', place, says);
    else if (!tighter && walk.side === 'response') note(walk, 'response-limit-loosened', place, says);
    else note(walk, 'limit-changed', place, says);
  };
  for (const name of union(old.ceilings, now.ceilings))
    one(name, old.ceilings.get(name), now.ceilings.get(name), 1);
  for (const name of union(old.floors, now.floors)) one(name, old.floors.get(name), now.floors.get(name), -1);
  if (old.pattern !== now.pattern) {
    const says = `pattern ${old.pattern ?? 'none'} → ${now.pattern ?? 'none'}`;
    if (walk.side === 'request' && now.pattern !== undefined)
      note(walk, 'request-limit-tightened', place, says);
    else if (walk.side === 'response' && old.pattern !== undefined)
      note(walk, 'response-limit-loosened', place, says);
    else note(walk, 'limit-changed', place, says);
  }
  if (old.format !== now.format && old.format !== undefined && now.format !== undefined)
    note(walk, 'format-changed', place, `${old.format} → ${now.format}`);
}

const union = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>) =>
  new Set([...a.keys(), ...b.keys()]);

function compareFields(walk: Walk, place: string, [old, now]: readonly [Shape, Shape], depth: number): void {
  const { side } = walk;
  for (const name of union(old.properties, now.properties)) {
    const at = `${place}.${name}`;
    const [was, is] = [old.required.has(name), now.required.has(name)];
    if (!now.properties.has(name)) note(walk, `${side}-field-removed`, at, 'removed');
    else if (!old.properties.has(name)) noteAdded(walk, at, is);
    else {
      if (was !== is)
        note(
          walk,
          is ? `${side}-field-became-required` : `${side}-field-became-optional`,
          at,
          requiredWords(is),
        );
      compare(walk, at, [old.properties.get(name), now.properties.get(name)], depth + 1);
    }
  }
}

const requiredWords = (isRequired: boolean) => (isRequired ? 'optional → required' : 'required → optional');

function noteAdded(walk: Walk, place: string, isRequired: boolean): void {
  if (walk.side === 'response') note(walk, 'response-field-added', place, 'added');
  else if (isRequired) note(walk, 'required-request-field-added', place, 'added, required');
  else note(walk, 'optional-request-field-added', place, 'added, optional');
}
