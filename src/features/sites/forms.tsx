import { useRef } from 'react';
import { useController, type Control } from 'react-hook-form';
import { z } from 'zod';
import { createSiteMutation, updateSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site, SiteCreate } from '#api/generated/types.gen.ts';
import { zSiteCreate, zSiteUpdate } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { useMayHavePlans } from '#src/domain/permission/plans.ts';
import { SpacePicker, type SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { addressOf, basenameOf } from './address.ts';
import { siteTypeOptions, visibilityOf, visibilityOptions } from './labels.ts';

interface NewSite {
  title: string;
  basename: string;
  type: string;
  visibility: string;
  start: string;
  spaces: SelectedSpace[];
}

const newSiteSchema = z.object({
  title: zSiteCreate.shape.title.unwrap(),
  basename: zSiteUpdate.shape.basename,
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
    <Field label="Spaces" optional>
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
  organization: Organization;
  /** The space that the site is to publish. */
  space?: SelectedSpace | undefined;
  /** The initial content; default: existing spaces. */
  content?: 'sample' | undefined;
  onClose: () => void;
  onCreated: (site: Site) => void;
}

/** The address that the site gets. */
function describeAddress(organization: Organization, title: string, typed: string): string {
  const basename = typed.trim();
  const address = addressOf(organization, basename || basenameOf(title)) ?? '';
  if (basename !== '') return address;
  return `${address}. Made from the title, with a number if another site has it.`;
}

/** Creates a site without publishing it. */
// oxlint-disable-next-line max-lines-per-function -- one form, from top to bottom
export function NewSiteDialog({ organization, space, content, onClose, onCreated }: NewSiteDialogProps) {
  const { id: organizationId } = organization;
  // The dialog also closes after success, so the new site is kept for navigation, and for another try of its address.
  const created = useRef<Site | null>(null);
  const create = useApiMutation(createSiteMutation(), { invalidates: ['listSites', 'listSpaces'] });
  const mayHavePlans = useMayHavePlans();
  const update = useApiMutation(updateSiteMutation(), { invalidates: ['listSites'] });
  const defaultValues: NewSite = {
    title: space?.title ?? '',
    basename: '',
    type: 'basic',
    visibility: 'public',
    start: content ?? 'existing',
    spaces: space ? [space] : [],
  };
  const save = async (values: NewSite) => {
    created.current ??= await create.mutateAsync({ path: { organizationId }, body: bodyOf(values) });
    const basename = values.basename.trim();
    if (basename !== '' && basename !== created.current.basename) {
      const path = { organizationId, siteId: created.current.id };
      created.current = await update.mutateAsync({ path, body: { title: values.title.trim(), basename } });
    }
    const address = addressOf(organization, created.current.basename ?? created.current.id);
    toast(`Created site “${created.current.title}”`, { ...(address && { detail: address }) });
  };
  return (
    <FormDialog<NewSite>
      title="New site"
      description="The site isn’t public until you publish it."
      submitLabel="Create site"
      schema={newSiteSchema}
      defaultValues={defaultValues}
      draft={`create-site.${organizationId}${space ? `.${space.id}` : ''}`}
      error={create.error ?? update.error}
      pending={create.isPending || update.isPending}
      onClose={() => (created.current ? onCreated(created.current) : onClose())}
      onSubmit={save}
    >
      {({ control, watch }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={128} />
          {organization.urls.published !== undefined && (
            <TextField
              control={control}
              name="basename"
              label="Address"
              optional
              code
              limit={100}
              placeholder={basenameOf(watch('title'))}
              hint={describeAddress(organization, watch('title'), watch('basename'))}
            />
          )}
          <div className={mayHavePlans ? 'grid gap-4 sm:grid-cols-2' : ''}>
            <SelectField
              control={control}
              name="visibility"
              label="Visibility"
              options={visibilityOptions}
              hint={visibilityOf(watch('visibility')).meaning}
            />
            {mayHavePlans && (
              <SelectField control={control} name="type" label="Plan" options={siteTypeOptions} />
            )}
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
