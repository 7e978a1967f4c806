import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What is missing: "No teams yet". */
  title: string;
  /** What the item is for, in one or two sentences. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  className?: string;
}

/** Replaces an empty list: says what it is for and offers the next step. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon && (
        <span className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-sunken text-ink-soft [&>svg]:size-5">
          {icon}
        </span>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children && <div className="mt-1 max-w-sm text-ink-soft text-pretty">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
