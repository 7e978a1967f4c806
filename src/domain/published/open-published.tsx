import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { getSiteMemberLink } from '#api/generated/sdk.gen.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { useHasMemberLinks } from './capabilities.ts';
import { openTab } from './open-tab.ts';

interface PublishedLinkProps {
  url: string;
  /** The site of the URL, which is to recognize the user as a member. */
  site?: { organizationId: string; siteId: string } | undefined;
}

/** The props of every link to a published URL: it opens a new tab. */
export function usePublishedLink({ url, site }: PublishedLinkProps) {
  const hasMemberLinks = useHasMemberLinks();
  const onClick = (event: MouseEvent) => {
    // At its own origin, the server knows its members by a cookie.
    const isElsewhere = new URL(url).origin !== location.origin;
    const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!site || !hasMemberLinks || !isElsewhere || !isPlainClick) return;
    event.preventDefault();
    void openTab(() => memberUrl(site, url));
  };
  return { href: url, target: '_blank', rel: 'noopener noreferrer', onClick };
}

interface OpenPublishedProps extends PublishedLinkProps {
  /** The label. */
  label: string;
  size?: 'small' | 'medium';
}

/** Opens a published URL in a new tab. */
export function OpenPublished({ url, label, site, size = 'medium' }: OpenPublishedProps) {
  return (
    <a {...usePublishedLink({ url, site })} className={buttonStyle('neutral', size, 'self-start')}>
      <ExternalLink aria-hidden="true" />
      {label}
    </a>
  );
}

/** The site is what was asked for: without a link for members it opens without their bar. */
async function memberUrl(path: NonNullable<PublishedLinkProps['site']>, url: string): Promise<string> {
  try {
    return (await getSiteMemberLink({ path, query: { url }, throwOnError: true })).data.url;
  } catch {
    return url;
  }
}
