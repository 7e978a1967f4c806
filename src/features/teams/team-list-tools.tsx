import type { Organization } from '#api/generated/types.gen.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ListMenu } from '#src/components/saved-views/list-menu.tsx';
import type { TeamSearch } from './team-search.ts';

export function TeamListTools({ organization, search }: { organization: Organization; search: TeamSearch }) {
  return (
    <ListMenu
      moreEntries={() => [
        exportEntry(async () => (await import('./team-export.ts')).exportTeams(organization, search)),
      ]}
    />
  );
}
