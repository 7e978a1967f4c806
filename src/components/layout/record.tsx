import { type ReactNode, useId } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';

interface SideBySideProps {
  /** The content of the side column. */
  side: ReactNode;
  sideLabel?: string;
  /** Where it stands on narrow windows; default first. */
  narrow?: 'first' | 'last';
  children: ReactNode;
}

/**
 * A record beside its details. On narrow windows the details come first, in the document too, so that the keyboard
 * follows what is seen.
 */
export function SideBySide({ side, sideLabel = 'Details', narrow = 'first', children }: SideBySideProps) {
  const isWide = useMatches('(width >= 80rem)');
  const parts = [
    <div key="main">{children}</div>,
    <aside key="side" aria-label={sideLabel}>
      {side}
    </aside>,
  ];
  return (
    <div
      className={classNames(
        'grid items-start gap-x-8 gap-y-6 *:min-w-0 xl:grid-cols-main-aside',
        !isWide && 'in-order',
      )}
    >
      {isWide || narrow === 'last' ? parts : parts.toReversed()}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** How many items it lists. */
  count?: ReactNode;
  /** A button at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a screen. */
export function Section({ title, count, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="not-first:mt-8">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {count !== undefined && <span className="text-ink-soft tabular-nums">{count}</span>}
        {action && <span className="ml-auto">{action}</span>}
      </div>
      {children}
    </section>
  );
}

/** A list of names with values. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-lg border border-line">{children}</dl>;
}

interface DetailProps {
  name: string;
  /** A sentence under the value. */
  explanation?: ReactNode;
  /** A button at the end of the value's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function Detail({ name, explanation, action, children }: DetailProps) {
  return (
    <div className="grid grid-cols-terms items-baseline gap-x-4 px-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">
        {action ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-14">{children}</span>
            {action}
          </span>
        ) : (
          children
        )}
        {explanation && <span className="block text-xs text-ink-soft text-pretty">{explanation}</span>}
      </dd>
    </div>
  );
}
