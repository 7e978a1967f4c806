import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member, TeamRole } from '#api/generated/types.gen.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import {
  changeMember,
  recordUndoableChanges,
  invalidateMembers,
} from '#src/domain/member-bulk/change-member.ts';
import { type MemberChange, type MemberSelection, createPlan } from '#src/domain/member-bulk/plan-members.ts';
import { TeamPicker } from '#src/domain/pickers/team-picker.tsx';
import {
  type RoleOption,
  roleOptions,
  roleKey,
  roleDescription,
  roleName,
} from '#src/domain/roles/role-labels.ts';
import { teamRoleName } from '#src/domain/roles/team-role-labels.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';

/** The bulk actions; each has a dialog. */
export type BulkAction = MemberChange['kind'];

interface MemberBulkDialogProps {
  organizationId: string;
  selection: MemberSelection;
  action: BulkAction;
  /** The preselected role. */
  role?: RoleOption;
  onDone?: () => void;
  onClose: () => void;
}

interface ActionLabels {
  title: string;
  verb: string;
  description: string;
  tone: 'primary' | 'danger';
}

const actionLabels: Record<BulkAction, ActionLabels> = {
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

export function MemberBulkDialog(props: MemberBulkDialogProps) {
  const { organizationId, action, role, onDone, onClose } = props;
  const queryClient = useQueryClient();
  // The run changes the list; the plan stays about the original selection.
  const [selection] = useState(props.selection);
  const { change, chooser } = useChange(organizationId, action, role ?? 'read');

  return (
    <BulkDialog<Member>
      {...actionLabels[action]}
      noun="member"
      planKey={[organizationId, selection, change]}
      createPlan={async (signal, onProgress): Promise<PlannedStep<Member>[]> =>
        change ? createPlan(queryClient, organizationId, selection, change, signal, onProgress) : []
      }
      execute={async (member) => {
        if (change) await changeMember(organizationId, member, change);
      }}
      onFinished={(done) => {
        void invalidateMembers(queryClient, organizationId);
        if (!change) return;
        const members = done.map(({ item }) => item);
        recordUndoableChanges(queryClient, organizationId, members, change);
        if (done.length > 0) onDone?.();
      }}
      onClose={onClose}
    >
      {chooser}
    </BulkDialog>
  );
}

const teamRoleOptions: readonly { value: TeamRole | 'out'; label: string }[] = [
  { value: 'member', label: `Add as ${teamRoleName('member').toLowerCase()}` },
  { value: 'owner', label: `Add as ${teamRoleName('owner').toLowerCase()}` },
  { value: 'out', label: 'Remove from team' },
];

/** The selected change, null while incomplete, and its fields. */
function useChange(organizationId: string, action: BulkAction, initialRole: RoleOption) {
  const [role, setRole] = useState<RoleOption>(initialRole);
  const [team, setTeam] = useState<{ id: string; title: string } | null>(null);
  const [teamRole, setTeamRole] = useState<TeamRole | 'out'>('member');
  if (action === 'role') {
    const fields = (
      <Field label="Role" hint={roleDescription(role)}>
        {(control) => (
          <Select
            {...control}
            value={roleKey(role)}
            options={roleOptions.map((option) => ({ value: roleKey(option), label: roleName(option) }))}
            onChange={(key) => setRole(key === 'guest' ? null : key)}
            className="w-full sm:w-60"
          />
        )}
      </Field>
    );
    const change: MemberChange = { kind: action, role };
    return { change, chooser: fields };
  }
  if (action === 'team') {
    const fields = (
      <>
        <TeamPicker organizationId={organizationId} selected={team} onSelect={setTeam} />
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              value={teamRole}
              options={teamRoleOptions}
              onChange={setTeamRole}
              className="w-full sm:w-60"
            />
          )}
        </Field>
      </>
    );
    const change: MemberChange | null = team && {
      kind: action,
      team,
      role: teamRole === 'out' ? null : teamRole,
    };
    return { change, chooser: fields };
  }
  const change: MemberChange = { kind: action };
  return { change, chooser: null };
}
