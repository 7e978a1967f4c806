import { Link } from '@tanstack/react-router';
import type { ChangeRequestCounts } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/counts.ts';

interface ChangeRequestBarProps {
  organizationId: string;
  counts: ChangeRequestCounts;
}

const segments = [
  { of: 'needsMe', view: 'needs-me', label: 'Needs your review', fill: 'fill-accent' },
  { of: 'returned', view: 'returned', label: 'Changes requested', fill: 'fill-warning-line' },
  { of: 'waiting', view: 'waiting', label: 'Waiting on others', fill: 'fill-info-line' },
  { of: 'drafts', view: 'drafts', label: 'Drafts', fill: 'fill-line-strong' },
] as const;

/** Change requests of an organization as a bar, with segments in proportion. */
export function ChangeRequestBar({ organizationId, counts }: ChangeRequestBarProps) {
  const shown = segments.map((part) => ({ ...part, count: counts[part.of] }));
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const bars = shown.map((part, index) => ({
    ...part,
    x: share(shown.slice(0, index).reduce((sum, { count }) => sum + count, 0)),
    width: share(part.count),
  }));
  return (
    <div className="px-4 py-3">
      <svg
        role="img"
        aria-label={`${formatCount(counts.open, 'open change request')}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-sm"
      >
        <rect width="100" height="4" className="fill-line" />
        {bars.map(({ of, x, width, fill }) => (
          <rect key={of} x={x} width={width} height="4" className={fill} />
        ))}
      </svg>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {bars.map(({ of, view, label, count, fill }) => (
          <li key={of} className="flex items-center gap-1.5">
            <svg aria-hidden="true" className="size-2.5">
              <rect width="100%" height="100%" rx="2" className={fill} />
            </svg>
            <Link to="/o/$organizationId/inbox/$view" params={{ organizationId, view }} className="link">
              {label}
            </Link>
            <span className="tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
