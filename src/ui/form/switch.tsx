import type { ComponentProps } from 'react';
import { classNames } from '#src/lib/class-names.ts';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'type' | 'role'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why it is disabled, as a sentence. */
  disabledReason?: string | null | undefined | false;
}

/** A switch for a setting that takes effect at once. It needs an `aria-label` or `aria-labelledby`. */
export function Switch({ checked, onChange, disabledReason, className, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-disabled={disabledReason ? true : undefined}
      data-tip={disabledReason || undefined}
      className={classNames('switch', className)}
      onClick={disabledReason ? undefined : () => onChange(!checked)}
    />
  );
}
