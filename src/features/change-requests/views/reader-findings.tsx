import { useSuspenseQuery } from '@tanstack/react-query';
import { fixOfFinding, kindLabels } from '#src/domain/findings/finding-labels.ts';
import { FindingRow } from '#src/domain/findings/finding-row.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { countFindings, readerChecksOf } from '../checks.ts';
import type { ChangeRequestPath } from '../labels.ts';

interface ReaderFindingsProps {
  organizationId: string;
  path: ChangeRequestPath;
}

/** What readers would stumble over once it is merged, and don't yet. Nothing at a server that doesn't check it. */
export function ReaderFindings({ organizationId, path }: ReaderFindingsProps) {
  const { data: checks } = useSuspenseQuery(readerChecksOf(path));
  if (checks === null) return null;
  const { counts, findings, isPartial } = checks;
  const total = countFindings(checks);
  const changeRequest = { spaceId: path.spaceId, number: path.changeRequestId };
  return (
    <section id="readers" aria-labelledby="reader-findings" className="mt-8">
      <h2 id="reader-findings" className="mb-2 text-base font-semibold">
        New problems for readers
      </h2>
      {total === 0 ? (
        <p className="text-ink-soft">No new problems. Links to other sites are checked later.</p>
      ) : (
        <>
          <p className="mb-1">
            {counts.map(({ kind, count }) => `${kindLabels[kind]}: ${formatNumber(count)}`).join(' · ')}
          </p>
          <ul aria-label="New problems for readers" className="flex flex-col">
            {findings.map((finding) => (
              <FindingRow
                key={finding.id}
                finding={finding}
                fix={fixOfFinding({ organizationId, changeRequest }, finding)}
              />
            ))}
          </ul>
          {findings.length < total && (
            <p className="mt-2 text-xs text-ink-soft">Only the first {findings.length} are listed.</p>
          )}
        </>
      )}
      {isPartial && <p className="mt-2 text-ink-soft">The change is too large to check all of it.</p>}
    </section>
  );
}
