import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some but not all are selected. */
  indeterminate?: boolean;
}

/** A checkbox without a label; needs an `aria-label`. */
export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={classNames('checkbox', className)}
      ref={(input) => {
        if (input) input.indeterminate = indeterminate;
      }}
    />
  );
}

interface LabelledCheckboxProps extends CheckboxProps {
  label: ReactNode;
  /** A sentence under the label. */
  hint?: ReactNode;
}

/** A checkbox with a clickable label. */
export function LabelledCheckbox({ label, hint, className, ...rest }: LabelledCheckboxProps) {
  return (
    <label className={classNames('flex items-start gap-2', className)}>
      <Checkbox {...rest} className="mt-0.5" />
      <span>
        {label}
        {hint && <span className="block text-xs text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}
