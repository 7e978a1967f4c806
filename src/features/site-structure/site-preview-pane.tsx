import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSiteOptions, getSitePreviewQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { getSitePreview } from '#api/generated/sdk.gen.ts';
import { isOwnServer } from '#src/api/client.ts';
import { errorMessage } from '#src/api/errors.ts';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { childrenOf } from '#src/lib/ordered-tree.ts';
import { tryAgainLabel } from '#src/lib/shared-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import type { SitePath } from './queries.ts';
import type { SiteStructure } from './structure.ts';

/** Before the address expires, after an hour, the frame gets another one. */
const RENEWAL_MS = 50 * 60_000;

type Size = 'wide' | 'phone';

interface SitePreviewPaneProps {
  site: SitePath;
  /** The structure that the server has acknowledged. */
  structure: SiteStructure;
  /** The open item. */
  item: string | undefined;
}

/** The site as visitors without claims see it, at the open item, as of the last acknowledged change. */
export function SitePreviewPane({ site, structure, item }: SitePreviewPaneProps) {
  const [size, setSize] = useState<Size>('wide');
  const wanted = { structure, item: shownItem(structure, item) };
  const [asked, setAsked] = useState({ ...wanted, number: 0 });
  const [loadedUrl, setLoadedUrl] = useState<string>();
  const preview = useQuery(previewOf(site, asked));
  const url = preview.data?.url;
  const isLoading = preview.isFetching || (!preview.isError && url !== loadedUrl);
  // One at a time: what changes while the frame loads is shown by the next load.
  if (!isLoading && (asked.structure !== wanted.structure || asked.item !== wanted.item)) {
    setAsked({ ...wanted, number: asked.number + 1 });
  }
  return (
    <section aria-label="Site preview" aria-busy={isLoading} className="site-preview">
      <div className="tree-toolbar">
        <SegmentedControl
          label="Width of the preview"
          options={[
            { value: 'wide', label: 'Wide' },
            { value: 'phone', label: 'Phone' },
          ]}
          value={size}
          onChange={setSize}
        />
      </div>
      {preview.isError && (
        <div role="alert" className="flex items-center gap-2 p-3">
          <p className="flex-1">{errorMessage(preview.error)}</p>
          <Button onClick={() => void preview.refetch()}>{tryAgainLabel}</Button>
        </div>
      )}
      {url !== undefined && !preview.isError && (
        <Frame site={site} url={url} size={size} onLoad={() => setLoadedUrl(url)} />
      )}
    </section>
  );
}

interface FrameProps {
  site: SitePath;
  url: string;
  size: Size;
  onLoad: () => void;
}

function Frame({ site, url, size, onLoad }: FrameProps) {
  const { data } = useQuery(getSiteOptions({ path: site }));
  // The console's policy allows frames of its own server's published sites only, and theirs its public URL only.
  const isFramed = isOwnServer() && originOf(data?.urls.app) === location.origin;
  if (!isFramed) {
    return (
      <div ref={onLoad} className="p-3">
        <OpenPublished url={url} label="Open the preview" />
      </div>
    );
  }
  return (
    // Without scripts, and with an origin of its own: nothing in it can reach the console.
    <iframe
      title="Site preview"
      src={url}
      sandbox=""
      referrerPolicy="no-referrer"
      data-size={size}
      onLoad={onLoad}
    />
  );
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}

/** What a preview can begin with: a section or site space; of a group, its first section. */
function shownItem(structure: SiteStructure, item: string | undefined): string | undefined {
  const node = item === undefined ? undefined : structure.nodes.get(item);
  return node?.kind === 'group' ? childrenOf(structure, node.id)[0] : node?.id;
}

function previewOf(path: SitePath, { item, number }: { item: string | undefined; number: number }) {
  const query = item === undefined ? {} : { item };
  return queryOptions({
    queryKey: [...getSitePreviewQueryKey({ path, query }), number],
    queryFn: async ({ signal }) => (await getSitePreview({ path, query, signal, throwOnError: true })).data,
    staleTime: RENEWAL_MS,
    gcTime: 0,
    refetchInterval: RENEWAL_MS,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  });
}
