import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { getSiteMemberLink } from '#api/generated/sdk.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { openTab } from './open-tab.ts';

interface OpenPublishedProps {
  url: string;
  /** The label. */
  label: string;
  /** The site of the URL, which is to recognize the user as a member. */
  site?: { organizationId: string; siteId: string };
  size?: 'small' | 'medium';
}

/** Opens a published URL in a new tab. */
export function OpenPublished({ url, label, site, size = 'medium' }: OpenPublishedProps) {
  const hasMemberLinks = useSupports('getSiteMemberLink') === true;
  const open = (event: MouseEvent) => {
    // At its own origin, the server knows its members by a cookie.
    const isElsewhere = new URL(url).origin !== location.origin;
    const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!site || !hasMemberLinks || !isElsewhere || !isPlainClick) return;
    event.preventDefault();
    void openTab(() => memberUrl(site, url));
  };
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle('neutral', size, 'self-start')}
      onClick={open}
    >
      <ExternalLink aria-hidden="true" />
      {label}
    </a>
  );
}

async function memberUrl(path: NonNullable<OpenPublishedProps['site']>, url: string): Promise<string> {
  return (await getSiteMemberLink({ path, query: { url }, throwOnError: true })).data.url;
}
