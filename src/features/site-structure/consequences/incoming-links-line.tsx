import { useQuery } from '@tanstack/react-query';
import type { SitePath } from '../queries.ts';
import { describeIncomingLinks, incomingLinksOptions } from './incoming-links.ts';

interface IncomingLinksLineProps {
  site: SitePath;
  /** The site spaces whose addresses change. */
  siteSpaces: readonly string[];
}

/** How many links lead to site spaces whose addresses change; nothing at servers that don't count them. */
export function IncomingLinksLine({ site, siteSpaces }: IncomingLinksLineProps) {
  const { data, isPending, isError } = useQuery(incomingLinksOptions(site, siteSpaces));
  if (isPending) return <p className="text-ink-soft">Counting links…</p>;
  if (isError) return <p className="text-ink-soft">Couldn’t count the links that lead here.</p>;
  return data && <p className="text-ink-soft">{describeIncomingLinks(data, 'moved')}</p>;
}
