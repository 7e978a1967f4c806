import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';
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

/**
 * Why it could not be saved, in the server's words where it was asked; left out when every part of it stands under a field
 * already.
 */
export function FormError({ error, shownBeside }: { error: unknown; shownBeside: readonly string[] }) {
  const fields = [...fieldErrors(error).keys()];
  if (fields.length > 0 && fields.every((field) => shownBeside.includes(field.split('.')[0] ?? field)))
    return null;
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
