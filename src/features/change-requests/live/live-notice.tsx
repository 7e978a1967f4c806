import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { ChangeRequestPath } from '../labels.ts';
import { livePageOf } from './live-page.ts';

interface LiveNoticeProps {
  organizationId: string;
  path: ChangeRequestPath;
  space: { title: string };
}

/** Leads from a merged change request to what is published of it, or to the space where nothing is. */
export function LiveNotice({ organizationId, path, space }: LiveNoticeProps) {
  const queryClient = useQueryClient();
  const { data: live, isPending } = useQuery(livePageOf(queryClient, organizationId, path));
  if (isPending) return null;
  if (live) {
    const { site, others, url, isPage } = live;
    const more = others > 0 ? ` and ${formatCount(others, 'more site')}` : '';
    return (
      <Callout
        tone="success"
        className="mb-4"
        title={`Live on ${site.title}${more}`}
        action={
          <OpenPublished
            url={url}
            label={isPage ? 'Open page' : 'Open site'}
            site={{ organizationId, siteId: site.id }}
            size="small"
          />
        }
      >
        The changes are in {space.title}, and visitors see them.
      </Callout>
    );
  }
  return (
    <Callout
      tone="success"
      className="mb-4"
      title={`Merged into ${space.title}`}
      action={
        <Link
          to="/o/$organizationId/spaces/$spaceId/pages"
          params={{ organizationId, spaceId: path.spaceId }}
          className={buttonStyle('neutral', 'small')}
        >
          Open space
        </Link>
      }
    >
      The changes are in the space. No published site shows it.
    </Callout>
  );
}
