import { Link } from '@tanstack/react-router';
import { CircleCheck, Filter } from 'lucide-react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { SiteItem } from './audience.ts';
import type { Claim, SitePath } from './claims.ts';
import { FindingLines } from './finding-lines.tsx';
import { lintCondition } from './lint-condition.ts';

interface ConditionsPanelProps {
  path: SitePath;
  items: readonly SiteItem[];
  /** Undefined where the server doesn't return them: conditions aren't checked. */
  claims: readonly Claim[] | undefined;
}

/** All conditions of the site with their findings, errors first. */
export function ConditionsPanel({ path, items, claims }: ConditionsPanelProps) {
  const checked = items
    .flatMap((item) =>
      item.condition === null
        ? []
        : [{ ...item, findings: claims ? lintCondition(item.condition, claims) : [] }],
    )
    .toSorted((a, b) => severityRank(b) - severityRank(a));
  if (checked.length === 0) {
    return (
      <EmptyState icon={<Filter />} title="No conditions yet">
        A condition limits who sees a section or site space. Add one to an item in the structure.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Conditions" className="divide-y divide-line rounded-lg border border-line">
      {checked.map(({ id, title, condition, findings }) => (
        <li key={id} className="grid gap-x-6 gap-y-1 px-4 py-2.5 md:grid-cols-5">
          <Link
            to="/o/$organizationId/sites/$siteId/structure"
            params={path}
            search={{ item: id }}
            className="link justify-self-start font-medium wrap-anywhere"
            dir="auto"
          >
            {title}
          </Link>
          <code className="font-mono text-xs leading-5 wrap-anywhere md:col-span-2">{condition}</code>
          <div className="flex min-w-0 flex-col gap-1 md:col-span-2">
            {claims && findings.length === 0 && (
              <span className="flex items-center gap-1.5 text-xs leading-5 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-3.5 text-success-ink" />
                No problems found
              </span>
            )}
            <FindingLines findings={findings} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const severityRank = ({ findings }: { findings: readonly { severity: string }[] }) =>
  findings.some(({ severity }) => severity === 'error') ? 2 : Math.min(1, findings.length);
