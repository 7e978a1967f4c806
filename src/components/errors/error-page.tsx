import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useParams, useRouter } from '@tanstack/react-router';
import { Bug, CircleSlash2, CloudOff, Compass, Lock, RefreshCw } from 'lucide-react';
import { type ReactNode, useContext, useEffect } from 'react';
import {
  ApiError,
  errorMessage,
  errorReport,
  MissingOperationError,
  NotOfferedError,
} from '#src/api/errors.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { PageBar, LayoutContext } from '#src/components/layout/page-bar.tsx';
import { whenServerAnswers } from '#src/components/offline/connection.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { asNoun } from '#src/lib/text/format.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { RequestId } from './request-id.tsx';

/** Marks errors of files of the console that failed to load. */
const message = 'Couldn’t load part of the console.';

/**
 * Keeps the router from reloading the page when a chunk fails to load, which would lose unsaved text and, offline, the
 * page. The error page handles it. Called once.
 */
export function handleChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = message;
  });
}

/** Whether a chunk failed to load: while there was no connection, or replaced by a newer version. */
function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && error.message === message;
}

/**
 * Shows why a screen failed: not found, not offered, no permission, no connection, or an unexpected error.
 *
 * @param missing replaces the screen where the server lacks it, and says so
 */
export function ErrorPage({ error, missing }: ErrorComponentProps & { missing?: ReactNode }) {
  if (missing !== undefined && error instanceof MissingOperationError) return missing;
  if (isChunkLoadError(error)) return navigator.onLine ? <NotLoadedPage /> : <OfflinePage />;
  if (error instanceof NotOfferedError) return <NotOfferedPage title={error.title} />;
  if (!(error instanceof ApiError)) return <UnexpectedErrorPage error={error} />;
  if (error.status === 404) return <NotFoundPage />;
  if (error.status === 403) return <ForbiddenPage error={error} />;
  if (error.status === 0) return <OfflinePage />;
  return <UnexpectedErrorPage error={error} />;
}

/** For unknown URLs and missing or hidden resources; the server doesn't distinguish them. */
export function NotFoundPage() {
  return (
    <ErrorLayout icon={<Compass />} title="Not found" actions={<HomeLink />}>
      It may have been moved or deleted, or you don’t have access.
    </ErrorLayout>
  );
}

function NotOfferedPage({ title }: { title: string }) {
  const heading = `No ${asNoun(title)} on this server`;
  // A part of a page has no bar with the title.
  const isPart = useContext(LayoutContext) === 'page';
  return (
    <ErrorLayout
      icon={<CircleSlash2 />}
      title={isPart ? heading : title}
      heading={heading}
      actions={<HomeLink />}
    />
  );
}

/** The server's message names the missing permission. */
function ForbiddenPage({ error }: { error: ApiError }) {
  return (
    <ErrorLayout
      icon={<Lock />}
      title="Access denied"
      heading="You don’t have access to this screen"
      actions={<HomeLink />}
    >
      <p>{error.message}</p>
      <p className="mt-1">Ask an organization administrator for access.</p>
    </ErrorLayout>
  );
}

/** Inside an organization, link to its home instead of the list of all. */
function HomeLink() {
  const { organizationId } = useParams({ strict: false });
  const isInside = useContext(LayoutContext) === 'shell' && organizationId !== undefined;
  return isInside ? (
    <Link to="/o/$organizationId" params={{ organizationId }} className={buttonStyle()}>
      Go to home
    </Link>
  ) : (
    <Link to="/orgs" className={buttonStyle()}>
      Go to your organizations
    </Link>
  );
}

function OfflinePage() {
  return (
    <ErrorLayout icon={<CloudOff />} title="No connection" actions={<TryAgain />}>
      Couldn’t reach the server. Screens you opened before still work.
    </ErrorLayout>
  );
}

/** While the server doesn't answer, a reload would replace the console by an error of the browser. */
const reloadOnceReached = () => whenServerAnswers().then(() => location.reload());

/**
 * Some browsers remember which files failed and don't request them again: only a reload opens the screen. Unsaved input has
 * been discarded or confirmed before this page appears.
 */
function NotLoadedPage() {
  useEffect(() => {
    const { href } = location;
    // Once for each URL: a file may be missing for good.
    if (readStored('session', 'reloaded') !== href && writeStored('session', 'reloaded', href))
      void reloadOnceReached();
  }, []);
  return (
    <ErrorLayout
      icon={<RefreshCw />}
      title="Couldn’t load this screen"
      actions={
        <Button tone="primary" onClick={() => void reloadOnceReached()}>
          Reload
        </Button>
      }
    >
      Part of the console didn’t arrive.
    </ErrorLayout>
  );
}

function UnexpectedErrorPage({ error }: { error: unknown }) {
  return (
    <ErrorLayout
      icon={<Bug />}
      title="Something went wrong"
      actions={
        <>
          <TryAgain />
          <CopyButton showLabel what="report" text={errorReport(error, location.pathname)} />
        </>
      }
    >
      <p>{errorMessage(error)}</p>
      <RequestId error={error} />
    </ErrorLayout>
  );
}

function TryAgain() {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Button
      tone="primary"
      onClick={() => {
        reset();
        void router.invalidate();
      }}
    >
      Try again
    </Button>
  );
}

interface ProblemProps {
  icon: ReactNode;
  title: string;
  /** Under the bar of the shell, which has the title. */
  heading?: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** A full screen, or a section if only a section failed. */
function ErrorLayout({ icon, title, heading, children, actions }: ProblemProps) {
  const layout = useContext(LayoutContext);
  const state = (
    <EmptyState
      icon={icon}
      // The bar of the shell has it.
      title={layout === 'shell' ? heading : title}
      heading={layout === 'none' ? 'h1' : 'h2'}
      action={actions}
    >
      {children}
    </EmptyState>
  );
  if (layout === 'page') return state;
  return (
    <>
      <title>{`${title} · Bindery`}</title>
      <main
        id="main"
        tabIndex={-1}
        className={layout === 'none' ? 'grid min-h-dvh place-items-center p-4' : undefined}
      >
        {layout === 'shell' ? (
          <>
            <PageBar title={title} />
            <div className="page">{state}</div>
          </>
        ) : (
          state
        )}
      </main>
    </>
  );
}
