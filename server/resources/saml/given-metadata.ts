import type { SamlProviderUpdate } from '#api/generated/types.gen.ts';
import { fetchMetadata, metadataUrlProblem } from '#server/accounts/saml/fetch-metadata.ts';
import { parseMetadata, type ProviderMetadata } from '#server/accounts/saml/metadata.ts';
import { nextMetadataRead } from '#server/accounts/saml/refresh-metadata.ts';
import { badValue } from '#server/base/errors.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import type { ProviderColumns } from './saml.rules.ts';

type Given = Pick<SamlProviderUpdate, 'metadataURL' | 'metadataXML' | 'entityID' | 'ssoURL' | 'certificate'>;

/**
 * The settings that metadata in a request stands for. It is read before the transaction, as a provider may take its
 * time. Throws 400 saying why it can't be used.
 */
export async function readGivenMetadata(
  body: Given,
  { fetcher, now }: { fetcher: Fetcher; now: Date },
): Promise<ProviderColumns> {
  const { metadataURL: url, metadataXML: xml } = body;
  if (url === undefined && xml === undefined) return {};
  if (url != null && xml !== undefined)
    throw badValue('body.metadataXML', 'must not be sent together with metadataURL');
  const none = {
    metadata_url: null,
    metadata_read_at: null,
    metadata_problem: null,
    next_metadata_read_at: null,
  };
  if (url == null && xml === undefined) return none;
  for (const member of ['entityID', 'ssoURL', 'certificate'] as const)
    if (body[member] !== undefined) throw badValue(`body.${member}`, 'is in the metadata; leave it out');
  if (url == null) return { ...columnsOf('metadataXML', parseMetadata(xml ?? '', now)), ...none };
  const problem = metadataUrlProblem(url, fetcher.allowPrivate);
  if (problem !== undefined) throw badValue('body.metadataURL', problem);
  return {
    ...columnsOf('metadataURL', await fetchMetadata(fetcher, url, now)),
    metadata_url: url,
    metadata_read_at: now,
    metadata_problem: null,
    next_metadata_read_at: nextMetadataRead(now),
  };
}

function columnsOf(member: string, read: ProviderMetadata | { problem: string }): ProviderColumns {
  if ('problem' in read) throw badValue(`body.${member}`, read.problem);
  return { entity_id: read.entityID, sso_url: read.ssoURL, certificate: read.certificate };
}
