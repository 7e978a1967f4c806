import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, fieldErrors, errorMessage } from '#src/api/errors.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { RequestId } from '#src/components/errors/request-id.tsx';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';

interface FieldError {
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
  if (issue.code === 'invalid_type' && value === undefined) return 'Required';
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum <= 1
      ? 'Required'
      : `Must be at least ${formatCount(Number(issue.minimum), 'character')}.`;
  }
  if (issue.code === 'too_big' && typeof value === 'string') {
    return `Must be at most ${formatCount(Number(issue.maximum), 'character')} (now ${formatNumber(codePointLength(value))}).`;
  }
  if (issue.code === 'too_small') return `Minimum: ${formatNumber(Number(issue.minimum))}.`;
  if (issue.code === 'too_big') return `Maximum: ${formatNumber(Number(issue.maximum))}.`;
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
function isBlank(value: unknown): boolean {
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

/** Validates with `validateAgainst`, then with the form's own `check`. Blank fields become empty. */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodType,
  check: (values: Values) => Partial<Record<string, string>> = () => ({}),
): Resolver<Values, unknown, Values> {
  return standardSchemaResolver<Values, unknown, Values>({
    '~standard': {
      version: 1,
      vendor: 'bindery',
      validate(input) {
        // The library passes its own typed values as unknown.
        const values = clearBlanks(input as Values);
        const issues = validateAgainst(schema, values);
        const ownIssues = Object.entries(check(values)).flatMap(([name, message]) =>
          message === undefined ? [] : [{ path: [name], message }],
        );
        return issues.length + ownIssues.length > 0
          ? { issues: [...issues, ...ownIssues] }
          : { value: values };
      },
    },
  });
}

function clearBlanks<Values extends FieldValues>(values: Values): Values {
  const blanks = Object.keys(values).filter((name) => isBlank(values[name]));
  return blanks.length === 0
    ? values
    : { ...values, ...Object.fromEntries(blanks.map((name) => [name, ''])) };
}

/** Shows server errors under their fields and focuses the first. */
export function setFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  failure: unknown,
): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const [index, [name, message]] of [...fieldErrors(failure)].entries()) {
    const path = name as Path<Values>;
    form.setError(path, { message }, { shouldFocus: index === 0 });
    // Only the error of a field refers to an element.
    if (form.getFieldState(path).error?.ref) marked.add(name);
  }
  return marked;
}

interface FormErrorProps {
  error: unknown;
  /** The fields that show their own errors. */
  fields: ReadonlySet<string>;
}

/** Why saving failed; nothing if every error is shown under a field. */
export function FormError({ error, fields }: FormErrorProps) {
  const names = [...fieldErrors(error).keys()];
  if (names.length > 0 && names.every((name) => fields.has(name))) return null;
  const message = errorMessage(error);
  const otherDetails =
    error instanceof ApiError
      ? error.details.filter((detail) => !includesMessage(message, detail.message))
      : [];
  return (
    <Callout tone="danger" urgent>
      {message}
      {otherDetails.length > 0 && (
        <ul className="my-1 list-disc pl-4 wrap-anywhere">
          {otherDetails.slice(0, 5).map(({ path = '', message: problem }) => (
            <li key={path + problem}>
              {path.replace(/^body\./, '')}: {problem}
            </li>
          ))}
        </ul>
      )}
      <RequestId error={error} />
    </Callout>
  );
}

/** Whether the message already includes the detail. */
const includesMessage = (message: string, detail: string) =>
  message.toLowerCase().includes(detail.toLowerCase().replace(/\.$/, ''));

/** Asks before unsaved changes are lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard changes?',
    body: 'You have unsaved changes.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    tone: 'danger',
  });
}
