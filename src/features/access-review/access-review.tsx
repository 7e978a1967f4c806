import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Organization } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatNumber } from '#src/lib/counts.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { Select } from '#src/ui/select.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { findings, groupByFinding, labelsOfFinding } from './findings.ts';
import { allMembersOf } from './review-members.ts';
import { inactiveDaysChoices, inactiveDaysOf, type ReviewSearch } from './review-search.ts';
import { ReviewTable } from './review-table.tsx';
import { SignOffPanel } from './sign-off-panel.tsx';

interface AccessReviewProps {
  organization: Organization;
  search: ReviewSearch;
  onSearch: (search: ReviewSearch) => void;
}

/** The access review: members by finding, with suggested actions and a sign-off. */
export function AccessReview({ organization, search, onSearch }: AccessReviewProps) {
  const [progress, setProgress] = useState({ known: 0, total: 0 });
  const [now] = useState(() => new Date());
  const allMembers = useQuery(
    allMembersOf(organization.id, (known, total) => setProgress({ known, total: total ?? known })),
  );
  if (allMembers.error) {
    return <FetchFailure error={allMembers.error} onRetry={allMembers.refetch} urgent />;
  }
  if (!allMembers.data) {
    return (
      <div>
        <Progress label="Members loaded" value={progress.known} max={progress.total || 1} />
        <p role="status" className="my-2 text-ink-soft tabular-nums">
          {formatNumber(progress.known)} of {formatNumber(progress.total)} members loaded
        </p>
        <SkeletonRows rows={5} />
      </div>
    );
  }
  const matches = groupByFinding(allMembers.data.items, inactiveDaysOf(search), now);
  const shown = search.show ?? 'administrators';
  const counts = Object.fromEntries(findings.map((finding) => [finding, matches[finding].length]));
  return (
    <>
      <Tabs
        label="Findings"
        tabs={findings.map((finding) => ({
          value: finding,
          label: labelsOfFinding(finding).title,
          count: matches[finding].length,
        }))}
        value={shown}
        onChange={(show) => onSearch({ ...search, show })}
      >
        <div className="mt-3 mb-3 flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-soft text-pretty">{labelsOfFinding(shown).description}</p>
          {shown === 'away' && (
            <Select
              aria-label="Inactive for"
              value={search.days ?? '90'}
              options={inactiveDaysChoices.map((days) => ({ value: days, label: `${days} days` }))}
              onChange={(days) => onSearch({ ...search, days })}
              className="w-32"
            />
          )}
        </div>
        <ReviewTable
          key={shown}
          organization={organization}
          finding={shown}
          members={matches[shown]}
          empty={
            <EmptyState icon={<ShieldCheck />} title="No members">
              No members match this check.
            </EmptyState>
          }
        />
      </Tabs>
      <SignOffPanel organizationId={organization.id} counts={{ ...emptyCounts, ...counts }} />
    </>
  );
}

const emptyCounts = { administrators: 0, guests: 0, away: 0, 'no-sso': 0, 'no-team': 0, disabled: 0 };
