import { useQuery } from '@tanstack/react-query';
import type { SitePath } from '../queries.ts';
import { describeIncomingLinks, incomingLinksOptions } from './incoming-links.ts';
import { describeRecentViews, recentViewsOptions } from './recent-views.ts';

interface IncomingLinesProps {
  site: SitePath;
  /** The site spaces whose addresses change. */
  siteSpaces: readonly string[];
}

/** How many links and readers lead to site spaces whose addresses change; nothing of what a server doesn't count. */
export function IncomingLines(props: IncomingLinesProps) {
  return (
    <>
      <LinksLine {...props} />
      <ViewsLine {...props} />
    </>
  );
}

function LinksLine({ site, siteSpaces }: IncomingLinesProps) {
  const { data, isPending, isError } = useQuery(incomingLinksOptions(site, siteSpaces));
  if (isPending) return <p className="text-ink-soft">Counting links…</p>;
  if (isError) return <p className="text-ink-soft">Couldn’t count the links that lead here.</p>;
  return data && <p className="text-ink-soft">{describeIncomingLinks(data, 'moved')}</p>;
}

function ViewsLine({ site, siteSpaces }: IncomingLinesProps) {
  const { data } = useQuery(recentViewsOptions(site, siteSpaces));
  const sentence = data ? describeRecentViews(data) : undefined;
  return sentence !== undefined && <p className="text-ink-soft">{sentence}</p>;
}
