import { useQueryClient } from '@tanstack/react-query';
import { linkOptions, useRouter } from '@tanstack/react-router';
import { Link2, Copy, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Invite } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton, copyText } from '#src/components/clipboard/copy-button.tsx';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { toastFailure, toast } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleEntries, roleName } from '#src/domain/roles/role-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { inviteRoles, useInviteChanges, useOptimisticInvites } from './actions.ts';
import type { NamedInvite } from './targets.ts';
import { useInviteTargets } from './use-invite-targets.ts';

export const redundantDescription = 'Another link already grants the same access or more.';

const columns: readonly Column<NamedInvite>[] = [
  {
    id: 'target',
    header: 'Grants access to',
    cell: ({ target }) => (
      <span dir="auto" className="truncate">
        {target}
      </span>
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

/** Undefined for the organization, whose label includes the kind. */
function kindOf({ space, collection }: Invite): string | undefined {
  if (space !== undefined) return 'Space';
  return collection === undefined ? undefined : 'Collection';
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

/** The invite id in pasted text: an id, or a URL that ends with one; null otherwise. */
export function parseInviteId(pasted: string): string | null {
  const last =
    pasted
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast(Boolean) ?? '';
  return /^[\w-]{1,128}$/.test(last) ? last : null;
}

/** Opens an invite link by its id, for servers that cannot list invite links. */
export function OpenInviteById({ onOpen }: { onOpen: (inviteId: string) => void }) {
  const [text, setText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  return (
    <EmptyState icon={<Link2 />} title="This server doesn’t list invite links">
      <p>Enter the ID of a link to view, change or revoke it.</p>
      <form
        className="mt-4 flex flex-col gap-2 text-left text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          const id = parseInviteId(text);
          setIsInvalid(id === null);
          if (id !== null) onOpen(id);
        }}
      >
        <Field label="Invite link ID or URL" error={isInvalid ? 'Enter an invite link ID or URL.' : null}>
          {(control) => (
            <Input
              {...control}
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="self-start">
          Open link
        </Button>
      </form>
    </EmptyState>
  );
}

/** Shown while invite links are disabled, with a button that enables them. */
export function InvitesDisabledNotice({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const { mutateAsync, isPending } = useApiMutation(updateOrganizationMutation(), {
    invalidates: ['listOrganizations'],
    onSuccess: (changed) => queryClient.setQueryData(getOrganizationQueryKey({ path }), changed),
  });
  const set = (inviteLinks: boolean) => mutateAsync({ path, body: { inviteLinks } });
  const enable = async () => {
    try {
      await set(true);
    } catch (error) {
      toastFailure(error, () => void enable());
      return;
    }
    recordUndoable({ label: 'Enabled invite links', undo: () => set(false), redo: () => set(true) });
  };
  return (
    <Callout
      tone="warning"
      title="Invite links are disabled"
      className="mb-4"
      action={
        <Button
          size="small"
          pending={isPending}
          disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
          onClick={enable}
        >
          Enable
        </Button>
      }
    >
      Existing links stay listed but don’t work, and you can’t create new ones.
    </Callout>
  );
}
