import { type ReactNode, useState } from 'react';
import {
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpaceLinks,
} from '#api/generated/sdk.gen.ts';
import type { LinkItem } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { positionsOf } from '../differences/compare-trees.ts';
import type { ChangeRequestPath } from '../labels.ts';

/** Pages requested in parallel. */
const concurrency = 4;

/** Broken links, split by whether the space already has them. */
export interface BrokenByPage {
  introduced: LinkItem[];
  existing: LinkItem[];
}

/** Finds the broken links of all pages of a change request and compares them with the space's. */
export async function findBrokenByPage(
  path: ChangeRequestPath,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<BrokenByPage> {
  const more = { signal, throwOnError: true } as const;
  const { data } = await listChangeRequestPages({ path, ...more });
  const pages = [...positionsOf(data.pages).keys()];
  let checkedCount = 0;
  const results = await mapLimit(pages, concurrency, async (pageId) => {
    const links = await fetchAllPages(
      async (query) =>
        (
          await listChangeRequestPageLinks({
            path: { ...path, pageId },
            query: { ...query, status: 'broken' },
            ...more,
          })
        ).data,
      { signal },
    );
    onProgress((checkedCount += 1), pages.length);
    return links.filter(isBroken);
  });
  const spaceLinks = await fetchAllPages(
    async (query) => (await listSpaceLinks({ path, query: { ...query, status: 'broken' }, ...more })).data,
    { signal },
  );
  const existingKeys = new Set(spaceLinks.filter(isBroken).flatMap(keysOf));
  const isKnown = (link: LinkItem) => keysOf(link).every((name) => existingKeys.has(name));
  const all = results.flat();
  return { introduced: all.filter((link) => !isKnown(link)), existing: all.filter(isKnown) };
}

/** Some servers ignore the status filter. */
const isBroken = ({ status }: LinkItem) => status === 'broken';

/** One key per occurrence of a link: its page and its target. */
function keysOf({ targetReference: target, locationReferences }: LinkItem): string[] {
  const to = [target?.space?.id, target?.page?.id, target?.file?.id, target?.anchor, target?.url].join(' ');
  return locationReferences.map(({ page }) => `${page?.id} ${to}`);
}

interface Scan<Found> {
  found: Found | null;
  error: unknown;
  progress: string | null;
  start: () => void;
}

/** A check that runs on demand, with progress. */
export function useScan<Found>(
  scan: (onProgress: (done: number, total: number) => void) => Promise<Found>,
  noun = 'space',
): Scan<Found> {
  const [state, setState] = useState<Omit<Scan<Found>, 'start'>>({
    found: null,
    error: null,
    progress: null,
  });
  const start = () => {
    setState({ found: null, error: null, progress: 'Checking…' });
    scan((done, total) =>
      setState((old) => ({
        ...old,
        progress: `Checked ${formatNumber(done)} of ${formatCount(total, noun)}`,
      })),
    ).then(
      (found) => setState({ found, error: null, progress: null }),
      (error: unknown) => setState({ found: null, error, progress: null }),
    );
  };
  return { ...state, start };
}

interface ScanResultProps<Found> {
  search: Scan<Found>;
  label: string;
  children: (found: Found) => ReactNode;
}

/** Result, progress and start button of a check. */
export function ScanResult<Found>({
  search: { found, error, progress, start },
  label,
  children,
}: ScanResultProps<Found>) {
  return (
    <div role="status">
      {found !== null && children(found)}
      {error !== null && (
        <Callout tone="danger" className="mb-2">
          {errorMessage(error)}
        </Callout>
      )}
      <div className="mt-1 flex items-center gap-2">
        <Button size="small" pending={progress !== null} onClick={start}>
          {found === null ? label : 'Check again'}
        </Button>
        {progress && <span className="text-ink-soft tabular-nums">{progress}</span>}
      </div>
    </div>
  );
}
