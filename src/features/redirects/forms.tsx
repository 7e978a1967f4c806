import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  createSiteRedirectMutation,
  updateSiteRedirectMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteRedirect, SiteRedirectInput } from '#api/generated/types.gen.ts';
import { zCreateSiteRedirectBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { fetchRedirect, type SitePath } from './queries.ts';

interface Values {
  source: string;
  target: string;
  appendRest: boolean;
  status: '301' | '302';
}

const schema = zCreateSiteRedirectBody.extend({ appendRest: z.boolean(), status: z.enum(['301', '302']) });

const appendRestLabel = 'Append the rest of the path';

const statusOptions = [
  { value: '301', label: 'Permanent (301)' },
  { value: '302', label: 'Temporary (302)' },
];

const labelOfStatus = (status: string) =>
  statusOptions.find(({ value }) => value === status)?.label ?? status;

const valuesOf = (redirect?: SiteRedirect): Values => ({
  source: redirect?.source ?? '',
  target: redirect?.target ?? '',
  appendRest: redirect?.appendRest ?? false,
  status: redirect?.status === 302 ? '302' : '301',
});

/** A wildcard alone has a rest to append. */
const toInput = ({ source, target, appendRest, status }: Values): SiteRedirectInput => ({
  source,
  target,
  appendRest: appendRest && source.endsWith('/*'),
  status: status === '302' ? 302 : 301,
});

interface RedirectFormProps {
  path: SitePath;
  /** The redirect to edit; a new one without it. */
  redirect?: SiteRedirect;
  /** The source that a new redirect begins with. */
  source?: string | undefined;
  onClose: () => void;
}

/** Adds or edits a redirect. */
export function RedirectForm({ path, redirect, source, onClose }: RedirectFormProps) {
  const queryClient = useQueryClient();
  const policy = { invalidates: [{ operation: 'listSiteRedirects' as const, path: { ...path } }] };
  const create = useApiMutation(createSiteRedirectMutation(), policy);
  const update = useApiMutation(updateSiteRedirectMutation(), policy);
  const { error, isPending } = redirect ? update : create;
  return (
    <FormDialog<Values>
      title={redirect ? 'Edit redirect' : 'New redirect'}
      description="Used where no page lives and no page lived before."
      submitLabel={redirect ? 'Save changes' : 'Create redirect'}
      schema={schema}
      defaultValues={{ ...valuesOf(redirect), ...(source !== undefined && { source }) }}
      {...(redirect && {
        guard: {
          labels: { source: 'From', target: 'To', appendRest: appendRestLabel, status: 'Type' },
          formatters: { status: ({ status }) => labelOfStatus(status) },
          fetchCurrent: async () => valuesOf(await fetchRedirect(queryClient, path, redirect)),
        },
      })}
      error={error}
      pending={isPending}
      onSubmit={(values) =>
        redirect
          ? update.mutateAsync({ path: { ...path, redirectId: redirect.id }, body: toInput(values) })
          : create.mutateAsync({ path: { ...path }, body: toInput(values) })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            control={form.control}
            name="source"
            label="From"
            limit={512}
            placeholder="/old/page"
            hint="A path of the site. End it with /* for all paths below."
            code
          />
          <TextField
            control={form.control}
            name="target"
            label="To"
            limit={2048}
            placeholder="/new/page"
            hint="A path of the site, or a URL such as https://example.com."
            code
          />
          <AppendRest form={form} />
          <SelectField control={form.control} name="status" label="Type" options={statusOptions} />
        </>
      )}
    </FormDialog>
  );
}

type RedirectFields = Parameters<Parameters<typeof FormDialog<Values>>[0]['children']>[0];

function AppendRest({ form: { control } }: { form: RedirectFields }) {
  const source = useWatch({ control, name: 'source' });
  if (!source.endsWith('/*')) return null;
  return (
    <CheckboxField
      control={control}
      name="appendRest"
      label={appendRestLabel}
      hint="/old/a leads to /new/a."
    />
  );
}
