import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { CustomFieldType } from '#api/generated/types.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';

/** Limits of the API. */
const maxOptions = 50;
const maxOptionLength = 40;

/** Validation message for a list of options; null if it is valid. Blank lines are ignored. */
export function validateOptions(options: readonly string[]): string | null {
  const trimmedOptions = trimOptions(options);
  if (trimmedOptions.length === 0) return 'Add at least one option.';
  if (trimmedOptions.length > maxOptions)
    return `Must have at most ${formatCount(maxOptions, 'option')} (now ${formatNumber(trimmedOptions.length)}).`;
  const long = trimmedOptions.find((option) => codePointLength(option) > maxOptionLength);
  if (long !== undefined) return `“${long}” has more than ${formatCount(maxOptionLength, 'character')}.`;
  const twice = trimmedOptions.find((option, index) => trimmedOptions.indexOf(option) < index);
  return twice === undefined ? null : `“${twice}” is listed twice.`;
}

/** The options, trimmed, without blank lines. */
export const trimOptions = (options: readonly string[]): string[] =>
  options.map((option) => option.trim()).filter(Boolean);

interface OptionsEditorProps {
  options: readonly string[];
  onChange: (options: string[]) => void;
  /** Validation message. */
  error?: string | undefined;
}

/** Changes of a list of options; the focus follows them. */
function optionChanges(
  { options, onChange }: Pick<OptionsEditorProps, 'options' | 'onChange'>,
  list: RefObject<HTMLOListElement | null>,
) {
  const focus = (index: number) =>
    // The input exists only after the next render.
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());
  const replace = (index: number, texts: readonly string[]) =>
    onChange(options.toSpliced(index, 1, ...texts));
  const add = (index: number) => {
    onChange(options.toSpliced(index, 0, ''));
    focus(index);
  };
  const move = (index: number, step: number) => {
    const option = options[index];
    if (option === undefined) return;
    onChange(options.toSpliced(index, 1).toSpliced(index + step, 0, option));
    focus(index + step);
  };
  return {
    replace,
    add,
    move,
    handleKeyDown: (event: KeyboardEvent, index: number) => {
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        if (options.length < maxOptions) add(index + 1);
      }
      if (event.key === 'Backspace' && options[index] === '' && options.length > 1) {
        event.preventDefault();
        replace(index, []);
        focus(Math.max(0, index - 1));
      }
      if (event.altKey && event.key === 'ArrowUp' && index > 0) move(index, -1);
      if (event.altKey && event.key === 'ArrowDown' && index < options.length - 1) move(index, 1);
    },
    handlePaste: (event: ClipboardEvent, index: number) => {
      const lines = event.clipboardData
        .getData('text')
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean);
      if (lines.length < 2) return;
      event.preventDefault();
      replace(index, options[index] ? [options[index], ...lines] : lines);
    },
  };
}

/** Edits, reorders and removes options; pasting several lines adds several options. */
function OptionsEditor({ options, onChange, error }: OptionsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const { replace, add, move, handleKeyDown, handlePaste } = optionChanges({ options, onChange }, list);
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? 'options-error' : undefined}>
      <legend className="mb-1.5 font-medium">Options</legend>
      <ol ref={list} className="flex flex-col gap-1.5">
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an option has no identity but its place
          <li key={index} className="flex items-center gap-1">
            <Input
              aria-label={`Option ${index + 1}`}
              aria-invalid={codePointLength(option) > maxOptionLength || undefined}
              value={option}
              autoComplete="off"
              className="flex-1"
              onChange={(event) => replace(index, [event.target.value])}
              onKeyDown={(event) => handleKeyDown(event, index)}
              onPaste={(event) => handlePaste(event, index)}
            />
            <IconButton
              label={`Move option ${index + 1} up`}
              disabledReason={index === 0 && 'Already first.'}
              onClick={() => move(index, -1)}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={`Move option ${index + 1} down`}
              disabledReason={index === options.length - 1 && 'Already last.'}
              onClick={() => move(index, 1)}
            >
              <ArrowDown />
            </IconButton>
            <IconButton
              label={`Remove option ${index + 1}`}
              disabledReason={options.length === 1 && 'At least one option is required.'}
              onClick={() => replace(index, [])}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-3">
        <Button
          size="small"
          icon={<Plus />}
          disabledReason={
            options.length >= maxOptions && `A field has at most ${formatCount(maxOptions, 'option')}.`
          }
          onClick={() => add(options.length)}
        >
          Add option
        </Button>
        <span className="text-xs text-ink-soft">Paste several lines to add several options.</span>
      </div>
      {error && (
        <p id="options-error" className="text-xs text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Values of the custom field forms. */
export interface FieldFormValues {
  name: string;
  type: CustomFieldType;
  title: string;
  description: string;
  placeholder: string;
  options: string[];
}

interface FieldFormFieldProps {
  control: Control<FieldFormValues, unknown, FieldFormValues>;
}

/** Title, description and placeholder. */
export function FieldTextFields({ control }: FieldFormFieldProps) {
  return (
    <>
      <TextField
        control={control}
        name="title"
        label="Title"
        limit={100}
        optional
        hint="Shown to people instead of the name."
      />
      <TextField control={control} name="description" label="Description" limit={200} optional multiline />
      <TextField
        control={control}
        name="placeholder"
        label="Placeholder"
        limit={100}
        optional
        hint="Shown while the field is empty."
      />
    </>
  );
}

export function FieldOptionsField({ control }: FieldFormFieldProps) {
  const { field, fieldState } = useController({ control, name: 'options' });
  return <OptionsEditor options={field.value} onChange={field.onChange} error={fieldState.error?.message} />;
}
