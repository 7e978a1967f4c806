import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getSiteOptions, getSitePreviewQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import { getSitePreview } from '#api/generated/sdk.gen.ts';
import type { ColorMode } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { canFramePagesOf } from './capabilities.ts';
import { OpenPublished } from './open-published.tsx';
import './site-preview.css';

/** Before the address expires, after an hour, the frame gets another one. */
const RENEWAL_MS = 50 * 60_000;

type Size = 'wide' | 'phone';

/** The content of a preview. */
interface Shown {
  /** A section or site space to begin with. */
  item?: string | undefined;
  /** The claims of the visitor, as the JSON text that the API takes; without them, nothing is known about the visitor. */
  claims?: string | undefined;
  /** A draft of the site's customization. */
  customizationDraft?: string | undefined;
  /** Whether the structure has its draft. */
  structureDraft?: boolean | undefined;
  /** Another value for each state that the server has acknowledged. */
  version?: unknown;
}

interface SitePreviewPaneProps {
  site: { organizationId: string; siteId: string };
  shown: Shown;
  /** An element of the page to begin with. */
  anchor?: string | undefined;
  /** Whom the site is shown to, where that can be chosen. */
  visitor?: string | undefined;
  /** Choices of the screen; stand before those of the pane. */
  choices?: ReactNode;
  /** A notice about the preview. */
  notice?: ReactNode;
  className?: string;
}

/** The site as a visitor sees it, as of the last acknowledged change. */
export function SitePreviewPane(props: SitePreviewPaneProps) {
  const { site, shown, anchor, visitor, choices, notice, className = '' } = props;
  const isPhone = useMatches('(width < 48rem)');
  const [chosenSize, setSize] = useState<Size>();
  const size = chosenSize ?? (isPhone ? 'phone' : 'wide');
  const [colorMode, setColorMode] = useState(consoleColorMode);
  const { item, claims, customizationDraft: draft, structureDraft, version } = shown;
  const visit = { item, claims, draft, structureDraft, version, colorMode };
  const [asked, setAsked] = useState({ ...visit, number: 0 });
  const [loadedUrl, setLoadedUrl] = useState<string>();
  const preview = useQuery(previewOf(site, asked));
  const url = preview.data?.url;
  const isLoading = preview.isFetching || (!preview.isError && url !== loadedUrl);
  const isOutdated =
    asked.version !== visit.version ||
    asked.item !== visit.item ||
    asked.claims !== visit.claims ||
    asked.draft !== visit.draft ||
    asked.structureDraft !== visit.structureDraft ||
    asked.colorMode !== visit.colorMode;
  // One at a time: what changes while the frame loads is shown by the next load.
  if (!isLoading && isOutdated) setAsked({ ...visit, number: asked.number + 1 });
  return (
    <section aria-label="Site preview" aria-busy={isLoading} className={`site-preview ${className}`}>
      <div className="site-preview-bar">
        {choices}
        <SegmentedControl
          label="Width of the preview"
          options={[
            { value: 'wide', label: 'Wide' },
            { value: 'phone', label: 'Phone' },
          ]}
          value={size}
          onChange={setSize}
        />
        <SegmentedControl
          label="Color mode of the preview"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={colorMode}
          onChange={setColorMode}
        />
      </div>
      <div
        role="status"
        className="border-b border-line bg-sunken px-3 py-1.5 text-xs leading-4 empty:hidden"
      >
        {notice}
      </div>
      {preview.isError && (
        <div role="alert" className="flex items-center gap-2 p-3">
          <p className="flex-1">{errorMessage(preview.error)}</p>
          <Button onClick={() => void preview.refetch()}>Try again</Button>
        </div>
      )}
      {url !== undefined && !preview.isError && (
        <Frame
          site={site}
          url={url}
          anchor={anchor}
          title={visitor === undefined ? 'Site preview' : `Site preview: ${visitor}`}
          size={size}
          onLoad={() => setLoadedUrl(url)}
        />
      )}
    </section>
  );
}

/** That of the console. */
const consoleColorMode = (): ColorMode =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light';

interface FrameProps {
  site: SitePreviewPaneProps['site'];
  url: string;
  anchor: string | undefined;
  title: string;
  size: Size;
  onLoad: () => void;
}

function Frame({ site, url, anchor, title, size, onLoad }: FrameProps) {
  const { data } = useQuery(getSiteOptions({ path: site }));
  const isFramed = canFramePagesOf(originOf(data?.urls.app));
  if (!isFramed) {
    return (
      <div ref={onLoad} className="p-3">
        <OpenPublished url={url} label="Open the preview" />
      </div>
    );
  }
  return (
    <div className="site-preview-frame">
      {/* Without scripts and with a separate origin, the frame can't reach the console. */}
      <iframe
        title={title}
        src={anchor === undefined ? url : `${url}#${anchor}`}
        sandbox=""
        referrerPolicy="no-referrer"
        data-size={size}
        onLoad={onLoad}
      />
    </div>
  );
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin;
}

interface Asked {
  item: string | undefined;
  claims: string | undefined;
  draft: string | undefined;
  structureDraft: boolean | undefined;
  colorMode: ColorMode;
  number: number;
}

function previewOf(
  path: SitePreviewPaneProps['site'],
  { item, claims, draft, structureDraft, colorMode, number }: Asked,
) {
  const query = {
    ...(item !== undefined && { item }),
    ...(claims !== undefined && { claims }),
    ...(draft !== undefined && { customizationDraft: draft }),
    ...(structureDraft === true && { structureDraft }),
    colorMode,
  };
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
