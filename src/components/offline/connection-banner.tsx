import { useLocation } from '@tanstack/react-router';
import { CloudOff, DatabaseZap, Hourglass, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { rateLimitedUntil, serverReadsOnly } from '#src/api/client.ts';
import { incompleteAt, repeatedPageMessage } from '#src/api/paging.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { isOffline } from './connection.ts';

/** Banner for being offline, rate limited, at a server without a primary, or showing incomplete lists. */
export function ConnectionBanner() {
  const offline = useStore(isOffline);
  const readsOnly = useStore(serverReadsOnly);
  const until = useStore(rateLimitedUntil);
  if (offline)
    return (
      <Banner icon={<CloudOff />}>
        You’re offline. Screens you opened before still work; changes aren’t sent.
      </Banner>
    );
  if (readsOnly) return <ReadOnlyBanner />;
  if (until !== null) return <RateLimitBanner key={until} until={until} />;
  return <IncompleteBanner />;
}

/** How often the server is asked whether it takes changes again. */
const askAgainMs = 3000;

function ReadOnlyBanner() {
  const [ask] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined;
    const timer = setInterval(() => void askForChanges().catch(() => undefined), askAgainMs);
    return () => clearInterval(timer);
  });
  return (
    <Banner icon={<DatabaseZap />}>
      <span ref={ask}>
        The server takes no changes for a moment. You can go on reading; what you’re typing stays here.
      </span>
    </Banner>
  );
}

async function askForChanges(): Promise<void> {
  const response = await fetch('/readyz');
  if (!response.ok) return;
  const { status } = Object(await response.json());
  if (status !== 'read-only') serverReadsOnly.set(false);
}

function IncompleteBanner() {
  const at = useStore(incompleteAt);
  const pathname = useLocation({ select: (location) => location.pathname });
  // Applies to one screen only.
  if (at !== pathname) return null;
  return (
    <Banner icon={<TriangleAlert />}>
      {repeatedPageMessage}{' '}
      <IconButton label="Dismiss" size="small" onClick={() => incompleteAt.set(null)}>
        <X />
      </IconButton>
    </Banner>
  );
}

function RateLimitBanner({ until }: { until: number }) {
  const secondsLeft = () => Math.ceil((until - Date.now()) / 1000);
  const [left, setLeft] = useState(secondsLeft);
  const [count] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined;
    const timer = setInterval(() => {
      if (until <= Date.now()) rateLimitedUntil.set(null);
      else setLeft(secondsLeft());
    }, 1000);
    return () => clearInterval(timer);
  });
  return (
    <Banner icon={<Hourglass />}>
      <span ref={count}>
        Too many requests.{' '}
        <span aria-hidden="true" className="tabular-nums">
          Retrying in {formatNumber(left)} s.
        </span>
      </span>
    </Banner>
  );
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      data-above-dialogs=""
      className="appear fixed inset-x-3 top-2 z-50 mx-auto flex w-fit items-center gap-2 rounded-lg border border-warning-line bg-warning-soft px-3 py-2 text-warning-ink shadow-floating [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {icon}
      <span>{children}</span>
    </div>
  );
}
