import { structuredPatch } from 'diff';
import { isRecord } from '../documents.ts';
import { type Content, type Operation, parseOperations } from '../parse-operations.ts';
import type { Difference, OperationChange, SpecComparison } from './changes-list.tsx';
import { compareSchemas, type ComparisonScope, type Side } from './compare-schemas.ts';

export interface DifferenceLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line number in the old text; null for added lines. */
  before: number | null;
  /** Line number in the new text; null for removed lines. */
  after: number | null;
}

/** Line diff with three lines of context. */
export interface TextDifference {
  hunks: DifferenceLine[][];
  added: number;
  removed: number;
}

/** Line diff of two texts; null on timeout (in milliseconds). */
export function differenceOfTexts(before: string, after: string, timeout: number): TextDifference | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout });
  if (!patch) return null;
  let added = 0;
  let removed = 0;
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => {
    let old = oldStart;
    let now = newStart;
    return lines
      .filter((line) => !line.startsWith('\\'))
      .map((line): DifferenceLine => {
        const text = line.slice(1);
        if (line.startsWith('+')) {
          added += 1;
          return { kind: 'added', text, before: null, after: now++ };
        }
        if (line.startsWith('-')) {
          removed += 1;
          return { kind: 'removed', text, before: old++, after: null };
        }
        return { kind: 'same', text, before: old++, after: now++ };
      });
  });
  return { hunks, added, removed };
}

export interface TimeBudget {
  /** In milliseconds. */
  limit: number;
  /** Current time in milliseconds, from any origin. */
  now: () => number;
}

class ComparisonTimeout extends Error {}

/** Steps between two time checks. */
const stepsPerTimeCheck = 200;

/**
 * Compares two OpenAPI documents by operation. Operations match by method and path, ignoring path parameter names.
 * After the timeout the rest counts as not compared. Never throws.
 */
export function compareSpecs(before: unknown, after: unknown, { limit, now }: TimeBudget): SpecComparison {
  const end = now() + limit;
  let steps = 0;
  const checkTimeout = () => {
    steps += 1;
    if (steps % stepsPerTimeCheck === 0 && now() > end) throw new ComparisonTimeout();
  };
  const documents = { before: isRecord(before) ? before : {}, after: isRecord(after) ? after : {} };
  const previousByKey = byKey(parseOperations(documents.before));
  const nextByKey = byKey(parseOperations(documents.after));
  const scope: ComparisonScope = { ...documents, checkTimeout };

  const changes: OperationChange[] = [];
  let unchanged = 0;
  let notCompared = 0;
  for (const [key, operation] of previousByKey)
    if (!nextByKey.has(key)) changes.push(wholeOperationChange('removed', operation));
  for (const [key, operation] of nextByKey) {
    const previous = previousByKey.get(key);
    if (!previous) changes.push(wholeOperationChange('added', operation));
    else if (now() > end) notCompared += 1;
    else {
      const differences = differencesOf(scope, previous, operation);
      if (differences === null) notCompared += 1;
      else if (differences.length === 0) unchanged += 1;
      else changes.push({ ...operationInfoOf(operation), kind: 'changed', differences });
    }
  }
  return { changes, unchanged, notCompared };
}

const byKey = (operations: readonly Operation[]) =>
  new Map(operations.map((operation) => [operation.key, operation]));

const operationInfoOf = ({ key, method, path, summary }: Operation) => ({ key, method, path, summary });

const wholeOperationChange = (kind: 'added' | 'removed', operation: Operation): OperationChange => ({
  ...operationInfoOf(operation),
  kind,
  differences: [{ rule: `operation-${kind}`, location: 'operation', text: kind }],
});

/** Null on timeout. */
function differencesOf(scope: ComparisonScope, old: Operation, now: Operation): Difference[] | null {
  try {
    return [
      ...operationDifferences(old, now),
      ...parameterDifferences(scope, old, now),
      ...bodyDifferences(scope, old.body, now.body),
      ...responseDifferences(scope, old, now),
    ];
  } catch (error) {
    if (error instanceof ComparisonTimeout) return null;
    throw error;
  }
}

function operationDifferences(old: Operation, now: Operation): Difference[] {
  const differences: Difference[] = [];
  const record = (rule: Difference['rule'], text: string) =>
    differences.push({ rule, location: 'operation', text });
  if (now.isDeprecated && !old.isDeprecated) record('operation-deprecated', 'deprecated');
  if (now.isSecured && !old.isSecured) record('authentication-required', 'authentication required');
  if (now.path !== old.path) record('path-parameter-renamed', `${old.path} → ${now.path}`);
  return differences;
}

function parameterDifferences(scope: ComparisonScope, old: Operation, now: Operation): Difference[] {
  const differences: Difference[] = [];
  for (const [key, parameter] of old.parameters) {
    const location = `${parameter.location} parameter ${parameter.name}`;
    const next = now.parameters.get(key);
    if (!next) {
      differences.push({ rule: 'parameter-removed', location, text: 'removed' });
      continue;
    }
    if (next.isRequired && !parameter.isRequired)
      differences.push({ rule: 'parameter-became-required', location, text: 'optional → required' });
    if (!next.isRequired && parameter.isRequired)
      differences.push({ rule: 'parameter-became-optional', location, text: 'required → optional' });
    differences.push(...compareSchemas(scope, 'request', location, [parameter.schema, next.schema]));
  }
  for (const [key, { location, name, isRequired }] of now.parameters) {
    if (old.parameters.has(key)) continue;
    const rule = isRequired ? 'required-parameter-added' : 'optional-parameter-added';
    differences.push({
      rule,
      location: `${location} parameter ${name}`,
      text: isRequired ? 'added, required' : 'added, optional',
    });
  }
  return differences;
}

function bodyDifferences(
  scope: ComparisonScope,
  old: Operation['body'],
  now: Operation['body'],
): Difference[] {
  const location = 'request body';
  if (!old && !now) return [];
  if (!now) return [{ rule: 'body-removed', location, text: 'removed' }];
  if (!old)
    return [{ rule: now.isRequired ? 'body-became-required' : 'body-added', location, text: 'added' }];
  const differences: Difference[] = [];
  if (now.isRequired && !old.isRequired)
    differences.push({ rule: 'body-became-required', location, text: 'optional → required' });
  return [...differences, ...contentDifferences(scope, 'request', location, [old.content, now.content])];
}

function responseDifferences(scope: ComparisonScope, old: Operation, now: Operation): Difference[] {
  const differences: Difference[] = [];
  for (const [status, content] of old.responses) {
    const location = `response ${status}`;
    const next = now.responses.get(status);
    if (next) differences.push(...contentDifferences(scope, 'response', location, [content, next]));
    else differences.push({ rule: 'response-status-removed', location, text: 'removed' });
  }
  for (const status of now.responses.keys())
    if (!old.responses.has(status))
      differences.push({ rule: 'response-status-added', location: `response ${status}`, text: 'added' });
  return differences;
}

function contentDifferences(
  scope: ComparisonScope,
  side: Side,
  location: string,
  [old, now]: readonly [Content, Content],
): Difference[] {
  const differences: Difference[] = [];
  for (const [type, schema] of old) {
    const next = now.get(type);
    if (next === undefined)
      differences.push({ rule: `${side}-media-type-removed`, location, text: `${type} removed` });
    else {
      const where = old.size > 1 ? `${location} (${type})` : location;
      differences.push(...compareSchemas(scope, side, where, [schema, next]));
    }
  }
  for (const type of now.keys())
    if (!old.has(type)) differences.push({ rule: 'media-type-added', location, text: `${type} added` });
  return differences;
}
