import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member, TeamRole } from '#api/generated/types.gen.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { TeamPicker } from '#src/components/pickers/team-picker.tsx';
import {
  type RoleChoice,
  roleChoices,
  roleKey,
  roleMeaning,
  roleName,
} from '#src/components/roles/role-words.ts';
import { teamRoleName } from '#src/components/roles/team-role-words.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { changeMember, recordChanges, refreshMembers } from './carry-out.ts';
import type { MemberChange } from './member-change.ts';
import { type MemberChoice, planChange } from './plan-members.ts';

/** What can be done with many members; each has a dialog. */
export type BulkAction = MemberChange['kind'];

interface MemberBulkDialogProps {
  organizationId: string;
  choice: MemberChoice;
  action: BulkAction;
  /** The role that is proposed. */
  role?: RoleChoice;
  /** Called when some of them were changed. */
  onDone?: () => void;
  onClose: () => void;
}

interface Words {
  title: string;
  verb: string;
  description: string;
  tone: 'primary' | 'danger';
}

const words: Record<BulkAction, Words> = {
  role: {
    title: 'Change role of members',
    verb: 'Change role of',
    description: 'Review the changes before you apply them. You can undo this.',
    tone: 'primary',
  },
  team: {
    title: 'Change team of members',
    verb: 'Change team of',
    description: 'Review the changes before you apply them.',
    tone: 'primary',
  },
  sso: {
    title: 'Require single sign-on',
    verb: 'Require for',
    description: 'Members can then sign in only with SSO. You can’t undo this here.',
    tone: 'primary',
  },
  remove: {
    title: 'Remove members',
    verb: 'Remove',
    description: 'Their content stays. If re-invited, they don’t regain this access.',
    tone: 'danger',
  },
};

/** Changes many members at once: choice, plan, run, result. */
export function MemberBulkDialog(props: MemberBulkDialogProps) {
  const { organizationId, action, role, onDone, onClose } = props;
  const queryClient = useQueryClient();
  // What is done changes the list that the choice was made in; the plan stays about those that were chosen.
  const [choice] = useState(props.choice);
  const { change, chooser } = useChange(organizationId, action, role ?? 'read');

  return (
    <BulkDialog<Member>
      {...words[action]}
      noun="member"
      planKey={[organizationId, choice, change]}
      makePlan={async (signal, onProgress): Promise<PlannedStep<Member>[]> =>
        change ? planChange(queryClient, organizationId, choice, change, signal, onProgress) : []
      }
      act={async (member) => {
        if (change) await changeMember(organizationId, member, change);
      }}
      onOver={(done) => {
        void refreshMembers(queryClient, organizationId);
        if (!change) return;
        const members = done.map(({ item }) => item);
        recordChanges(queryClient, organizationId, members, change);
        if (done.length > 0) onDone?.();
      }}
      onClose={onClose}
    >
      {chooser}
    </BulkDialog>
  );
}

const places: readonly { value: TeamRole | 'out'; label: string }[] = [
  { value: 'member', label: `Add as ${teamRoleName('member').toLowerCase()}` },
  { value: 'owner', label: `Add as ${teamRoleName('owner').toLowerCase()}` },
  { value: 'out', label: 'Remove from team' },
];

/** The change that is chosen, null while something is missing, and the fields to choose it with. */
function useChange(organizationId: string, action: BulkAction, proposed: RoleChoice) {
  const [role, setRole] = useState<RoleChoice>(proposed);
  const [team, setTeam] = useState<{ id: string; title: string } | null>(null);
  const [place, setPlace] = useState<TeamRole | 'out'>('member');
  if (action === 'role') {
    const chooser = (
      <Field label="Role" hint={roleMeaning(role)}>
        {(control) => (
          <Select
            {...control}
            value={roleKey(role)}
            options={roleChoices.map((one) => ({ value: roleKey(one), label: roleName(one) }))}
            onChange={(key) => setRole(key === 'guest' ? null : key)}
            className="w-full sm:w-60"
          />
        )}
      </Field>
    );
    return { change: { kind: action, role } satisfies MemberChange, chooser };
  }
  if (action === 'team') {
    const chooser = (
      <>
        <TeamPicker organizationId={organizationId} chosen={team} onChoose={setTeam} />
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              value={place}
              options={places}
              onChange={setPlace}
              className="w-full sm:w-60"
            />
          )}
        </Field>
      </>
    );
    const change: MemberChange | null = team && { kind: action, team, place: place === 'out' ? null : place };
    return { change, chooser };
  }
  return { change: { kind: action } satisfies MemberChange, chooser: null };
}
