import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, fieldErrors, errorMessage } from '#src/api/errors.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Callout } from '#src/ui/callout.tsx';
import { validateAgainst, isBlank } from './contract-rules.ts';

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
        const own = Object.entries(check(values)).flatMap(([name, message]) =>
          message === undefined ? [] : [{ path: [name], message }],
        );
        return issues.length + own.length > 0 ? { issues: [...issues, ...own] } : { value: values };
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
  /** The names of the fields that it stands under. */
  fields: ReadonlySet<string>;
}

/** Why saving failed; nothing if every error is shown under a field. */
export function FormError({ error, fields }: FormErrorProps) {
  const names = [...fieldErrors(error).keys()];
  if (names.length > 0 && names.every((name) => fields.has(name))) return null;
  const message = errorMessage(error);
  const otherDetails =
    error instanceof ApiError ? error.details.filter((one) => !includesMessage(message, one.message)) : [];
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
      {error instanceof ApiError && error.requestId && (
        <span className="block text-xs text-ink-soft">Request ID {error.requestId}</span>
      )}
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
