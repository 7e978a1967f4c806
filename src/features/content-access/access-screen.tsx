import { Download, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import type { EffectivePermission, TeamPermission } from '#api/generated/types.gen.ts';
import type { List } from '#src/api/paging.ts';
import { startExport } from '#src/components/bulk/export-entry.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { useReasons } from './direct-grants.ts';
import { type Above, InheritedTeamAccess, useInheritedTeams } from './inherited-teams.tsx';
import type { AccessContext } from './labels.ts';
import type { AccessFilter, ContentRef } from './queries.ts';
import { AccessTable, grantableRoles, TeamAccess } from './table.tsx';

const GrantForm = lazyPart(async () => ({ default: (await import('./grant-form.tsx')).GrantForm }));

interface AccessScreenProps {
  organizationId: string;
  content: ContentRef;
  title: string;
  /** The default access, as a sentence. */
  defaultAccessText: string;
  list: List<EffectivePermission>;
  teams: readonly TeamPermission[];
  /** The collections above, nearest first. */
  above: readonly Above[];
  titleOf: AccessContext['titleOf'];
  filter: AccessFilter;
  onFilter: (filter: AccessFilter) => void;
  isGranting: boolean;
  onGranting: (granting: boolean) => void;
}

/** The people with access to a space or collection and the reasons, and team access. */
// oxlint-disable-next-line max-lines-per-function -- one screen, from its filters down to its teams
export function AccessScreen(props: AccessScreenProps) {
  const { content, list, teams, filter, onFilter } = props;
  const people = useReasons(content, list.items);
  const inherited = useInheritedTeams(props.above, people);
  const context: AccessContext = {
    contentId: content.id,
    titleOf: props.titleOf,
    teamTitleOf: (id) => teams.find(({ team }) => team.id === id)?.team.title,
  };
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{props.defaultAccessText}</p>
      <FilterBar
        active={filter.role === undefined ? 0 : 1}
        onClear={() => onFilter({ ...filter, role: undefined })}
        search={
          <SearchField
            label="Search people"
            value={filter.q ?? ''}
            onSearch={(text) => onFilter({ ...filter, q: text || undefined })}
            className="w-full sm:w-80"
          />
        }
        actions={
          <>
            <Button
              icon={<Download />}
              onClick={() =>
                startExport(async () => {
                  const { exportAccess } = await import('./access-export.ts');
                  exportAccess({ content, title: props.title, filter, context });
                })
              }
            >
              CSV
            </Button>
            <Button tone="primary" icon={<UserPlus />} onClick={() => props.onGranting(true)}>
              Grant access
            </Button>
          </>
        }
      >
        <Select
          aria-label="Role"
          value={filter.role ?? ''}
          options={[
            { value: '', label: 'All roles' },
            ...grantableRoles.map((option) => ({ value: option, label: roleName(option) })),
          ]}
          onChange={(value) =>
            onFilter({ ...filter, role: grantableRoles.find((option) => option === value) })
          }
          className="w-full sm:w-44"
        />
      </FilterBar>
      <AccessTable content={content} list={{ ...list, items: people }} context={context} />
      <section aria-labelledby="team-access" className="mt-8">
        <h2 id="team-access" className="mb-2 text-base font-semibold">
          Teams
        </h2>
        <TeamAccess content={content} teams={teams} hasInherited={inherited.length > 0} />
        <InheritedTeamAccess organizationId={props.organizationId} teams={inherited} />
      </section>
      <Suspense>
        {props.isGranting && (
          <GrantForm
            organizationId={props.organizationId}
            content={content}
            title={props.title}
            onClose={() => props.onGranting(false)}
          />
        )}
      </Suspense>
    </>
  );
}
