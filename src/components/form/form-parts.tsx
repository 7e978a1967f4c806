import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, fieldErrors, messageOf } from '#src/api/errors.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Callout } from '#src/ui/callout.tsx';
import { checkAgainst, isBlank } from './contract-rules.ts';

/**
 * Lets the form library check with `checkAgainst`, then with the form's own `check`. What the form holds is handed on
 * as it is, but for fields of nothing but spaces: they are empty.
 */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodType,
  check: (values: Values) => Partial<Record<string, string>> = () => ({}),
): Resolver<Values, unknown, Values> {
  return standardSchemaResolver<Values, unknown, Values>({
    '~standard': {
      version: 1,
      vendor: 'bindery',
      validate(given) {
        // The library hands over its own, typed values as unknown.
        const values = emptied(given as Values);
        const issues = checkAgainst(schema, values);
        const own = Object.entries(check(values)).flatMap(([name, message]) =>
          message === undefined ? [] : [{ path: [name], message }],
        );
        return issues.length + own.length > 0 ? { issues: [...issues, ...own] } : { value: values };
      },
    },
  });
}

function emptied<Values extends FieldValues>(values: Values): Values {
  const blanks = Object.keys(values).filter((name) => isBlank(values[name]));
  return blanks.length === 0
    ? values
    : { ...values, ...Object.fromEntries(blanks.map((name) => [name, ''])) };
}

/** Puts what the server objects to under the fields it objects to, and leads to the first of them. */
export function markFields<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  failure: unknown,
): void {
  for (const [index, [name, message]] of [...fieldErrors(failure)].entries())
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 });
}

/**
 * Why it could not be saved, in the server's words where it was asked; left out when every part of it stands under a field
 * already.
 */
export function FormError({ error, errors }: { error: unknown; errors: FieldErrors }) {
  const fields = [...fieldErrors(error).keys()];
  // Only where the form has a field of that very name is there a place beside it.
  if (fields.length > 0 && fields.every((field) => get(errors, `${field}.ref`) !== undefined)) return null;
  return (
    <Callout tone="danger" urgent>
      {messageOf(error)}
      {error instanceof ApiError && error.requestId && (
        <span className="block text-xs text-ink-soft">Request {error.requestId}</span>
      )}
    </Callout>
  );
}

/** Asks before something written is lost. @returns whether it may be */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Discard what you wrote?',
    body: 'Your changes have not been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    tone: 'danger',
  });
}
