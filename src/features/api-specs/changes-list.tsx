import { CircleCheck } from 'lucide-react';
import { formatCount } from '#src/lib/counts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useState } from 'react';
import { type Difference, isBreaking, type OperationChange, rules, type SpecComparison } from './changes.ts';
import { MethodBadge } from './method-badge.tsx';

/** Operations shown at first, and added each time. */
const pageSize = 100;

interface ChangesListProps {
  comparison: SpecComparison;
  /** Only breaking changes. */
  onlyBreaking: boolean;
}

const kinds = [
  { kind: 'removed', title: 'Removed' },
  { kind: 'changed', title: 'Changed' },
  { kind: 'added', title: 'Added' },
] as const;

/** Added, removed and changed operations; breaking changes are marked with their rule. */
export function ChangesList({ comparison, onlyBreaking }: ChangesListProps) {
  const [visibleCount, setMost] = useState(pageSize);
  const { changes, unchanged, notCompared } = comparison;
  const filtered = onlyBreaking ? changes.filter(isBreaking) : changes;
  const shown = filtered.slice(0, visibleCount);
  return (
    <div className="flex flex-col gap-6">
      {notCompared > 0 && (
        <Callout tone="warning" title={`${formatCount(notCompared, 'operation')} not compared`}>
          The comparison timed out because the documents are too large. The text comparison is complete.
        </Callout>
      )}
      {filtered.length === 0 && (
        <EmptyState
          icon={<CircleCheck />}
          title={onlyBreaking && changes.length > 0 ? 'No breaking changes' : 'No changed operations'}
        >
          {formatCount(unchanged, 'operation')} unchanged.
        </EmptyState>
      )}
      {kinds.map(({ kind, title }) => {
        const members = shown.filter((change) => change.kind === kind);
        if (members.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`changes-${kind}`}>
            <h2 id={`changes-${kind}`} className="mb-2 text-base font-semibold">
              {title}{' '}
              <span className="font-normal text-ink-soft tabular-nums">
                {filtered.filter((change) => change.kind === kind).length}
              </span>
            </h2>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {members.map((change) => (
                <ChangeRow key={change.key} change={change} />
              ))}
            </ul>
          </section>
        );
      })}
      {filtered.length > visibleCount && (
        <Button onClick={() => setMost(visibleCount + pageSize)}>
          Show more of {formatCount(filtered.length, 'operation')}
        </Button>
      )}
    </div>
  );
}

function ChangeRow({ change }: { change: OperationChange }) {
  const { method, path, summary, differences, kind } = change;
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodBadge method={method} />
        <code className="min-w-0 wrap-anywhere">{path}</code>
        {isBreaking(change) && <Badge tone="danger">Breaking</Badge>}
        <span dir="auto" className="min-w-0 text-ink-soft wrap-anywhere">
          {summary}
        </span>
      </div>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {differences.map((difference) => (
          <DifferenceRow
            key={`${difference.rule} ${difference.location} ${difference.text}`}
            difference={difference}
            isWhole={kind !== 'changed'}
          />
        ))}
      </ul>
    </li>
  );
}

function DifferenceRow({ difference, isWhole }: { difference: Difference; isWhole: boolean }) {
  const { rule, location, text } = difference;
  const { breaks, says: consequence } = rules[rule];
  return (
    <li className="border-l-2 border-line pl-3">
      {!isWhole && (
        <p className="wrap-anywhere">
          <code className="text-xs">{location}</code> {text}
        </p>
      )}
      <p className={`text-xs ${breaks ? 'text-danger-ink' : 'text-ink-soft'}`}>
        {breaks ? 'Breaking' : 'Compatible'} (<code>{rule}</code>): {consequence}
      </p>
    </li>
  );
}
