import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  createSamlProviderMutation,
  getSamlProviderOptions,
  getSamlProviderQueryKey,
  updateSamlProviderMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { SamlProvider, SamlProviderUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { roleName, roleOfKey } from '#src/domain/roles/role-labels.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import {
  attributesIn,
  type ProviderFormValues,
  ProviderFields,
  schemaFor,
  valuesOf,
} from './provider-fields.tsx';
import { providerInvalidations } from './queries.ts';

/** The request body with only the changed fields. */
export function changedProviderFields(
  provider: SamlProvider,
  values: ProviderFormValues,
): SamlProviderUpdate {
  const metadataURL = normalizeUrl(values.metadataURL) ?? '';
  const isRead = metadataURL !== '' && metadataURL !== provider.metadata?.url;
  const entityID = values.entityID.trim();
  const ssoURL = normalizeUrl(values.ssoURL) ?? '';
  const role = roleOfKey(values.defaultRole);
  const team = values.defaultTeam?.id ?? null;
  return {
    ...(values.label !== provider.label && { label: values.label }),
    // Fields within the metadata are not sent beside it.
    ...(isRead && { metadataURL }),
    ...(metadataURL === '' && provider.metadata && { metadataURL: null }),
    ...(!isRead && entityID !== (provider.entityID ?? '') && { entityID }),
    ...(!isRead && ssoURL !== (provider.ssoURL ?? '') && { ssoURL }),
    ...(!isRead &&
      values.certificate !== (provider.certificate ?? '') && { certificate: values.certificate }),
    ...changedAttributes(provider, values),
    ...(role !== (provider.defaultRole ?? null) && { defaultRole: role }),
    ...(team !== (provider.defaultTeam?.id ?? null) && { defaultTeam: team }),
  };
}

function changedAttributes(
  provider: SamlProvider,
  values: ProviderFormValues,
): Pick<SamlProviderUpdate, 'emailAttributes' | 'nameAttributes'> {
  const isSame = (names: readonly string[], before: readonly string[] = []) =>
    names.join(',') === before.join(',');
  const [emailAttributes, nameAttributes] = [values.emailAttributes, values.nameAttributes].map(attributesIn);
  return {
    ...(emailAttributes && !isSame(emailAttributes, provider.emailAttributes) && { emailAttributes }),
    ...(nameAttributes && !isSame(nameAttributes, provider.nameAttributes) && { nameAttributes }),
  };
}

interface CreateProviderFormProps {
  organizationId: string;
  /** Called with the id of the new provider, or null if none was created. */
  onClose: (samlProviderId: string | null) => void;
}

/** Only the label is required, because the identity provider may need our values first. */
export function CreateProviderForm({ organizationId, onClose }: CreateProviderFormProps) {
  const created = useRef<string | null>(null);
  const create = useApiMutation(createSamlProviderMutation(), {
    invalidates: providerInvalidations(organizationId),
  });
  return (
    <FormDialog<ProviderFormValues>
      title="New SAML provider"
      description="Only a label is required. The next page shows the service provider details."
      size="large"
      submitLabel="Add provider"
      schema={schemaFor()}
      defaultValues={valuesOf()}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ label, metadataURL, entityID, ssoURL, certificate, ...values }) => {
        const { defaultTeam, defaultRole } = values;
        const emailAttributes = attributesIn(values.emailAttributes);
        const nameAttributes = attributesIn(values.nameAttributes);
        const body = {
          label,
          ...(metadataURL
            ? { metadataURL: normalizeUrl(metadataURL) ?? metadataURL }
            : {
                ...(entityID && { entityID: entityID.trim() }),
                ...(ssoURL && { ssoURL: normalizeUrl(ssoURL) ?? ssoURL }),
                ...(certificate && { certificate }),
              }),
          ...(emailAttributes.length > 0 && { emailAttributes }),
          ...(nameAttributes.length > 0 && { nameAttributes }),
          ...(defaultTeam && { defaultTeam: defaultTeam.id }),
          defaultRole: roleOfKey(defaultRole),
        };
        created.current = (await create.mutateAsync({ path: { organizationId }, body })).id;
      }}
      onClose={() => onClose(created.current)}
    >
      {(form) => <ProviderFields organizationId={organizationId} form={form} certificate={undefined} />}
    </FormDialog>
  );
}

interface EditProviderFormProps {
  organizationId: string;
  provider: SamlProvider;
  onClose: () => void;
}

/** Sends only changed fields. */
export function EditProviderForm({ organizationId, provider, onClose }: EditProviderFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, samlProviderId: provider.id };
  const update = useApiMutation(updateSamlProviderMutation(), {
    invalidates: providerInvalidations(organizationId),
    onSuccess: (changed) => queryClient.setQueryData(getSamlProviderQueryKey({ path }), changed),
  });
  return (
    <FormDialog<ProviderFormValues>
      title={`Edit “${provider.label}”`}
      description="Changing the URL, entity ID or certificate sets the status to “Not tested” until the next sign-in."
      size="large"
      submitLabel="Save changes"
      schema={schemaFor(provider)}
      defaultValues={valuesOf(provider)}
      guard={{
        labels: {
          label: 'Label',
          metadataURL: 'Metadata address',
          emailAttributes: 'Address attributes',
          nameAttributes: 'Name attributes',
          ssoURL: 'IdP SSO URL',
          entityID: 'IdP entity ID',
          certificate: 'Certificate',
          defaultRole: 'Default role for new users',
          defaultTeam: 'Default team for new users',
        },
        formatters: {
          defaultRole: ({ defaultRole }) => roleName(roleOfKey(defaultRole)),
          defaultTeam: ({ defaultTeam }) => defaultTeam?.title ?? '',
        },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getSamlProviderOptions({ path }))),
      }}
      error={update.error}
      pending={update.isPending}
      onSubmit={async (values) => {
        const body = changedProviderFields(provider, values);
        if (Object.keys(body).length === 0) return;
        const { status } = await update.mutateAsync({ path, body });
        if (status === 'pending' && provider.status === 'active')
          toast('Saved provider. Test the sign-in now.');
      }}
      onClose={onClose}
    >
      {(form) => (
        <ProviderFields organizationId={organizationId} form={form} certificate={provider.certificate} />
      )}
    </FormDialog>
  );
}
