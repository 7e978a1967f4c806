import type { SamlProvider, SamlProviderUpdate } from '#api/generated/types.gen.ts';
import { webAddress } from '#src/lib/web-address.ts';
import { type ProviderFormValues, roleOf } from './provider-fields.tsx';

/** What of a provider is different from what a form holds. */
export function changesOf(provider: SamlProvider, values: ProviderFormValues): SamlProviderUpdate {
  const entityID = values.entityID.trim();
  const ssoURL = webAddress(values.ssoURL) ?? '';
  const role = roleOf(values.defaultRole);
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
