import { type Control, useController } from 'react-hook-form';
import type { CustomFieldType } from '#api/generated/types.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { OptionsEditor } from './options-editor.tsx';

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
