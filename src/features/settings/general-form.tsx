import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { zUpdateOrganizationBody } from '#api/generated/zod.gen.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { isMoreThanGuest, permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { useMayHavePlans } from '#src/domain/permission/plans.ts';
import { useOrganizationUpdate } from './actions.ts';
import {
  changedGeneral,
  generalSettingsOf,
  type GeneralSettings,
  siteSelectOptions,
  selectableSitesOf,
} from './general-settings.ts';

const schema = zUpdateOrganizationBody
  .pick({ title: true, logo: true, hostname: true })
  .required({ title: true });

// oxlint-disable-next-line max-lines-per-function -- one form: what it compares and sends, then its fields
export function GeneralForm({ organization }: { organization: Organization }) {
  const { data } = useQuery({
    ...selectableSitesOf(organization.id),
    enabled: isMoreThanGuest(organization),
  });
  const queryClient = useQueryClient();
  const mayHaveFeatures = useMayHavePlans();
  const path = { organizationId: organization.id };
  const update = useOrganizationUpdate(organization);
  const readOnlyReason = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  const values = generalSettingsOf(organization);
  const sites = siteSelectOptions(data?.items ?? [], values.defaultContent);
  return (
    <InlineForm<GeneralSettings>
      label="General settings"
      schema={schema}
      values={values}
      validate={({ hostname }) =>
        values.hostname && !hostname.trim() ? { hostname: 'You can replace it, but not remove it.' } : {}
      }
      onSubmit={(written, before) => update(changedGeneral(before, written), changedGeneral(written, before))}
      guard={{
        labels: {
          title: 'Name',
          logo: 'Logo URL',
          hostname: 'Hostname',
          defaultContent: 'Default content',
          ai: 'AI features',
        },
        formatters: {
          defaultContent: ({ defaultContent }) =>
            sites.find(({ value }) => value === defaultContent)?.label ?? defaultContent,
        },
        unshown: mayHaveFeatures ? [] : ['ai'],
        fetchCurrent: async () =>
          generalSettingsOf(await fetchFresh(queryClient, getOrganizationOptions({ path }))),
      }}
      readOnlyReason={readOnlyReason}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Name" limit={255} />
          <TextField
            control={control}
            name="logo"
            label="Logo URL"
            optional
            inputMode="url"
            placeholder="https://"
            hint="A square image. Defaults to the organization’s initials."
          />
          <TextField
            control={control}
            name="hostname"
            label="Hostname"
            optional
            code
            limit={32}
            hint="Part of the URLs of published content. Use a–z, digits and hyphens."
          />
          <SelectField
            control={control}
            name="defaultContent"
            label="Default content"
            options={sites}
            hint="The site that the platform shows members first."
          />
          {mayHaveFeatures && (
            <CheckboxField
              control={control}
              name="ai"
              label="AI features"
              hint="For platforms with AI features. This console has none."
            />
          )}
        </>
      )}
    </InlineForm>
  );
}
