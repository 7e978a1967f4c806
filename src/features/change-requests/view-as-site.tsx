import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { getOrganizationOptions, listSitesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { getSitePreview } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, Site } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { useSupports } from '#src/api/extensions.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

const viewAsSiteLabel = 'View as the site';

/** Sites that the menu lists. */
const MAX_SITES = 50;

interface ViewAsSiteProps {
  organizationId: string;
  spaceId: string;
  changeRequest: ChangeRequest;
  /** The page that the screen shows; the preview begins with it. */
  pageId: string | undefined;
}

/** Opens a preview of a site with the content of a change request; a menu if its space is on several sites. */
export function ViewAsSite({ organizationId, spaceId, changeRequest, pageId }: ViewAsSiteProps) {
  const path = { organizationId };
  const isSupported = useSupports('getSitePreview');
  const { data: organization } = useQuery(getOrganizationOptions({ path }));
  const isPermitted = organization && isMoreThanGuest(organization);
  const sites = useQuery({
    ...listSitesOptions({ path, query: { space: spaceId, limit: MAX_SITES } }),
    enabled: isSupported === true && isPermitted === true,
  });
  const view = (site: Site) => void openPreview({ site, organizationId, changeRequest, pageId });
  const { items = [], count = 0 } = sites.data ?? {};
  const [first, second] = items;
  if (first && second) {
    const entries = (): MenuEntry[] => [
      { heading: viewAsSiteLabel },
      ...items.map((site) => ({ label: site.title, onSelect: () => view(site) })),
      ...(count > items.length
        ? [{ heading: `The first ${formatNumber(items.length)} of ${formatNumber(count)} sites` }]
        : []),
    ];
    return (
      <MenuIconButton label={viewAsSiteLabel} align="end" entries={entries}>
        <Globe />
      </MenuIconButton>
    );
  }
  const disabledReason = () => {
    if (isSupported === false) return 'This server has no previews of sites.';
    if (isPermitted === false) return 'Guests see no sites.';
    if (sites.isError) return 'The sites of this space couldn’t be loaded.';
    return sites.data && !first && 'No site contains this space.';
  };
  return (
    <IconButton
      label={viewAsSiteLabel}
      pending={!sites.data && !disabledReason()}
      {...(disabledReason() ? { disabledReason: `${viewAsSiteLabel}: ${disabledReason()}` } : {})}
      onClick={() => first && view(first)}
    >
      <Globe />
    </IconButton>
  );
}

type Preview = Pick<ViewAsSiteProps, 'organizationId' | 'changeRequest' | 'pageId'> & { site: Site };

/** Opens a preview in a new tab. Its address is asked for each time: it is valid for an hour. */
async function openPreview(preview: Preview): Promise<void> {
  // Now, while the button is being pressed: browsers block tabs that scripts open later.
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const url = await previewUrl(preview);
    if (tab) tab.location.replace(url);
    else showBlocked(url);
  } catch (error) {
    tab?.close();
    toastFailure(error);
  }
}

async function previewUrl({ site, organizationId, changeRequest, pageId }: Preview): Promise<string> {
  const path = { organizationId, siteId: site.id };
  const begin = async (page: { page?: string }) => {
    const query = { changeRequest: changeRequest.id, ...page };
    return (await getSitePreview({ path, query, throwOnError: true })).data.url;
  };
  if (pageId === undefined) return begin({});
  try {
    return await begin({ page: pageId });
  } catch (error) {
    // The change request removes this page.
    if (error instanceof ApiError && error.status === 404) return begin({});
    throw error;
  }
}

function showBlocked(url: string): void {
  toast('The browser blocked the new tab', {
    tone: 'error',
    id: 'preview',
    action: { label: 'Open', run: () => void window.open(url, '_blank', 'noopener') },
  });
}
