import { type ReactNode, use } from 'react';
import { useCan } from '#src/api/extensions.ts';
import type { OperationId } from '#src/api/queries.ts';
import { ReadOnlyForm } from './read-only-form.ts';

interface OptionalFormProps {
  /** What the form sends. */
  operation: OperationId;
  /** Why the form is read-only where the server lacks the operation. */
  missing: string;
  /** Why it is read-only in any case; by default, the reason of the form around it. */
  readOnlyReason?: string | undefined;
  children: ReactNode;
}

/** A form for what some servers lack; there it is read-only and says why. */
export function OptionalForm({ operation, missing, readOnlyReason, children }: OptionalFormProps) {
  const outerReason = use(ReadOnlyForm);
  const isMissing = useCan(operation) === false;
  return (
    <ReadOnlyForm value={readOnlyReason ?? outerReason ?? (isMissing ? missing : undefined)}>
      {children}
    </ReadOnlyForm>
  );
}
