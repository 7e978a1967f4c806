import { Download } from 'lucide-react';
import type { Organization } from '#src/api/generated/types.gen.ts';
import { ListTools } from '#src/components/saved-views/list-tools.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import type { TeamSearch } from './team-search.ts';

/** The menu of the list of teams: saved views, its address, and a file of it. */
export function TeamListTools({ organization, search }: { organization: Organization; search: TeamSearch }) {
  return (
    <ListTools
      more={() => [
        {
          label: 'Export as CSV…',
          icon: <Download />,
          hint: 'All that match the filter',
          onSelect: () =>
            void import('./team-export.ts')
              .then(({ exportTeams }) => exportTeams(organization, search))
              .catch((error: unknown) => toastFailure(error)),
        },
      ]}
    />
  );
}
