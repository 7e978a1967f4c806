import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import {
  roleChoices,
  roleKey,
  newcomerRoleDescription,
  roleName,
  roleOfKey,
} from '#src/domain/roles/role-labels.ts';
import { useOrganizationUpdate } from './actions.ts';
import { parseDomains, validateDomains } from './email-domains.ts';

interface AccessSettings {
  /** Domains separated by lines, spaces or commas. */
  domains: string;
  role: string;
}

const accessSettingsOf = ({ emailDomains, defaultRole }: Organization): AccessSettings => ({
  domains: emailDomains.join('\n'),
  // Other servers may omit it.
  role: defaultRole === undefined ? '' : roleKey(defaultRole),
});

function changedAccess(from: AccessSettings, to: AccessSettings): OrganizationUpdate {
  const domains = parseDomains(to.domains);
  return {
    ...(domains.join() !== parseDomains(from.domains).join() && { emailDomains: domains }),
    ...(to.role !== from.role && to.role !== '' && { defaultRole: roleOfKey(to.role) }),
  };
}

export function AccessForm({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const update = useOrganizationUpdate(organization);
  const canVerify = useCan('listEmailDomains') !== false;
  const readOnlyReason = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  const values = accessSettingsOf(organization);
  return (
    <InlineForm<AccessSettings>
      label="New members"
      schema={z.object({ domains: z.string().optional(), role: z.string() })}
      values={values}
      validate={({ domains }) => {
        const problem = validateDomains(domains);
        return problem === undefined ? {} : { domains: problem };
      }}
      onSubmit={(edited, before) => update(changedAccess(before, edited), changedAccess(edited, before))}
      guard={{
        labels: { domains: 'Email domains', role: 'Default role' },
        formatters: { role: ({ role }) => roleName(roleOfKey(role)) },
        fetchCurrent: async () =>
          accessSettingsOf(await fetchFresh(queryClient, getOrganizationOptions({ path }))),
      }}
      readOnlyReason={readOnlyReason}
    >
      {({ control, watch }) => (
        <>
          <TextField
            control={control}
            name="domains"
            label="Email domains"
            optional
            multiline
            code
            placeholder="example.com"
            hint={`One per line. People with these email addresses can find this organization. They need an invite to join${canVerify ? ', unless you verify the domain and let them join' : ''}.`}
          />
          <SelectField
            control={control}
            name="role"
            label="Default role"
            options={roleChoices(watch('role'))}
            hint={`${newcomerRoleDescription(watch('role'))} Applies to new members without another role and to new top-level content.`.trimStart()}
          />
        </>
      )}
    </InlineForm>
  );
}
