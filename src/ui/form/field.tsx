import { useId, type ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

/** Props that connect a control to the label and message of its `Field`. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** A sentence under the control; replaced by an error. */
  hint?: ReactNode;
  /** The validation message, as a sentence. */
  error?: string | null | undefined;
  /** Shows "optional" next to the label. */
  optional?: boolean;
  className?: string;
  /** Shown at the right end of the label's line, such as a character count. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label above and its hint or error below. No space is reserved for the hint. */
export function Field({ label, hint, error, optional = false, className, aside, children }: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
          {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': message ? `${id}-remark` : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {message && (
        <p
          id={`${id}-remark`}
          className={classNames(
            'text-xs text-pretty wrap-anywhere',
            error ? 'text-danger-ink' : 'text-ink-soft',
          )}
        >
          {message}
        </p>
      )}
    </div>
  );
}
