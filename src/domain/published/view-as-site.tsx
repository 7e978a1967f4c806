import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { getOrganizationOptions, listSitesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteList } from '#api/generated/types.gen.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntries, MenuEntry } from '#src/ui/menu.ts';
import { useHasSitePreviews } from './capabilities.ts';
import { openPreview, type PreviewContent } from './open-preview.ts';

export const viewAsSiteLabel = 'View as the site';

/** Sites that the menu lists. */
const MAX_SITES = 50;

const NO_SITE = 'No site contains this space.';

/** The sites of a space, on which its content can be viewed. */
export interface SitePreviews {
  /** Why there is nothing to open, as a sentence; undefined while that is unknown. */
  disabledReason: string | undefined;
  isLoading: boolean;
  /** Number of sites, up to the limit of the menu. */
  count: number;
  /** One entry for each site, which opens a preview of it in a new tab; a promise while the sites are loaded. */
  entries: (content: PreviewContent) => MenuEntries;
  /** Opens the preview of the first site. */
  openFirst: (content: PreviewContent) => void;
}

/** Why there are no previews at this server; undefined if there are, or while that is unknown. */
export const useNoPreviewsReason = (): string | undefined =>
  useHasSitePreviews() === false ? 'This server has no previews of sites.' : undefined;

export function useSitePreviews(organizationId: string, spaceId: string): SitePreviews {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const sitesOfSpace = listSitesOptions({ path, query: { space: spaceId, limit: MAX_SITES } });
  const isSupported = useHasSitePreviews();
  const { data: organization } = useQuery(getOrganizationOptions({ path }));
  const isPermitted = organization && isMoreThanGuest(organization);
  const sites = useQuery({
    ...sitesOfSpace,
    enabled: isSupported === true && isPermitted === true,
  });
  const { items = [] } = sites.data ?? {};
  const open = (siteId: string, content: PreviewContent) =>
    void openPreview({ organizationId, siteId }, content);
  const disabledReason = () => {
    if (isSupported === false) return 'This server has no previews of sites.';
    if (isPermitted === false) return 'Guests see no sites.';
    if (sites.isError) return 'The sites of this space couldn’t be loaded.';
    return sites.data && items.length === 0 ? NO_SITE : undefined;
  };
  const entriesOf = (list: Pick<SiteList, 'items' | 'count'>, content: PreviewContent): MenuEntry[] => [
    { heading: viewAsSiteLabel },
    ...list.items.map(({ id, title }) => ({
      label: title,
      fullLabel: `View as ${title}`,
      kind: 'view' as const,
      onSelect: () => open(id, content),
    })),
    ...(list.count > list.items.length
      ? [{ heading: `The first ${formatNumber(list.items.length)} of ${formatNumber(list.count)} sites` }]
      : []),
    ...(list.items.length === 0 ? [{ heading: NO_SITE }] : []),
  ];
  return {
    disabledReason: disabledReason(),
    isLoading: !sites.data && disabledReason() === undefined,
    count: items.length,
    entries: (content) =>
      sites.data
        ? entriesOf(sites.data, content)
        : queryClient.ensureQueryData(sitesOfSpace).then((list) => entriesOf(list, content)),
    openFirst: (content) => items[0] && open(items[0].id, content),
  };
}

interface ViewAsSiteProps {
  organizationId: string;
  spaceId: string;
  content: PreviewContent;
}

/** Opens a preview of a site with some content of a space; a menu if the space is on several sites. */
export function ViewAsSite({ organizationId, spaceId, content }: ViewAsSiteProps) {
  const { disabledReason, isLoading, count, entries, openFirst } = useSitePreviews(organizationId, spaceId);
  if (count > 1) {
    return (
      <MenuIconButton label={viewAsSiteLabel} align="end" entries={() => entries(content)}>
        <Globe />
      </MenuIconButton>
    );
  }
  return (
    <IconButton
      label={viewAsSiteLabel}
      data-kind="view"
      pending={isLoading}
      {...(disabledReason === undefined ? {} : { disabledReason: `${viewAsSiteLabel}: ${disabledReason}` })}
      onClick={() => openFirst(content)}
    >
      <Globe />
    </IconButton>
  );
}
