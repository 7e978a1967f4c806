import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { nestQuotes } from '#src/lib/text/nest-quotes.ts';

const toneStyles = {
  info: { Icon: Info, style: 'border-info-line bg-info-soft', textColor: 'text-info-ink' },
  success: { Icon: CircleCheck, style: 'border-success-line bg-success-soft', textColor: 'text-success-ink' },
  warning: {
    Icon: TriangleAlert,
    style: 'border-warning-line bg-warning-soft',
    textColor: 'text-warning-ink',
  },
  danger: { Icon: CircleAlert, style: 'border-danger-line bg-danger-soft', textColor: 'text-danger-ink' },
};

interface CalloutProps {
  tone?: keyof typeof toneStyles;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once; for errors caused by the last action. */
  urgent?: boolean;
  className?: string;
}

/** An inline notice. */
export function Callout({ tone = 'info', title, children, action, urgent, className }: CalloutProps) {
  const { Icon, style, textColor } = toneStyles[tone];
  return (
    <div
      role={urgent ? 'alert' : undefined}
      className={classNames('flex gap-2.5 rounded-lg border px-3 py-2.5', style, className)}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', textColor)} />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 gap-y-2">
        {/* Where the text would be narrower, the action stands below it. */}
        <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {title && <p className="font-medium">{typeof title === 'string' ? nestQuotes(title) : title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}

/** A warning about another person's text, with its beginning. */
export function QuoteCallout({
  title,
  quote,
  className,
}: {
  title: string;
  quote: string;
  className: string;
}) {
  return (
    <Callout tone="warning" title={title} className={className}>
      <q dir="auto" className="line-clamp-2">
        {quote}
      </q>
    </Callout>
  );
}
