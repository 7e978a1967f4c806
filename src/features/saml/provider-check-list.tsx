import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ProviderCheck } from './provider-checks.ts';

const stateStyles = {
  good: { Icon: CircleCheck, ink: 'text-success-ink', word: 'Passed' },
  warning: { Icon: TriangleAlert, ink: 'text-warning-ink', word: 'Warning' },
  bad: { Icon: CircleX, ink: 'text-danger-ink', word: 'Failed' },
};

export function ProviderCheckList({ checks }: { checks: readonly ProviderCheck[] }) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line rounded-lg border border-line">
      {checks.map(({ state, message }) => {
        const { Icon, ink: colorClass, word: label } = stateStyles[state];
        return (
          <li key={message} className="flex gap-2.5 px-3 py-2">
            <Icon aria-label={label} role="img" className={`mt-0.5 size-4 shrink-0 ${colorClass}`} />
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </li>
        );
      })}
    </ul>
  );
}
