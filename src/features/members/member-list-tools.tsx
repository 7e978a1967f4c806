import { useRouter } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { Organization } from '#api/generated/types.gen.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { ListTools } from '#src/components/saved-views/list-tools.tsx';
import type { MemberSearch } from './member-search.ts';

/** The menu of the member list: saved views, its address, and files out and in. */
export function MemberListTools({
  organization,
  search,
}: {
  organization: Organization;
  search: MemberSearch;
}) {
  const { navigate } = useRouter();
  return (
    <ListTools
      more={() => [
        exportEntry(async () => (await import('./member-export.ts')).exportMembers(organization, search)),
        {
          label: 'Update from CSV…',
          icon: <Upload />,
          disabledReason: unless(organization.permissions.admin, needs.administrator),
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
