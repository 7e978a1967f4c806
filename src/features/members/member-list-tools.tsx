import { useRouter } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import type { Organization } from '#src/api/generated/types.gen.ts';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { ListTools } from '#src/components/saved-views/list-tools.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
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
        {
          label: 'Export as CSV…',
          icon: <Download />,
          hint: 'All that match the filter',
          onSelect: () =>
            void import('./member-export.ts')
              .then(({ exportMembers }) => exportMembers(organization, search))
              .catch((error: unknown) => toastFailure(error)),
        },
        {
          label: 'Change by CSV…',
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
