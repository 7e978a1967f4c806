import { useRouter } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { Organization } from '#api/generated/types.gen.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { ListMenu } from '#src/components/saved-views/list-menu.tsx';
import type { MemberSearch } from './member-search.ts';

export function MemberListTools({
  organization,
  search,
}: {
  organization: Organization;
  search: MemberSearch;
}) {
  const { navigate } = useRouter();
  return (
    <ListMenu
      moreEntries={() => [
        exportEntry(async () => (await import('./member-export.ts')).exportMembers(organization, search)),
        {
          label: 'Update from CSV…',
          icon: <Upload />,
          disabledReason: reasonUnless(organization.permissions.admin, permissionReasons.administrator),
          onSelect: () =>
            void navigate({
              to: '/o/$organizationId/members/import',
              params: { organizationId: organization.id },
            }),
        },
      ]}
    />
  );
}
