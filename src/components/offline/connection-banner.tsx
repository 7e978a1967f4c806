import { CloudOff, Hourglass } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { slowDown } from '#src/api/slow-down.ts';
import { useStore } from '#src/ui/use-store.ts';
import { isOffline } from './connection.ts';

/** Says, over every screen, that the device is offline or that the server wants fewer requests. */
export function ConnectionBanner() {
  const offline = useStore(isOffline);
  const until = useStore(slowDown);
  if (offline)
    return (
      <Banner icon={<CloudOff />}>
        You are offline. What was opened before is still here; changes are not sent.
      </Banner>
    );
  return until === null ? null : <SlowDown key={until} until={until} />;
}

function SlowDown({ until }: { until: number }) {
  const secondsLeft = () => Math.ceil((until - Date.now()) / 1000);
  const [left, setLeft] = useState(secondsLeft);
  const [count] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined;
    const timer = setInterval(() => {
      if (until <= Date.now()) slowDown.set(null);
      else setLeft(secondsLeft());
    }, 1000);
    return () => clearInterval(timer);
  });
  return (
    <Banner icon={<Hourglass />}>
      <span ref={count}>
        The server asks for fewer requests.{' '}
        <span aria-hidden="true" className="tabular-nums">
          Goes on in {left} s.
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
      className="appear fixed inset-x-3 top-2 z-50 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-2 rounded-lg border border-warning-line bg-warning-soft px-3 py-2 text-warning-ink shadow-floating [&>svg]:size-4 [&>svg]:shrink-0"
    >
      {icon}
      <span>{children}</span>
    </div>
  );
}
