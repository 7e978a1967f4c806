import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange'
> {
  options: readonly SelectOption<Value>[];
  /** A value without an option is shown as is and stays selectable. */
  value: Value;
  onChange?: (value: Value) => void;
}

/** The native select, which works best on phones and with assistive technology. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  className,
  ...rest
}: SelectProps<Value>) {
  const known = options.some((option) => option.value === value);
  const shown = known ? options : [{ value, label: value, disabled: false }, ...options];
  return (
    <span className={classNames('relative inline-block', className)}>
      <select
        {...rest}
        value={value}
        className="field h-8 w-full truncate pl-2.5 pointer-coarse:h-10"
        onChange={(event) => {
          const chosen = shown.find((option) => option.value === event.target.value);
          if (chosen) onChange?.(chosen.value);
        }}
      >
        {shown.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}
