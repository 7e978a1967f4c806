import type { SamlProvider, SamlProviderUpdate } from '#api/generated/types.gen.ts';
import { normalizeUrl } from '#src/lib/normalize-url.ts';
import { type ProviderFormValues, roleFromKey } from './provider-fields.tsx';

/** The request body with only the changed fields. */
export function changedProviderFields(
  provider: SamlProvider,
  values: ProviderFormValues,
): SamlProviderUpdate {
  const entityID = values.entityID.trim();
  const ssoURL = normalizeUrl(values.ssoURL) ?? '';
  const role = roleFromKey(values.defaultRole);
  const team = values.defaultTeam?.id ?? null;
  return {
    ...(values.label !== provider.label && { label: values.label }),
    ...(entityID !== (provider.entityID ?? '') && { entityID }),
    ...(ssoURL !== (provider.ssoURL ?? '') && { ssoURL }),
    ...(values.certificate !== (provider.certificate ?? '') && { certificate: values.certificate }),
    ...(role !== (provider.defaultRole ?? null) && { defaultRole: role }),
    ...(team !== (provider.defaultTeam?.id ?? null) && { defaultTeam: team }),
  };
}
