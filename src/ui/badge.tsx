import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink-soft',
  accent: 'border-accent-line/50 bg-accent-soft text-accent-ink',
  success: 'border-success-line bg-success-soft text-success-ink',
  warning: 'border-warning-line bg-warning-soft text-warning-ink',
  danger: 'border-danger-line bg-danger-soft text-danger-ink',
  info: 'border-info-line bg-info-soft text-info-ink',
};

interface BadgeProps {
  tone?: Tone;
  children: ReactNode;
  /** An explanation on hover and focus. */
  tip?: string;
  className?: string;
}

/** A one-word state or kind. The word carries the meaning; the color repeats it. */
export function Badge({ tone = 'neutral', tip, className, children }: BadgeProps) {
  return (
    <span
      data-tip={tip}
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
