import type { Difference, OperationChange, SpecComparison } from './changes.ts';
import { compareSchemas, type ComparisonScope, type Side } from './compare-schemas.ts';
import { isRecord } from './json.ts';
import { type Content, type Operation, readOperations } from './read-operations.ts';

/** How long a comparison may take. */
export interface TimeBudget {
  /** In milliseconds. */
  limit: number;
  /** The time in milliseconds, from any beginning. */
  now: () => number;
}

class TimeOver extends Error {}

/** How many steps are taken between two looks at the clock. */
const stepsBetween = 200;

/**
 * Compares two OpenAPI documents operation by operation. Operations are the same where method and path are, whatever
 * their path parameters are called. When the time is over, the rest is counted as not compared. Never throws.
 */
export function compareSpecs(before: unknown, after: unknown, { limit, now }: TimeBudget): SpecComparison {
  const end = now() + limit;
  let steps = 0;
  const spend = () => {
    steps += 1;
    if (steps % stepsBetween === 0 && now() > end) throw new TimeOver();
  };
  const documents = { before: isRecord(before) ? before : {}, after: isRecord(after) ? after : {} };
  const old = byKey(readOperations(documents.before));
  const current = byKey(readOperations(documents.after));
  const scope: ComparisonScope = { ...documents, spend };

  const changes: OperationChange[] = [];
  let unchanged = 0;
  let notCompared = 0;
  for (const [key, operation] of old) if (!current.has(key)) changes.push(whole('removed', operation));
  for (const [key, operation] of current) {
    const was = old.get(key);
    if (!was) changes.push(whole('added', operation));
    else if (now() > end) notCompared += 1;
    else {
      const differences = differencesOf(scope, was, operation);
      if (differences === null) notCompared += 1;
      else if (differences.length === 0) unchanged += 1;
      else changes.push({ ...nameOf(operation), kind: 'changed', differences });
    }
  }
  return { changes, unchanged, notCompared };
}

const byKey = (operations: readonly Operation[]) => new Map(operations.map((one) => [one.key, one]));

const nameOf = ({ key, method, path, summary }: Operation) => ({ key, method, path, summary });

const whole = (kind: 'added' | 'removed', operation: Operation): OperationChange => ({
  ...nameOf(operation),
  kind,
  differences: [{ rule: `operation-${kind}`, place: 'operation', says: kind }],
});

/** Null when the time was over in the middle. */
function differencesOf(scope: ComparisonScope, old: Operation, now: Operation): Difference[] | null {
  try {
    return [
      ...operationDifferences(old, now),
      ...parameterDifferences(scope, old, now),
      ...bodyDifferences(scope, old.body, now.body),
      ...responseDifferences(scope, old, now),
    ];
  } catch (error) {
    if (error instanceof TimeOver) return null;
    throw error;
  }
}

function operationDifferences(old: Operation, now: Operation): Difference[] {
  const found: Difference[] = [];
  const note = (rule: Difference['rule'], says: string) => found.push({ rule, place: 'operation', says });
  if (now.isDeprecated && !old.isDeprecated) note('operation-deprecated', 'deprecated');
  if (now.isSecured && !old.isSecured) note('authentication-required', 'authentication required');
  if (now.path !== old.path) note('path-parameter-renamed', `${old.path} → ${now.path}`);
  return found;
}

function parameterDifferences(scope: ComparisonScope, old: Operation, now: Operation): Difference[] {
  const found: Difference[] = [];
  for (const [key, parameter] of old.parameters) {
    const place = `${parameter.place} parameter ${parameter.name}`;
    const next = now.parameters.get(key);
    if (!next) {
      found.push({ rule: 'parameter-removed', place, says: 'removed' });
      continue;
    }
    if (next.isRequired && !parameter.isRequired)
      found.push({ rule: 'parameter-became-required', place, says: 'optional → required' });
    if (!next.isRequired && parameter.isRequired)
      found.push({ rule: 'parameter-became-optional', place, says: 'required → optional' });
    found.push(...compareSchemas(scope, 'request', place, [parameter.schema, next.schema]));
  }
  for (const [key, { place, name, isRequired }] of now.parameters) {
    if (old.parameters.has(key)) continue;
    const rule = isRequired ? 'required-parameter-added' : 'optional-parameter-added';
    found.push({
      rule,
      place: `${place} parameter ${name}`,
      says: isRequired ? 'added, required' : 'added, optional',
    });
  }
  return found;
}

function bodyDifferences(
  scope: ComparisonScope,
  old: Operation['body'],
  now: Operation['body'],
): Difference[] {
  const place = 'request body';
  if (!old && !now) return [];
  if (!now) return [{ rule: 'body-removed', place, says: 'removed' }];
  if (!old) return [{ rule: now.isRequired ? 'body-became-required' : 'body-added', place, says: 'added' }];
  const found: Difference[] = [];
  if (now.isRequired && !old.isRequired)
    found.push({ rule: 'body-became-required', place, says: 'optional → required' });
  return [...found, ...contentDifferences(scope, 'request', place, [old.content, now.content])];
}

function responseDifferences(scope: ComparisonScope, old: Operation, now: Operation): Difference[] {
  const found: Difference[] = [];
  for (const [status, content] of old.responses) {
    const place = `response ${status}`;
    const next = now.responses.get(status);
    if (next) found.push(...contentDifferences(scope, 'response', place, [content, next]));
    else found.push({ rule: 'response-status-removed', place, says: 'removed' });
  }
  for (const status of now.responses.keys())
    if (!old.responses.has(status))
      found.push({ rule: 'response-status-added', place: `response ${status}`, says: 'added' });
  return found;
}

function contentDifferences(
  scope: ComparisonScope,
  side: Side,
  place: string,
  [old, now]: readonly [Content, Content],
): Difference[] {
  const found: Difference[] = [];
  for (const [type, schema] of old) {
    const next = now.get(type);
    if (next === undefined)
      found.push({ rule: `${side}-media-type-removed`, place, says: `${type} removed` });
    else {
      const where = old.size > 1 ? `${place} (${type})` : place;
      found.push(...compareSchemas(scope, side, where, [schema, next]));
    }
  }
  for (const type of now.keys())
    if (!old.has(type)) found.push({ rule: 'media-type-added', place, says: `${type} added` });
  return found;
}
