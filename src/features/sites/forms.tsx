import { useRef } from 'react';
import { useController, type Control } from 'react-hook-form';
import { z } from 'zod';
import { createSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Site, SiteCreate } from '#api/generated/types.gen.ts';
import { zSiteCreate } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { SpacePicker, type SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { spacesLabel, titleLabel, visibilityLabel } from '#src/lib/shared-labels.ts';
import { Field } from '#src/ui/form/field.tsx';
import { siteTypeOptions, visibilityOf, visibilityOptions } from './labels.ts';

interface NewSite {
  title: string;
  type: string;
  visibility: string;
  start: string;
  spaces: SelectedSpace[];
}

const newSiteSchema = z.object({
  title: zSiteCreate.shape.title.unwrap(),
  type: z.string(),
  visibility: z.string(),
  start: z.string(),
  spaces: z.custom<SelectedSpace[]>(Array.isArray),
});

const initialContentOptions = [
  { value: 'existing', label: 'Existing spaces' },
  { value: 'empty', label: 'New empty space' },
  { value: 'sample', label: 'New space with sample pages' },
];

function bodyOf({ title, type, visibility, start, spaces }: NewSite): SiteCreate {
  // The form offers only contract values.
  const [plan, audience] = [type, visibility] as [SiteCreate['type'], SiteCreate['visibility']];
  const content = start === 'empty' || start === 'sample' ? start : spaces.map(({ id }) => id);
  return { title: title.trim(), type: plan, visibility: audience, spaces: content };
}

function SpacesField({
  organizationId,
  control,
}: {
  organizationId: string;
  control: Control<NewSite, unknown, NewSite>;
}) {
  const { field } = useController({ control, name: 'spaces' });
  return (
    <Field label={spacesLabel} optional>
      {(attributes) => (
        <SpacePicker
          organizationId={organizationId}
          control={attributes}
          value={field.value}
          onChange={field.onChange}
          multiple
        />
      )}
    </Field>
  );
}

interface NewSiteDialogProps {
  organizationId: string;
  onClose: () => void;
  onCreated: (site: Site) => void;
}

/** Creates a site without publishing it. */
export function NewSiteDialog({ organizationId, onClose, onCreated }: NewSiteDialogProps) {
  // The dialog also closes after success, so the new site is kept for navigation.
  const created = useRef<Site | null>(null);
  const create = useApiMutation(createSiteMutation(), { invalidates: ['listSites', 'listSpaces'] });
  const defaultValues: NewSite = {
    title: '',
    type: 'basic',
    visibility: 'public',
    start: 'existing',
    spaces: [],
  };
  return (
    <FormDialog<NewSite>
      title="New site"
      description="The site isn’t public until you publish it."
      submitLabel="Create site"
      schema={newSiteSchema}
      defaultValues={defaultValues}
      draft={`create-site.${organizationId}`}
      error={create.error}
      pending={create.isPending}
      onClose={() => (created.current ? onCreated(created.current) : onClose())}
      onSubmit={async (values) => {
        const site = await create.mutateAsync({ path: { organizationId }, body: bodyOf(values) });
        toast(`Created site “${site.title}”`);
        created.current = site;
      }}
    >
      {({ control, watch }) => (
        <>
          <TextField control={control} name="title" label={titleLabel} limit={128} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              control={control}
              name="visibility"
              label={visibilityLabel}
              options={visibilityOptions}
              hint={visibilityOf(watch('visibility')).meaning}
            />
            <SelectField control={control} name="type" label="Plan" options={siteTypeOptions} />
          </div>
          <SelectField
            control={control}
            name="start"
            label="Initial content"
            options={initialContentOptions}
          />
          {watch('start') === 'existing' && <SpacesField organizationId={organizationId} control={control} />}
        </>
      )}
    </FormDialog>
  );
}
