import { useId, type ReactNode } from 'react';

interface SegmentedControlProps<Value extends string> {
  /** Accessible name; not shown. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice among two to five visible options, built on radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className="inline-flex max-w-full overflow-x-auto rounded-md bg-hover p-0.5"
    >
      {props.options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
