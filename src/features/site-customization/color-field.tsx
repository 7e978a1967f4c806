import { use } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { ColorMode } from '#api/generated/types.gen.ts';
import { parseColor } from '#api/site-colors.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { Appearance, ColorName } from './appearance.ts';
import type { ShownColor } from './describe-color.ts';

interface ColorFieldProps {
  control: Control<Appearance, unknown, Appearance>;
  name: ColorName;
  /** The name of the color: "Primary color". */
  label: string;
  hint?: string;
  /** The color as visitors see it. */
  describe: (text: string, mode: ColorMode) => ShownColor | null;
}

/** A color for each mode, with what visitors see of it. */
export function ColorField({ control, name, label, hint, describe }: ColorFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {hint !== undefined && <p className="-mt-1 mb-1.5 text-xs text-ink-soft text-pretty">{hint}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        <ModeField control={control} name={name} mode="light" describe={describe} />
        <ModeField control={control} name={name} mode="dark" describe={describe} />
      </div>
    </fieldset>
  );
}

const modeLabels: Readonly<Record<ColorMode, string>> = { light: 'Light mode', dark: 'Dark mode' };

function ModeField({
  control,
  name,
  mode,
  describe,
}: Omit<ColorFieldProps, 'label' | 'hint'> & { mode: ColorMode }) {
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { field, fieldState } = useController({ control, name: `${name}.${mode}` });
  const light = useController({ control, name: `${name}.light` }).field.value;
  const inherited = mode === 'dark' && field.value === '' ? light : '';
  const described = describe(field.value || inherited, mode);
  return (
    <Field
      label={modeLabels[mode]}
      hint={described?.text}
      error={fieldState.error?.message}
      optional
      aside={described && <Swatch color={described.shown} />}
    >
      {(attributes) => (
        <div className="flex gap-1.5">
          {!isReadOnly && (
            <input
              type="color"
              aria-label={`Choose ${modeLabels[mode].toLowerCase()}`}
              className="color-well"
              value={hexOf(field.value || inherited)}
              onChange={({ target }) => field.onChange(target.value)}
            />
          )}
          <Input
            {...attributes}
            {...field}
            readOnly={isReadOnly}
            placeholder={isReadOnly ? undefined : inherited === '' ? 'Default' : 'As in light mode'}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </div>
      )}
    </Field>
  );
}

/** As color inputs take it. */
function hexOf(text: string): string {
  return parseColor(text) ? text : DEFAULT_WELL;
}

const DEFAULT_WELL = `#${'8'.repeat(6)}`;

/** The color as visitors see it. */
function Swatch({ color }: { color: string }) {
  return (
    <svg aria-hidden="true" className="size-4 self-center rounded-sm border border-line">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  );
}
