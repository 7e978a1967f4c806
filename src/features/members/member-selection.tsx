import { KeyRound, ShieldCheck, UserMinus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Member } from '#src/api/generated/types.gen.ts';
import type { BulkAction } from '#src/components/member-bulk/member-bulk-dialog.tsx';
import type { MemberChoice } from '#src/components/member-bulk/plan-members.ts';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { countOf } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { type MemberSearch, toMemberQuery } from './member-search.ts';

const MemberBulkDialog = lazy(async () => ({
  default: (await import('#src/components/member-bulk/member-bulk-dialog.tsx')).MemberBulkDialog,
}));

interface MemberSelectionProps {
  organizationId: string;
  /** Those that are selected among the rows that are loaded. */
  selected: readonly Member[];
  /** The selection means all that the list's filter finds, loaded or not. */
  all: boolean;
  /** How many the filter finds. */
  total: number;
  search: MemberSearch;
  onAll: () => void;
  onClear: () => void;
}

const actions: readonly { action: BulkAction; label: string; icon: React.ReactNode }[] = [
  { action: 'role', label: 'Role…', icon: <ShieldCheck /> },
  { action: 'team', label: 'Team…', icon: <Users /> },
  { action: 'sso', label: 'Single sign-on…', icon: <KeyRound /> },
  { action: 'remove', label: 'Remove…', icon: <UserMinus /> },
];

/** What can be done with the members that are selected. */
export function MemberSelection(props: MemberSelectionProps) {
  const { organizationId, selected, all, total, search, onAll, onClear } = props;
  const [action, setAction] = useState<BulkAction | null>(null);
  const { limit: _limit, ...filter } = toMemberQuery(search);
  const choice: MemberChoice = all ? { filter } : { members: selected };
  return (
    <>
      <SelectionBar
        count={all ? total : selected.length}
        noun="member"
        onClear={onClear}
        more={
          !all &&
          selected.length < total && (
            <Button tone="quiet" className="max-sm:h-9! max-sm:px-2!" onClick={onAll}>
              Select all {countOf(total, 'member')}
              {(search.q ?? search.role) ? ' that match' : ''}
            </Button>
          )
        }
      >
        {actions.map(({ action: one, label, icon }) => (
          <Button
            key={one}
            icon={icon}
            className="max-sm:h-9! max-sm:px-2!"
            tone={one === 'remove' ? 'quiet-danger' : 'neutral'}
            onClick={() => setAction(one)}
          >
            {label}
          </Button>
        ))}
      </SelectionBar>
      <Suspense>
        {action && (
          <MemberBulkDialog
            organizationId={organizationId}
            choice={choice}
            action={action}
            onClose={() => {
              setAction(null);
              if (action === 'remove') onClear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
