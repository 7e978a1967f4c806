/** Forms inside a page: fields, settings, and what they say. */
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { FormError } from '#src/components/form/form-validation.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { TextFileInput } from '#src/components/form/text-file-input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

export const schema = z.object({
  title: z.string(),
  about: z.string(),
  level: z.string(),
  isPublic: z.boolean(),
});
type Values = z.infer<typeof schema>;

export const values: Values = { title: 'Harbor guide', about: '', level: 'read', isPublic: true };

const levels = [
  { value: 'read', label: 'Reader' },
  { value: 'edit', label: 'Editor' },
];

const ignore = () => {};
const save = () => Promise.resolve();

export const refusal = new ApiError({
  status: 409,
  message: 'Another space has this path.',
  operation: 'updateSpace',
  requestId: 'req_7Q2M',
});

export function SampleFields({ control }: Pick<UseFormReturn<Values, unknown, Values>, 'control'>) {
  return (
    <>
      <TextField control={control} name="title" label="Title" hint="Shown in the navigation." limit={12} />
      <TextField control={control} name="about" label="Description" optional multiline />
      <SelectField control={control} name="level" label="Access" options={levels} />
      <CheckboxField control={control} name="isPublic" label="Public" hint="Everybody can read it." />
    </>
  );
}

/** The same with a change and an error, as after saving failed. */
function ChangedFields({ form }: { form: UseFormReturn<Values, unknown, Values> }) {
  useEffect(() => {
    form.setValue('about', 'Where to moor', { shouldDirty: true });
    form.setError('title', { message: 'Must have at most 10 characters.' });
  }, [form]);
  return <SampleFields control={form.control} />;
}

export function FormShelves({ theme }: ShelvesProps) {
  const name = (text: string) => `${text}, ${theme}`;
  return (
    <>
      <Shelf title="Form: as saved, changed with an error, read-only" isWide>
        <InlineForm label={name('Details')} schema={schema} values={values} onSubmit={save}>
          {({ control }) => <SampleFields control={control} />}
        </InlineForm>
        <InlineForm label={name('Changed details')} schema={schema} values={values} onSubmit={save}>
          {(form) => <ChangedFields form={form} />}
        </InlineForm>
        <InlineForm
          label={name('Fixed details')}
          schema={schema}
          values={values}
          onSubmit={save}
          readOnlyReason="Only administrators can change this."
        >
          {({ control }) => <SampleFields control={control} />}
        </InlineForm>
      </Shelf>
      <Shelf title="Form: loading" isWide>
        <FormSkeleton fields={['hint', 'field', 'checkbox']} />
      </Shelf>
      <Shelf title="An error of a form" isWide>
        <FormError error={refusal} fields={new Set()} />
      </Shelf>
      <Shelf title="Settings" isWide>
        <SettingList>
          <Setting title="Invite links" explanation="Whoever has the link can join.">
            {(labels) => <Switch {...labels} checked onChange={ignore} />}
          </Setting>
          <Setting title="Sign-in" explanation="Set by the plan.">
            {(labels) => (
              <Switch {...labels} checked={false} disabledReason="Set by the plan." onChange={ignore} />
            )}
          </Setting>
          <Setting title="Default access" explanation="What new members may do.">
            {(labels) => <Select {...labels} options={levels} value="read" />}
          </Setting>
        </SettingList>
      </Shelf>
      <Shelf title="File" isWide>
        <TextFileInput aria-label={name('File')} onRead={ignore} />
        <TextFileInput aria-label={name('Disabled file')} onRead={ignore} disabled />
      </Shelf>
    </>
  );
}
