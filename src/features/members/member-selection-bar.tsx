import { KeyRound, ListChecks, MailPlus, ShieldCheck, UserMinus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { listMembers } from '#api/generated/sdk.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type SelectionAction, SelectionBar } from '#src/components/table/selection-bar.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import type { BulkAction } from '#src/domain/member-bulk/member-bulk-dialog.tsx';
import type { MemberSelection } from '#src/domain/member-bulk/plan-members.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { useResendInvitations } from './invitations.ts';
import { type MemberSearch, toMemberQuery } from './queries.ts';

const MemberBulkDialog = lazyPart(async () => ({
  default: (await import('#src/domain/member-bulk/member-bulk-dialog.tsx')).MemberBulkDialog,
}));

interface MemberSelectionBarProps {
  organizationId: string;
  /** Selected members among the loaded rows. */
  selected: readonly Member[];
  /** All members that match the filter are selected, loaded or not. */
  all: boolean;
  /** Members that match the filter. */
  total: number;
  search: MemberSearch;
  onAll: () => void;
  onClear: () => void;
}

const selectionActions = (
  open: (action: BulkAction) => void,
  resend: SelectionAction,
): readonly SelectionAction[] => [
  { label: 'Role…', icon: <ShieldCheck />, prominent: true, onSelect: () => open('role') },
  { label: 'Team…', icon: <Users />, prominent: true, onSelect: () => open('team') },
  resend,
  { label: 'Single sign-on…', icon: <KeyRound />, onSelect: () => open('sso') },
  { label: 'Remove…', icon: <UserMinus />, tone: 'danger', onSelect: () => open('remove') },
];

export function MemberSelectionBar(props: MemberSelectionBarProps) {
  const { organizationId, selected, all, total, search, onAll, onClear } = props;
  const [action, setAction] = useState<BulkAction | null>(null);
  const { limit: _limit, ...filter } = toMemberQuery(search);
  const resend = useResendInvitations(organizationId);
  const invited = selected.filter(({ invitedAt }) => invitedAt !== undefined);
  const resendTo = async () => {
    try {
      const query = { ...filter, status: 'invited' as const };
      const matching = () =>
        fetchAllPages(
          async (page) =>
            (
              await listMembers({
                path: { organizationId },
                query: { ...query, ...page },
                throwOnError: true,
              })
            ).data,
        );
      await resend.send(all ? await matching() : invited);
    } catch (error) {
      toastFailure(error, () => void resendTo());
    }
  };
  const choice: MemberSelection = all ? { filter } : { members: selected };
  return (
    <>
      <SelectionBar
        count={all ? total : selected.length}
        noun="member"
        onClear={onClear}
        selectAll={
          !all &&
          selected.length < total && {
            label: `Select all ${formatCount(total, 'member')}${(search.q ?? search.role ?? search.status) ? ' that match' : ''}`,
            icon: <ListChecks />,
            onSelect: onAll,
          }
        }
        actions={selectionActions(setAction, {
          label: 'Resend invitations',
          icon: <MailPlus />,
          disabledReason:
            resend.denialReason ?? (!all && invited.length === 0 ? 'Nobody selected is invited.' : undefined),
          onSelect: () => void resendTo(),
        })}
      />
      <Suspense>
        {action && (
          <MemberBulkDialog
            organizationId={organizationId}
            selection={choice}
            action={action}
            // Removed rows leave the selection; “all that match” has to be cleared.
            onDone={() => all && action === 'remove' && onClear()}
            onClose={() => setAction(null)}
          />
        )}
      </Suspense>
    </>
  );
}
