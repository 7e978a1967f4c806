import { useQuery } from '@tanstack/react-query';
import type { OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { unmetRules } from '../checks.ts';
import { describeConflicts, pathOf } from '../labels.ts';
import { readinessQueries } from '../readiness.ts';

/** What stands against the merge of an entry before it is its turn, in one line. A failed look is made again at its turn. */
export function EntryChecks({ row }: { row: OrganizationChangeRequest }) {
  const queries = readinessQueries(pathOf(row));
  const rules = useQuery(queries.rules);
  const conflicts = useQuery(queries.conflicts);
  const { approved, changesRequested } = row.reviews;
  const blocking = [
    ...(rules.data ? unmetRules(rules.data).map((sentence) => sentence.replace(/\.$/, '')) : []),
    (conflicts.data && describeConflicts(conflicts.data)) ?? [],
  ].flat();
  const open = [
    changesRequested > 0 ? formatCount(changesRequested, 'request for changes', 'requests for changes') : [],
    row.comments > 0 ? formatCount(row.comments, 'open comment') : [],
  ].flat();
  if (blocking.length + open.length > 0)
    return (
      <span className="block text-xs wrap-anywhere">
        {blocking.length > 0 && <span className="text-danger-ink">{blocking.join(', ')}</span>}
        {blocking.length > 0 && open.length > 0 && ', '}
        {open.length > 0 && <span className="text-warning-ink">{open.join(', ')}</span>}
      </span>
    );
  if (rules.isPending || conflicts.isPending)
    return <span className="block text-xs text-ink-soft">Checking…</span>;
  return (
    <span className="block text-xs text-ink-soft">
      {approved > 0 ? formatCount(approved, 'approval') : 'No reviews yet'}
    </span>
  );
}
