import { Shapes } from 'lucide-react';
import { Suspense, useRef, useState, type Ref } from 'react';
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { IconButton } from '#src/ui/button.tsx';
import type { FieldControl } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { IconHint, NamedIcon } from './named-icon.tsx';

const IconDialog = lazyPart(async () => ({ default: (await import('./icon-dialog.tsx')).IconDialog }));

interface IconInputProps {
  /** Props from the surrounding `Field`. */
  control: FieldControl;
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (name: string) => void;
  readOnly?: boolean;
}

/** The name of an icon, typed or chosen; a name without a drawing stays. */
export function IconInput({ control, ref, value, onChange, readOnly = false }: IconInputProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const pick = (name: string) => {
    onChange(name);
    close();
  };
  return (
    <span ref={frame} className="flex items-center gap-1.5">
      <Input
        {...control}
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        readOnly={readOnly}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
      {!readOnly && (
        <IconButton label="Choose icon" tone="neutral" onClick={() => setOpen(true)}>
          <NamedIcon name={value}>
            <Shapes />
          </NamedIcon>
        </IconButton>
      )}
      <Suspense>{isOpen && <IconDialog selected={value} onPick={pick} onClose={close} />}</Suspense>
    </span>
  );
}

interface IconFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  name: FieldPath<Values>;
}

/** The field of a form for the name of an icon. */
export function IconField<Values extends FieldValues>({ control, name }: IconFieldProps<Values>) {
  const text: unknown = useWatch({ control, name });
  return (
    <TextField
      control={control}
      name={name}
      label="Icon"
      optional
      limit={50}
      hint={<IconHint name={typeof text === 'string' ? text : ''} />}
      renderControl={({ value, onChange, readOnly, ref, ...attributes }) => (
        <IconInput control={attributes} ref={ref} value={value} onChange={onChange} readOnly={readOnly} />
      )}
    />
  );
}
