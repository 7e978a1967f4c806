import { linkOptions, useRouter } from '@tanstack/react-router';
import { Copy, Link2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invite } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { copyText } from '#src/components/clipboard/copy-text.ts';
import { roleEntries } from '#src/components/roles/role-entries.ts';
import { roleName } from '#src/components/roles/role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { inviteRoles, useInviteChanges, useOptimisticInvites } from './invite-changes.ts';
import { type NamedInvite, useInviteTargets } from './invite-list.ts';

export const redundantDescription = 'Another link already grants the same access or more.';

const columns: readonly Column<NamedInvite>[] = [
  {
    id: 'target',
    header: 'Grants access to',
    cell: ({ target }) => (
      <>
        <Link2 aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <span dir="auto" className="truncate">
          {target}
        </span>
      </>
    ),
  },
  {
    id: 'kind',
    header: 'Type',
    width: '8rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ invite }) => kindOf(invite),
  },
  {
    id: 'role',
    header: 'Role',
    width: '10rem',
    phone: 'aside',
    cell: ({ invite, target }) => (
      <button
        type="button"
        data-row-menu="role"
        className="cell-choice"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={`${roleName(invite.role)}, role granted by the link to ${target}`}
      >
        {roleName(invite.role)}
      </button>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: '8rem',
    cell: ({ invite }) => (invite.redundant ? <Badge tip={redundantDescription}>Redundant</Badge> : 'Active'),
  },
  {
    id: 'link',
    header: 'Link',
    width: '8rem',
    from: 'md',
    phone: 'hidden',
    cell: ({ invite: { urls } }) =>
      urls?.app ? <CopyButton showLabel text={urls.app} what="link" size="small" /> : 'Unavailable',
  },
];

function kindOf({ space, collection }: Invite): string {
  if (space !== undefined) return 'Space';
  return collection === undefined ? 'Organization' : 'Collection';
}

interface InvitesTableProps {
  organizationId: string;
  list: List<Invite>;
  empty: ReactNode;
}

/** The invite links and their actions. Only administrators can list them. */
export function InvitesTable({ organizationId, list, empty }: InvitesTableProps) {
  const { navigate } = useRouter();
  const { setRole, confirmRevoke } = useInviteChanges(organizationId);
  const items = useInviteTargets(useOptimisticInvites(list.items));
  const linkOf = ({ invite }: NamedInvite) =>
    linkOptions({
      to: '/o/$organizationId/invites/$inviteId',
      params: { organizationId, inviteId: invite.id },
    });

  const menuOf = (row: NamedInvite, part: string): MenuEntry[] =>
    part === 'role'
      ? roleEntries(row.invite.role, (role) => setRole(row, role), inviteRoles)
      : [
          {
            label: 'Copy link',
            icon: <Copy />,
            disabledReason: !row.invite.urls?.app && 'The URL of this link isn’t available.',
            onSelect: () => void copyLink(row.invite),
          },
          { label: 'Open', icon: <Link2 />, onSelect: () => void navigate(linkOf(row)) },
          'separator',
          {
            label: 'Revoke…',
            icon: <Trash2 />,
            tone: 'danger',
            onSelect: () => void confirmRevoke(row),
          },
        ];

  return (
    <DataTable
      label="Invite links"
      noun="invite link"
      list={{ ...list, items }}
      columns={columns}
      rowId={({ invite }) => invite.id}
      rowName={({ target }) => `the link to ${target}`}
      rowLink={linkOf}
      rowMenu={menuOf}
      empty={empty}
    />
  );
}

async function copyLink({ urls }: Invite): Promise<void> {
  if (await copyText(urls?.app ?? '')) toast('Copied link. Anyone with it can join.');
}
