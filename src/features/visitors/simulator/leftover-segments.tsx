import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { Claim, SitePath } from '../claims.ts';
import { useSegmentChanges } from './segment-changes.ts';
import { MAX_SEGMENTS, saveInBrowser, type SiteSegments } from './segments.ts';

interface LeftoverSegmentsProps {
  path: SitePath;
  claims: readonly Claim[];
  site: SiteSegments;
  /** Why this person can't change those of the site, as a sentence. */
  denial: string | undefined;
}

/** Offers once to add the segments of this browser to those of the site. */
export function LeftoverSegments({ path, claims, site, denial }: LeftoverSegmentsProps) {
  const { takeOver, isPending, error } = useSegmentChanges(path, claims, site);
  const { leftover, segments } = site;
  if (leftover.length === 0) return null;
  const isFull = segments.length + leftover.length > MAX_SEGMENTS;
  return (
    <Callout title={`${formatCount(leftover.length, 'segment')} in this browser only`}>
      <p>
        This site now keeps its segments for everyone. Yours:{' '}
        <bdi>{leftover.map(({ name }) => name).join(', ')}</bdi>
      </p>
      {error && <p className="text-danger-ink">{error.message}</p>}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button
          disabled={isPending}
          disabledReason={
            denial ??
            (isFull && `A site can have ${formatCount(MAX_SEGMENTS, 'segment')}. Remove some first.`)
          }
          onClick={() => void takeOver().catch(() => undefined)}
        >
          Add to this site
        </Button>
        <Button tone="quiet" onClick={() => saveInBrowser(path.siteId, null)}>
          Discard
        </Button>
      </span>
    </Callout>
  );
}
