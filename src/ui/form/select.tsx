import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
  /** The heading over it; options of one group stand together. */
  group?: string;
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
  const isListed = options.some((option) => option.value === value);
  const visibleOptions = isListed ? options : [{ value, label: value, disabled: false }, ...options];
  return (
    <span className={classNames('relative inline-block', className)}>
      <select
        {...rest}
        value={value}
        className="field h-8 w-full truncate pl-2.5 pointer-coarse:h-10"
        onChange={(event) => {
          const selectedOption = visibleOptions.find((option) => option.value === event.target.value);
          if (selectedOption) onChange?.(selectedOption.value);
        }}
      >
        {groupsOf(visibleOptions).map(({ heading, members }) =>
          heading === undefined ? (
            members.map(toOption)
          ) : (
            <optgroup key={heading} label={heading}>
              {members.map(toOption)}
            </optgroup>
          ),
        )}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-soft" />
    </span>
  );
}

const toOption = ({ value, label, disabled }: SelectOption<string>) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

interface OptionGroup {
  heading: string | undefined;
  members: SelectOption<string>[];
}

function groupsOf(options: readonly SelectOption<string>[]): OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.heading === option.group) last.members.push(option);
    else groups.push({ heading: option.group, members: [option] });
  }
  return groups;
}
