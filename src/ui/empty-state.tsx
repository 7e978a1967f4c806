import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  /** The missing items: "No teams yet". Omit where the screen's heading says it. */
  title?: string | undefined;
  /** The purpose of the item, in one or two sentences. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** `h1` on a screen without another heading. */
  heading?: 'h1' | 'h2';
  className?: string;
}

/** Stands where content would be: says what is missing, or why it can't be shown, and offers the next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon && (
        <span className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-sunken text-ink-soft [&>svg]:size-5">
          {icon}
        </span>
      )}
      {title !== undefined && <Heading className="text-base font-semibold text-balance">{title}</Heading>}
      {children && <div className="mt-1 max-w-md text-ink-soft text-pretty">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
