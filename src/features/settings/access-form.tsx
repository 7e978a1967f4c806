import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';
import { readNow } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { roleChoices, roleKey, roleMeaning, roleName } from '#src/components/roles/role-words.ts';
import { domainsIn, domainProblem } from './email-domains.ts';
import { useOrganizationUpdate } from './organization-update.ts';

interface AccessSettings {
  /** One domain a line, or with spaces and commas between them. */
  domains: string;
  role: string;
}

const accessSettingsOf = ({ emailDomains, defaultRole = null }: Organization): AccessSettings => ({
  domains: emailDomains.join('\n'),
  role: roleKey(defaultRole),
});

const roleOfKey = (key: string) => roleChoices.find((role) => roleKey(role) === key) ?? null;

function changedAccess(from: AccessSettings, to: AccessSettings): OrganizationUpdate {
  const domains = domainsIn(to.domains);
  return {
    ...(domains.join() !== domainsIn(from.domains).join() && { emailDomains: domains }),
    ...(to.role !== from.role && { defaultRole: roleOfKey(to.role) }),
  };
}

/** The e-mail domains of an organization and the role of those who join it. */
export function AccessForm({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const update = useOrganizationUpdate(organization);
  const readOnlyReason = unless(organization.permissions.admin, needs.administrator);
  const values = accessSettingsOf(organization);
  return (
    <InlineForm<AccessSettings>
      label="New members"
      schema={z.object({ domains: z.string().optional(), role: z.string() })}
      values={values}
      check={({ domains }) => {
        const problem = domainProblem(domains);
        return problem === undefined ? {} : { domains: problem };
      }}
      onSubmit={(written, before) => update(changedAccess(before, written), changedAccess(written, before))}
      guard={{
        labels: { domains: 'Email domains', role: 'Default role' },
        words: { role: ({ role }) => roleName(roleOfKey(role)) },
        read: async () => accessSettingsOf(await readNow(queryClient, getOrganizationOptions({ path }))),
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
            hint="One per line. People with these email addresses can find this organization, but need an invitation to join."
          />
          <SelectField
            control={control}
            name="role"
            label="Default role"
            options={roleChoices.map((role) => ({ value: roleKey(role), label: roleName(role) }))}
            hint={`${roleMeaning(roleOfKey(watch('role')))} Applies to new members without another role and to new top-level content.`}
          />
        </>
      )}
    </InlineForm>
  );
}
