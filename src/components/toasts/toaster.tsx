import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Keys } from '#src/ui/kbd.tsx';
import { dismissToast, type Toast, toasts } from './toasts.ts';

export function Toaster() {
  const visibleToasts = useStore(toasts);
  return (
    <section
      aria-label="Messages"
      data-above-dialogs=""
      className="toasts pointer-events-none fixed z-50 flex flex-col gap-2"
    >
      {visibleToasts.map((item) => (
        <ToastCard key={item.id + item.text} toast={item} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, text, detail, action, alternative, tone, durationMs } = toast;
  const actions = [action, alternative].filter((one) => one !== undefined);
  const failed = tone === 'error';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className="toast appear pointer-events-auto flex w-full items-start gap-2.5 rounded-lg bg-surface py-2 pr-1.5 pl-3 shadow-floating"
      style={durationMs === Infinity ? {} : { animationDuration: `var(--motion), ${durationMs}ms` }}
      data-lasts={durationMs === Infinity ? undefined : ''}
      // The animation is the timer; it pauses on hover, on focus and in hidden tabs.
      onAnimationEnd={(event) => event.animationName === 'lasting' && dismissToast(id)}
    >
      <Icon
        aria-hidden="true"
        className={`mt-1.5 size-4 shrink-0 ${failed ? 'text-danger-ink' : 'text-success-ink'}`}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5">
        {/* Where the text would be narrower, the actions stand below it. */}
        <div dir="auto" className="min-w-0 flex-1 basis-44 py-1 wrap-anywhere">
          {text}
          {detail && <span className="block text-xs text-ink-soft">{detail}</span>}
        </div>
        {actions.map(({ label, keys, run }) => (
          <Button
            key={label}
            size="small"
            tone="quiet"
            className="mt-0.5 text-accent-ink"
            onClick={() => {
              dismissToast(id);
              run();
            }}
          >
            {label}
            {keys && <Keys keys={keys} className="max-sm:hidden" />}
          </Button>
        ))}
      </div>
      <IconButton label="Dismiss" size="small" className="mt-0.5" onClick={() => dismissToast(id)}>
        <X />
      </IconButton>
    </div>
  );
}
