import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SiteFinding } from '#api/generated/types.gen.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { describeFinding, type FindingFix, nameOfFinding } from './finding-labels.ts';

interface FindingRowProps {
  finding: SiteFinding;
  /** Where it is mended. */
  fix: FindingFix | null;
  /** Other buttons. */
  children?: ReactNode;
}

/** What readers stumble over, as a row of a list. */
export function FindingRow({ finding, fix, children }: FindingRowProps) {
  const { space, line, detail } = finding;
  const name = nameOfFinding(finding);
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2 last:border-0">
      <div className="min-w-40 flex-1 wrap-anywhere">
        <bdi className="font-medium">{name}</bdi>
        <span className="text-xs text-ink-soft">
          {' '}
          <bdi>{space.title}</bdi>
          {line !== undefined && `, line ${formatNumber(line)}`}
        </span>
        <p>{describeFinding(finding)}</p>
        {detail !== undefined && <code className="line-clamp-2 text-xs">{detail}</code>}
      </div>
      {fix && (
        <Link {...fix.link} className={buttonStyle('neutral', 'small')} aria-label={`${fix.label}: ${name}`}>
          {fix.label}
        </Link>
      )}
      {children}
    </li>
  );
}
