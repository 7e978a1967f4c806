import { type ComponentProps, useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { ownDateFormat } from '#src/lib/text/date-input.ts';
import { Input } from './input.tsx';

interface DateFieldProps extends Pick<ComponentProps<'input'>, 'className'> {
  label: string;
  /** An ISO date; empty for none. */
  value: string;
  /** Called with an ISO date, or with an empty text, on Enter and on leaving the field. */
  onChange: (value: string) => void;
}

/**
 * A date, typed in the order of the person's language. The browser's own field follows the language of the browser's
 * menus, which may be another one.
 */
export function DateField({ label, value, onChange, className }: DateFieldProps) {
  const id = useId();
  const [text, setText] = useState(ownDateFormat.format(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(ownDateFormat.format(value));
  }
  const parsed = text.trim() === '' ? '' : ownDateFormat.parse(text);
  const [isLeft, setLeft] = useState(false);
  const isInvalid = isLeft && parsed === null;
  const submit = () => {
    setLeft(true);
    if (parsed === null) return;
    setText(ownDateFormat.format(parsed));
    if (parsed !== value) onChange(parsed);
  };
  return (
    <span className={classNames('flex flex-wrap items-center gap-1.5 text-ink-soft', className)}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className="w-28 text-ink max-sm:flex-1"
        inputMode="numeric"
        autoComplete="off"
        placeholder={ownDateFormat.pattern}
        value={text}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setLeft(false);
        }}
        onBlur={submit}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      {isInvalid && (
        <span id={`${id}-error`} role="alert" className="basis-full text-xs text-danger-ink">
          Enter a date: {ownDateFormat.pattern}
        </span>
      )}
    </span>
  );
}
