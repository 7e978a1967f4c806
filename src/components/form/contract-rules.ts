import type { z } from 'zod';
import { codePointLength } from '#src/lib/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';

export interface FieldError {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * Validates form values against a generated schema like the server: lengths in code points, blank fields count as
 * absent. Uses the schema's own messages where it has them.
 */
export function validateAgainst(schema: z.ZodType, values: unknown): FieldError[] {
  const filled = omitBlanks(values);
  const result = schema.safeParse(filled, { error: describeIssue });
  if (result.success) return [];
  return result.error.issues
    .filter((issue) => !isWithinCodePoints(issue, valueAt(filled, issue.path)))
    .map(({ path, message }) => ({ path, message }));
}

type Issue = z.core.$ZodIssue;

/** JavaScript counts UTF-16 units; the contract's limits count code points. */
function isWithinCodePoints(issue: Issue, value: unknown): boolean {
  if (issue.code !== 'too_big' || issue.origin !== 'string' || typeof value !== 'string') return false;
  return codePointLength(value) <= issue.maximum;
}

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const value = issue.input;
  if (issue.code === 'invalid_type' && value === undefined) return 'Fill this in.';
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum <= 1
      ? 'Required'
      : `Must be at least ${formatCount(Number(issue.minimum), 'character')}.`;
  }
  if (issue.code === 'too_big' && typeof value === 'string') {
    return `Must be at most ${formatCount(Number(issue.maximum), 'character')} (now ${formatNumber(codePointLength(value))}).`;
  }
  if (issue.code === 'too_small') return `Minimum: ${issue.minimum}.`;
  if (issue.code === 'too_big') return `Maximum: ${issue.maximum}.`;
  if (issue.code === 'invalid_format') return formatMessages[issue.format] ?? 'Invalid format.';
  if (issue.code === 'invalid_value') return 'Select one of the options.';
  return issue.message;
}

const formatMessages: Record<string, string> = {
  url: 'Enter a full URL, such as https://example.com.',
  email: 'Enter an email address.',
};

function omitBlanks(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));
}

/** Whether a value has no visible character. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && !visible.test(value);
}

/** A visible character, as on the server: neither white space nor a format character. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value = values;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map<PropertyKey, unknown>(Object.entries(value)).get(String(name));
  }
  return value;
}
