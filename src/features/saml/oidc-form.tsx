import { useQueryClient } from '@tanstack/react-query';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import {
  createOidcProviderMutation,
  getOidcProviderOptions,
  getOidcProviderQueryKey,
  updateOidcProviderMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { OidcProvider, OidcProviderUpdate } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import {
  newcomerRoleDescription,
  roleChoices,
  roleKey,
  roleName,
  roleOfKey,
} from '#src/domain/roles/role-labels.ts';
import { trustsVerifiedDomainsLabel } from '#src/lib/shared-labels.ts';
import { DefaultTeam, type ProviderFormValues } from './provider-fields.tsx';

interface Values extends Pick<ProviderFormValues, 'label' | 'defaultRole' | 'defaultTeam'> {
  issuer: string;
  clientID: string;
  clientSecret: string;
  trustsVerifiedDomains: boolean;
}

const valuesOf = (provider?: OidcProvider): Values => ({
  label: provider?.label ?? '',
  issuer: provider?.issuer ?? '',
  clientID: provider?.clientID ?? '',
  clientSecret: '',
  trustsVerifiedDomains: provider?.trustsVerifiedDomains ?? false,
  defaultTeam: provider?.defaultTeam
    ? { id: provider.defaultTeam.id, title: provider.defaultTeam.title }
    : null,
  defaultRole: roleKey(provider ? (provider.defaultRole ?? null) : 'read'),
});

const schemaFor = (provider?: OidcProvider) =>
  z.object({
    label: z.string().min(1).max(30),
    issuer: z.url('Enter a full URL, such as https://login.example.com.').max(2048),
    clientID: z.string().min(1).max(255),
    clientSecret: provider ? z.string().max(1024).optional() : z.string().min(1).max(1024),
    trustsVerifiedDomains: z.boolean(),
    defaultRole: z.string(),
  });

/** Only what has changed. */
function changedFields(provider: OidcProvider, values: Values): OidcProviderUpdate {
  const role = roleOfKey(values.defaultRole);
  const team = values.defaultTeam?.id ?? null;
  const [issuer, clientID] = [values.issuer.trim(), values.clientID.trim()];
  return {
    ...(values.label !== provider.label && { label: values.label }),
    ...(issuer !== provider.issuer && { issuer }),
    ...(clientID !== provider.clientID && { clientID }),
    ...(values.clientSecret && { clientSecret: values.clientSecret.trim() }),
    ...(values.trustsVerifiedDomains !== provider.trustsVerifiedDomains && {
      trustsVerifiedDomains: values.trustsVerifiedDomains,
    }),
    ...(role !== (provider.defaultRole ?? null) && { defaultRole: role }),
    ...(team !== (provider.defaultTeam?.id ?? null) && { defaultTeam: team }),
  };
}

interface OidcProviderFormProps {
  organizationId: string;
  /** The one that is edited; undefined for a new one. */
  provider: OidcProvider | undefined;
  /** Called with the id of a new provider, before it is closed. */
  onCreated?: (oidcProviderId: string) => void;
  onClose: () => void;
}

// oxlint-disable-next-line max-lines-per-function -- one form creates and edits: what it sends, then its fields
export function OidcProviderForm({ organizationId, provider, onCreated, onClose }: OidcProviderFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const policy = {
    invalidates: [
      { operation: 'listOidcProviders' as const, path },
      { operation: 'listSsoLogins' as const, path },
    ],
  };
  const create = useApiMutation(createOidcProviderMutation(), policy);
  const update = useApiMutation(updateOidcProviderMutation(), {
    ...policy,
    onSuccess: (changed, { path: changedPath }) =>
      queryClient.setQueryData(getOidcProviderQueryKey({ path: changedPath }), changed),
  });
  const { error, isPending } = provider ? update : create;
  const save = async (values: Values) => {
    if (provider) {
      const body = changedFields(provider, values);
      if (Object.keys(body).length === 0) return;
      await update.mutateAsync({ path: { ...path, oidcProviderId: provider.id }, body });
      return;
    }
    const { label, issuer, clientID, clientSecret, trustsVerifiedDomains, defaultTeam, defaultRole } = values;
    const body = {
      label,
      issuer: issuer.trim(),
      clientID: clientID.trim(),
      clientSecret: clientSecret.trim(),
      ...(trustsVerifiedDomains && { trustsVerifiedDomains }),
      ...(defaultTeam && { defaultTeam: defaultTeam.id }),
      defaultRole: roleOfKey(defaultRole),
    };
    onCreated?.((await create.mutateAsync({ path, body })).id);
  };
  return (
    <FormDialog<Values>
      title={provider ? `Edit “${provider.label}”` : 'New OpenID Connect provider'}
      description={
        provider
          ? 'Changing the issuer, client ID or secret sets the status to “Not tested” until the next sign-in.'
          : 'Register this service at the identity provider first. If it asks for a redirect URI, enter any, and replace it by the one on the next page.'
      }
      size="large"
      submitLabel={provider ? 'Save changes' : 'Add provider'}
      schema={schemaFor(provider)}
      defaultValues={valuesOf(provider)}
      {...(provider && {
        guard: {
          labels: {
            label: 'Label',
            issuer: 'Issuer',
            clientID: 'Client ID',
            trustsVerifiedDomains: trustsVerifiedDomainsLabel,
            defaultRole: 'Default role for new users',
            defaultTeam: 'Default team for new users',
          },
          formatters: {
            defaultRole: ({ defaultRole }) => roleName(roleOfKey(defaultRole)),
            defaultTeam: ({ defaultTeam }) => defaultTeam?.title ?? '',
          },
          fetchCurrent: async () => {
            const providerOptions = getOidcProviderOptions({
              path: { ...path, oidcProviderId: provider.id },
            });
            return valuesOf(await fetchFresh(queryClient, providerOptions));
          },
        },
      })}
      error={error}
      pending={isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => <OidcFields organizationId={organizationId} form={form} isStored={provider !== undefined} />}
    </FormDialog>
  );
}

interface OidcFieldsProps {
  organizationId: string;
  form: UseFormReturn<Values, unknown, Values>;
  /** A secret is stored, which an empty field keeps. */
  isStored: boolean;
}

function OidcFields({ organizationId, form: { control }, isStored }: OidcFieldsProps) {
  const role = useWatch({ control, name: 'defaultRole' });
  const { field: team } = useController({ control, name: 'defaultTeam' });
  return (
    <>
      <TextField
        control={control}
        name="label"
        label="Label"
        hint="Shown on the sign-in button."
        limit={30}
      />
      <TextField
        control={control}
        name="issuer"
        label="Issuer"
        hint="The URL below which the identity provider describes itself, without /.well-known."
        inputMode="url"
        placeholder="https://login.example.com"
        limit={2048}
        code
      />
      <TextField control={control} name="clientID" label="Client ID" limit={255} code />
      <TextField
        control={control}
        name="clientSecret"
        label="Client secret"
        hint={
          isStored
            ? 'Leave it empty to keep the current one. Another issuer needs one.'
            : 'It’s stored on the server and never shown again.'
        }
        optional={isStored}
        limit={1024}
        code
      />
      <CheckboxField
        control={control}
        name="trustsVerifiedDomains"
        label={trustsVerifiedDomainsLabel}
        hint="For providers that don’t say whether they have confirmed an address, such as Entra. It counts in the email domains that this organization has verified. Choose it only if nobody can enter another person’s address at the provider."
      />
      <SelectField
        control={control}
        name="defaultRole"
        label="Default role for new users"
        hint={newcomerRoleDescription(role)}
        options={roleChoices(role)}
      />
      <DefaultTeam organizationId={organizationId} team={team.value} onChange={team.onChange} />
    </>
  );
}
