import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSiteCustomizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { createSiteCustomizationDraft } from '#api/generated/sdk.gen.ts';
import type { SiteCustomizationUpdate } from '#api/generated/types.gen.ts';

export interface SitePath {
  organizationId: string;
  siteId: string;
}

export const customizationOf = ({ organizationId, siteId }: SitePath) =>
  getSiteCustomizationOptions({ path: { organizationId, siteId } });

/** Debounce before a draft of what is typed is sent, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Drafts expire after an hour; the preview asks for them again before. */
const RENEWAL_MS = 20 * 60_000;

/** The id of a draft with these changes; nothing without changes. */
export function draftOf({ organizationId, siteId }: SitePath, changes: SiteCustomizationUpdate) {
  const path = { organizationId, siteId };
  return queryOptions({
    queryKey: ['site-customization-draft', path, changes],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const { data } = await createSiteCustomizationDraft({
        path,
        body: changes,
        signal,
        throwOnError: true,
      });
      return data.id;
    },
    enabled: Object.keys(changes).length > 0,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchInterval: RENEWAL_MS,
    placeholderData: keepPreviousData,
  });
}
