import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { ShieldCheck, KeyRound, UserMinus, Users } from 'lucide-react';
import { useState, type ReactNode, Suspense } from 'react';
import type { Organization, Member } from '#api/generated/types.gen.ts';
import { completeList } from '#src/api/paging.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import type { BulkAction } from '#src/domain/member-bulk/member-bulk-dialog.tsx';
import { memberColumns, personColumn } from '#src/domain/people/person.tsx';
import { roleDescription, roleName, type RoleOption } from '#src/domain/roles/role-labels.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import {
  findings,
  groupByFinding,
  labelsOfFinding,
  inactiveDaysChoices,
  inactiveDaysOf,
  type ReviewSearch,
  type Finding,
} from './findings.ts';
import { allMembersOf } from './review-members.ts';
import { SignOffPanel } from './sign-off-panel.tsx';

const MemberBulkDialog = lazyPart(async () => ({
  default: (await import('#src/domain/member-bulk/member-bulk-dialog.tsx')).MemberBulkDialog,
}));

const columns: readonly Column<Member>[] = [
  personColumn<Member>((member) => member),
  {
    id: 'role',
    header: 'Role',
    width: '9.5rem',
    phone: 'aside',
    cell: ({ role }) => roleName(role),
    tip: ({ role }) => roleDescription(role),
  },
  ...memberColumns,
];

/** A bulk action suggested for a finding; `role` is set for role changes. */
interface SuggestedAction {
  action: BulkAction;
  role?: RoleOption;
  label: string;
  icon: ReactNode;
}

const changeRole: SuggestedAction = {
  action: 'role',
  role: 'edit',
  label: 'Change role…',
  icon: <ShieldCheck />,
};
const removeMembers: SuggestedAction = { action: 'remove', label: 'Remove…', icon: <UserMinus /> };

const suggestedActions: Record<Finding, readonly SuggestedAction[]> = {
  administrators: [changeRole],
  guests: [removeMembers],
  away: [{ action: 'role', role: null, label: 'Change to guest…', icon: <ShieldCheck /> }, removeMembers],
  'no-sso': [{ action: 'sso', label: 'Require single sign-on…', icon: <KeyRound /> }],
  'no-team': [{ action: 'team', label: 'Add to team…', icon: <Users /> }, removeMembers],
  disabled: [removeMembers],
};

interface ReviewTableProps {
  organization: Organization;
  finding: Finding;
  members: readonly Member[];
  empty: ReactNode;
}

function ReviewTable({ organization, finding, members, empty }: ReviewTableProps) {
  const selection = useSelection(members.map(({ id }) => id));
  const [openAction, setOpenAction] = useState<(SuggestedAction & { members: readonly Member[] }) | null>(
    null,
  );
  const selected = members.filter(({ id }) => selection.has(id));
  const actions = suggestedActions[finding].map((action, index): SelectionAction => ({
    label: action.label,
    icon: action.icon,
    prominent: index === 0,
    ...(action.action === 'remove' ? { tone: 'danger' } : {}),
    onSelect: () => setOpenAction({ ...action, members: selected }),
  }));
  return (
    <>
      <DataTable
        label="Members"
        noun="member"
        list={completeList(members)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ user }) => user.displayName}
        rowLink={({ id }) =>
          linkOptions({
            to: '/o/$organizationId/members/$userId',
            params: { organizationId: organization.id, userId: id },
          })
        }
        rowMenu={(member) =>
          suggestedActions[finding].map((action) => ({
            label: action.label,
            icon: action.icon,
            ...(action.action === 'remove' ? { tone: 'danger' } : {}),
            onSelect: () => setOpenAction({ ...action, members: [member] }),
          }))
        }
        selection={selection}
        empty={empty}
      />
      <SelectionBar count={selected.length} noun="member" onClear={selection.clear} actions={actions} />
      <Suspense>
        {openAction && (
          <MemberBulkDialog
            organizationId={organization.id}
            selection={{ members: openAction.members }}
            action={openAction.action}
            {...(openAction.role === undefined ? {} : { role: openAction.role })}
            onClose={() => setOpenAction(null)}
          />
        )}
      </Suspense>
    </>
  );
}

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
  const section = search.show ?? 'administrators';
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
        value={section}
        onChange={(show) => onSearch({ ...search, show })}
      >
        <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-soft text-pretty">{labelsOfFinding(section).description}</p>
          {section === 'away' && (
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
          key={section}
          organization={organization}
          finding={section}
          members={matches[section]}
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
