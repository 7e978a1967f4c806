import type { ComponentProps } from 'react';
import { Field, type FieldProps } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';

interface SignInFieldProps
  extends Pick<FieldProps, 'label' | 'hint' | 'error'>, Omit<ComponentProps<'input'>, 'onChange'> {
  onText: (text: string) => void;
}

/** A labelled text field of a sign-in form. */
export function SignInField({ label, hint, error, onText, ...input }: SignInFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} onChange={({ target }) => onText(target.value)} />}
    </Field>
  );
}
