import { type ReactNode, use } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { classNames } from '#src/lib/class-names.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field, type FieldControl } from '#src/ui/form/field.tsx';
import { Input, Textarea } from '#src/ui/form/input.tsx';
import { Select, type SelectOption } from '#src/ui/form/select.tsx';
import { ReadOnlyForm } from './read-only-form.ts';

interface FormFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}

interface TextFieldProps<Values extends FieldValues> extends FormFieldProps<Values> {
  /** The contract's maximum length; a counter appears near it. Doesn't limit typing. */
  limit?: number;
  placeholder?: string;
  /** Several lines. */
  multiline?: boolean;
  inputMode?: 'url' | 'email';
  /** Code, paths and expressions: monospace, no spellcheck. */
  code?: boolean;
  /** Shown as dots, and not remembered by the browser. */
  secret?: boolean;
  /** Another control for the text, such as one that mentions people. */
  renderControl?: (control: TextControl) => ReactNode;
}

/** What a control for a text of a form is given. */
export interface TextControl extends FieldControl {
  value: string;
  onChange: (text: string) => void;
  readOnly: boolean;
  ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => void;
}

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const {
    control,
    name,
    label,
    hint,
    optional = false,
    limit,
    multiline,
    code,
    secret,
    renderControl,
    ...input
  } = props;
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { field, fieldState } = useController({ control, name });
  const text = typeof field.value === 'string' ? field.value : '';
  const Control = multiline ? Textarea : Input;
  return (
    <Field
      label={label}
      hint={hint}
      error={fieldState.error?.message}
      optional={optional}
      aside={limit !== undefined && <Count length={codePointLength(text)} limit={limit} />}
    >
      {(attributes) =>
        renderControl?.({
          ...attributes,
          value: text,
          onChange: field.onChange,
          readOnly: isReadOnly,
          ref: field.ref,
        }) ?? (
          <Control
            {...attributes}
            {...input}
            placeholder={isReadOnly ? undefined : input.placeholder}
            {...field}
            value={text}
            readOnly={isReadOnly}
            autoComplete={secret ? 'new-password' : 'off'}
            {...(secret && { type: 'password' })}
            className={classNames(multiline && 'min-h-16', code && 'font-mono')}
            {...(code ? { spellCheck: false, autoCapitalize: 'none' } : {})}
          />
        )
      }
    </Field>
  );
}

function Count({ length, limit }: { length: number; limit: number }) {
  if (length < limit * 0.8) return null;
  return (
    <span className={`text-xs tabular-nums ${length > limit ? 'text-danger-ink' : 'text-ink-soft'}`}>
      {formatNumber(length)} of {formatNumber(limit)}
    </span>
  );
}

interface SelectFieldProps<Values extends FieldValues> extends FormFieldProps<Values> {
  options: readonly SelectOption<string>[];
}

/** A select field. An empty value is an option like any other; convert on submit. */
export function SelectField<Values extends FieldValues>(props: SelectFieldProps<Values>) {
  const { control, name, label, hint, optional = false, options } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} optional={optional}>
      {(attributes) => (
        <Select
          {...attributes}
          {...field}
          value={typeof field.value === 'string' ? field.value : ''}
          disabled={use(ReadOnlyForm) !== undefined}
          options={options}
          className="w-full"
        />
      )}
    </Field>
  );
}

/** A choice among a few visible options; none is set at first. */
export function RadioField<Values extends FieldValues>(
  props: Omit<SelectFieldProps<Values>, 'optional' | 'label'> & { label: string },
) {
  const { control, name, label, hint, options } = props;
  const { field, fieldState } = useController({ control, name });
  const isDisabled = use(ReadOnlyForm) !== undefined;
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {({ id, ...attributes }) => (
        <div role="radiogroup" {...attributes} aria-label={label} className="flex flex-col gap-1">
          {options.map((option, index) => (
            <label key={option.value} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name={field.name}
                {...(index === 0 && { id, ref: field.ref })}
                className="checkbox"
                checked={field.value === option.value}
                disabled={isDisabled}
                onBlur={field.onBlur}
                onChange={() => field.onChange(option.value)}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

export function CheckboxField<Values extends FieldValues>(props: Omit<FormFieldProps<Values>, 'optional'>) {
  const { control, name, label, hint } = props;
  const { field } = useController({ control, name });
  return (
    <LabelledCheckbox
      label={label}
      hint={hint}
      name={field.name}
      checked={field.value === true}
      disabled={use(ReadOnlyForm) !== undefined}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.checked)}
    />
  );
}
