import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPagePreview } from '#api/generated/sdk.gen.ts';
import type { ColorMode } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { EditSession } from '../session/edit-session.ts';
import type { EditedPage } from '../session/session-server.ts';
import { unsavedFilesOf } from '../session/unsaved-files.ts';
import type { ScrollLink } from './scroll-link.ts';

/** A page that has loaded without saying that it is ready is shown after this time. */
const readyAfterMs = 1000;
/** The time that a page needs to scroll before it is shown. */
const scrollMs = 60;

interface PagePreviewProps {
  page: EditedPage;
  title: string;
  session: EditSession;
  scroll: ScrollLink;
}

/** The page as its readers will see it, as of the last pause in typing. */
export function PagePreview({ page, title, session, scroll }: PagePreviewProps) {
  const shows = {
    text: useStore(session.textAtPause),
    saved: useStore(session.fields.saved),
    // It has the files of the change request: one that was uploaded is there once it is saved.
    savesOfFiles: useStore(unsavedFilesOf(session.key).saves),
    colorMode: useSyncExternalStore(watchColorMode, consoleColorMode),
  };
  const [asked, setAsked] = useState(() => ({ ...shows, number: 0 }));
  const [shownUrl, setShownUrl] = useState<string>();
  const preview = useQuery(previewOf(page, asked));
  const url = preview.data?.url;
  // The policy of the console allows frames of its own server only.
  const isFramed = url === undefined || new URL(url, location.href).origin === location.origin;
  const isLoading = preview.isFetching || (!preview.isError && isFramed && url !== shownUrl);
  const ask = () => setAsked({ ...shows, number: asked.number + 1 });
  const isStale =
    asked.text !== shows.text ||
    asked.saved !== shows.saved ||
    asked.savesOfFiles !== shows.savesOfFiles ||
    asked.colorMode !== shows.colorMode;
  // One at a time: what is typed while the frame loads is shown by the next load.
  if (!isLoading && !preview.isError && isStale) ask();
  return (
    <section aria-label={`Preview of ${title}`} aria-busy={isLoading} className="page-preview">
      {preview.isError && (
        <div role="alert" className="flex items-center gap-2 border-b border-line p-3">
          <p className="flex-1">{errorMessage(preview.error)}</p>
          <Button size="small" onClick={ask}>
            Try again
          </Button>
        </div>
      )}
      {url !== undefined && isFramed && (
        <Frames url={url} shownUrl={shownUrl} title={title} scroll={scroll} onShow={setShownUrl} />
      )}
      {url !== undefined && !isFramed && (
        <div className="p-3">
          <OpenPublished url={url} label="Open the preview" />
        </div>
      )}
      {shownUrl === undefined && isLoading && <PreviewSkeleton />}
    </section>
  );
}

/** Calls a listener when the console becomes light or dark. */
function watchColorMode(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** That of the console. */
const consoleColorMode = (): ColorMode =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light';

const previewOf = (
  { spaceId, changeRequestId, pageId }: EditedPage,
  asked: { text: string; number: number; colorMode: ColorMode },
) => ({
  // A text can be longer than a key should be.
  queryKey: ['page-preview', spaceId, changeRequestId, pageId, asked.number],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await createPagePreview({
      path: { spaceId, changeRequestId },
      body: { page: pageId, document: { markdown: asked.text }, colorMode: asked.colorMode },
      signal,
      throwOnError: true,
    });
    return data;
  },
  placeholderData: keepPreviousData,
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  refetchOnReconnect: false,
});

interface FramesProps {
  url: string;
  shownUrl: string | undefined;
  title: string;
  scroll: ScrollLink;
  onShow: (url: string) => void;
}

/** The shown page, and behind it the next one until it is ready, so that nothing flickers and the place stays. */
function Frames({ url, shownUrl, title, scroll, onShow }: FramesProps) {
  const frames = useRef(new Map<string, HTMLIFrameElement>());
  const visibleUrl = useRef(shownUrl);
  useEffect(() => {
    visibleUrl.current = shownUrl;
  }, [shownUrl]);
  useEffect(() => {
    const post = (to: string | undefined, line: number) =>
      // The page has no origin that could be named.
      frames.current.get(to ?? '')?.contentWindow?.postMessage({ type: 'scroll-to-line', line }, '*');
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      const [from] = [...frames.current].find(([, frame]) => frame.contentWindow === source) ?? [];
      const message = parseMessage(data);
      if (from === undefined || !message) return;
      if (message.type === 'preview-ready') {
        post(from, scroll.line());
        setTimeout(() => onShow(from), scrollMs);
      } else if (from === visibleUrl.current) scroll.previewScrolled(message.line);
    };
    window.addEventListener('message', receive);
    const disconnect = scroll.connectPreview((line) => post(visibleUrl.current, line));
    return () => {
      window.removeEventListener('message', receive);
      disconnect();
    };
  }, [scroll, onShow]);
  const urls = shownUrl === undefined || shownUrl === url ? [url] : [shownUrl, url];
  return (
    <div className="page-preview-frames">
      {urls.map((each) => (
        <iframe
          key={each}
          ref={(frame) => {
            if (!frame) return undefined;
            const currentFrames = frames.current;
            currentFrames.set(each, frame);
            return () => void currentFrames.delete(each);
          }}
          src={each}
          title={`Preview of ${title}`}
          // With a separate origin, the frame can't reach the console.
          sandbox="allow-scripts"
          inert={each !== shownUrl}
          className={each === shownUrl ? undefined : 'invisible'}
          onLoad={() => setTimeout(() => frames.current.has(each) && onShow(each), readyAfterMs)}
        />
      ))}
    </div>
  );
}

type PreviewMessage = { type: 'preview-ready' } | { type: 'scrolled-to-line'; line: number };

function parseMessage(data: unknown): PreviewMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'preview-ready') return { type: data.type };
  if (data.type !== 'scrolled-to-line' || !('line' in data) || typeof data.line !== 'number') return null;
  return { type: data.type, line: data.line };
}

function PreviewSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-6">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
