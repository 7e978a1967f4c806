import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Book, KeyRound } from 'lucide-react';
import { listMemberSpacesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, MemberSpace } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions, useList } from '#src/api/paging.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import type { Column } from '#src/components/table/columns.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Time } from '#src/ui/time.tsx';

export const spacesOfMember = (path: { organizationId: string; userId: string }) =>
  pagedOptions(listMemberSpacesInfiniteOptions({ path, query: { limit: pageSize } }));

const columns: readonly Column<MemberSpace>[] = [
  {
    id: 'space',
    header: 'Space',
    cell: ({ space }) => (
      <>
        <span aria-hidden="true" className="grid w-5 shrink-0 place-items-center text-base">
          {space.emoji ?? <Book className="size-4 text-ink-soft" />}
        </span>
        <span dir="auto" className="truncate">
          {space.title}
        </span>
      </>
    ),
  },
  {
    id: 'level',
    header: 'Access',
    width: '9rem',
    phone: 'aside',
    cell: ({ permission }) => <span data-tip={roleDescription(permission)}>{roleName(permission)}</span>,
  },
  {
    id: 'changed',
    header: 'Updated',
    width: '9rem',
    from: 'md',
    cell: ({ space }) => <Time value={space.updatedAt} />,
  },
];

interface MemberSpacesProps {
  organizationId: string;
  member: Member;
}

export function MemberSpaces({ organizationId, member }: MemberSpacesProps) {
  const navigate = useNavigate();
  const list = useList(spacesOfMember({ organizationId, userId: member.id }));
  return (
    <DataTable
      label={`Spaces of ${member.user.displayName}`}
      noun="space"
      list={list}
      columns={columns}
      rowId={({ space }) => space.id}
      rowName={({ space }) => space.title}
      rowLink={({ space }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: space.id },
        })
      }
      rowMenu={({ space }) => [
        {
          label: 'Explain access',
          icon: <KeyRound />,
          hint: 'See where it comes from',
          disabledReason: reasonUnless(space.permissions.admin, permissionReasons.accessManager),
          onSelect: () =>
            void navigate({
              to: '/o/$organizationId/spaces/$spaceId/access',
              params: { organizationId, spaceId: space.id },
              search: { q: member.user.email ?? member.user.displayName },
            }),
        },
      ]}
      empty={
        <EmptyState icon={<Book />} title="No spaces" className="rounded-lg border border-line">
          {member.user.displayName} doesn’t have access to any space yet.
        </EmptyState>
      }
    />
  );
}
