import { useQuery } from '@tanstack/react-query';
import { getReaderAttentionOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import type { AttentionSection } from '#src/features/home/attention.tsx';
import { addressItems, deadLinkItems, pageItems, searchItems } from '#src/features/home/reader-items.ts';

/** What readers of sites miss, for those who may edit them. */
export function useReaderSections(organization: Organization): AttentionSection[] {
  const organizationId = organization.id;
  const seesReaders = organization.permissions.createContent;
  const { data, error, refetch } = useQuery({
    ...getReaderAttentionOptions({ path: { organizationId } }),
    enabled: seesReaders,
  });
  const section = (label: string, items: AttentionSection['items']): AttentionSection => ({
    label,
    items: seesReaders ? items : [],
    error: null,
    retry: refetch,
  });
  // One request: its failure is said once.
  if (error) return [{ ...section('What readers miss', []), error }];
  return [
    section('Searches', data && searchItems(organizationId, data.searches)),
    section('Broken addresses', data && addressItems(organizationId, data.addresses)),
    section('Pages', data && pageItems(organizationId, data.pages)),
    section('Dead links', data && deadLinkItems(organizationId, data.links)),
  ];
}
