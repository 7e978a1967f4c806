import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { listMemberTeamsOptions, listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { sortByRelevance } from '#src/lib/compare/match-text.ts';
import { selectableFirst } from '#src/lib/selectable-first.ts';
import { Field } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';

/** Results shown; a longer query finds the rest. */
const maxResults = 20;

const toSearchTexts = ({ title }: Team) => ({ label: title });

interface TeamPickerProps {
  organizationId: string;
  selected: Pick<Team, 'id' | 'title'> | null;
  onSelect: (team: Pick<Team, 'id' | 'title'>) => void;
  /** A member whose current teams can't be selected. */
  userId?: string;
  error?: string | undefined;
}

/** Selects a team by name. */
export function TeamPicker({ organizationId, selected, onSelect, userId, error }: TeamPickerProps) {
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query.trim());
  const filter = { limit: maxResults, ...(title && { title }) };
  const teams = useQuery({
    ...listTeamsOptions({ path: { organizationId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const memberTeams = useQuery({
    ...listMemberTeamsOptions({ path: { organizationId, userId: userId ?? '' }, query: filter }),
    placeholderData: keepPreviousData,
    enabled: userId !== undefined,
  });
  const isSearching = isAwaitingResponse(teams) || (userId !== undefined && isAwaitingResponse(memberTeams));
  const isLoading = userId !== undefined && memberTeams.isPending;
  const currentTeamIds = new Set(memberTeams.data?.items.map(({ team }) => team.id));
  const reasonOf = (team: Team) => {
    if (currentTeamIds.has(team.id)) return 'Already a member';
    return team.permissions.admin ? undefined : 'No permission';
  };
  const matchingTeams = sortByRelevance(title, isLoading ? [] : (teams.data?.items ?? []), toSearchTexts);
  return (
    <Field
      label="Team"
      error={error}
      hint={selected ? `Selected: ${selected.title}` : 'Type to search, press Enter to select.'}
    >
      {(control) => (
        <PickList
          label="Search teams"
          control={control}
          query={query}
          onQuery={setQuery}
          pending={title !== query.trim() || isSearching}
          empty={teams.isError ? errorMessage(teams.error) : 'No matching teams.'}
          selectedId={selected?.id}
          options={selectableFirst(matchingTeams, reasonOf).map((team) => ({
            id: team.id,
            disabledReason: reasonOf(team),
            content: (
              <>
                <Users aria-hidden="true" />
                <span dir="auto" className="min-w-0 truncate">
                  {team.title}
                </span>
              </>
            ),
          }))}
          onPick={(id) => {
            const team = teams.data?.items.find((candidate) => candidate.id === id);
            if (team) onSelect({ id, title: team.title });
          }}
        />
      )}
    </Field>
  );
}
