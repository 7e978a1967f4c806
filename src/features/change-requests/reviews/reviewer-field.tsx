import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { listEligibleReviewersOptions, listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { EligibleReviewer } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { SelectedPeople, type SelectablePerson } from '#src/domain/people/people-field.tsx';
import { Person } from '#src/domain/people/person.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { useTakesTeams } from '../capabilities.ts';
import type { ChangeRequestPath } from '../labels.ts';

/** Results shown; a longer query finds the rest. */
const maxResults = 20;

/** A team that is to be asked for a review. */
export interface ChosenTeam {
  id: string;
  title: string;
}

interface ReviewerFieldProps {
  organizationId: string;
  path: ChangeRequestPath;
  error: string | undefined;
  optional: boolean;
  selected: readonly SelectablePerson[];
  onChange: (selected: SelectablePerson[]) => void;
  teams: readonly ChosenTeam[];
  onTeams: (teams: ChosenTeam[]) => void;
}

/** Teams shown; a longer query finds the rest. */
const maxTeams = 5;

/** The teams of the organization that match; none where the server takes none, or the person can't list them. */
function useTeams(organizationId: string, search: string): readonly ChosenTeam[] {
  const takesTeams = useTakesTeams();
  const { data } = useQuery({
    ...listTeamsOptions({
      path: { organizationId },
      query: { limit: maxTeams, ...(search && { title: search }) },
    }),
    enabled: takesTeams,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data?.items ?? [];
}

/** Selects people who may review a change request: those who took part in the space before come first. */
export function ReviewerField(props: ReviewerFieldProps) {
  const { organizationId, path, error, optional, selected, onChange, teams, onTeams } = props;
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const list = useQuery({
    ...listEligibleReviewersOptions({ path, query: { limit: maxResults, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  });
  const reviewers = list.data?.items ?? [];
  const foundTeams = useTeams(organizationId, search);
  const reasonOf = ({ user, requested }: EligibleReviewer) => {
    if (selected.some(({ id }) => id === user.id)) return 'Selected';
    return requested ? 'Requested' : undefined;
  };
  const pick = (id: string) => {
    const team = foundTeams.find((one) => one.id === id);
    if (team) {
      onTeams([...teams, { id, title: team.title }]);
      announce(`Selected ${team.title}`);
      return setQuery('');
    }
    const reviewer = reviewers.find(({ user }) => user.id === id);
    if (!reviewer) return undefined;
    onChange([...selected, { id, user: reviewer.user }]);
    announce(`Selected ${reviewer.user.displayName}`);
    return setQuery('');
  };
  return (
    <Field label="Reviewers" hint="Members who may review in this space." error={error} optional={optional}>
      {(control) => (
        <>
          {selected.length > 0 && (
            <SelectedPeople
              chosen={selected}
              onRemove={(person) => onChange(selected.filter(({ id }) => id !== person.id))}
            />
          )}
          <SelectedTeams teams={teams} onTeams={onTeams} />
          <PickList
            label="Search reviewers by name or email"
            control={control}
            query={query}
            onQuery={setQuery}
            pending={search !== query.trim() || isAwaitingResponse(list)}
            empty={list.error ? errorMessage(list.error) : 'No members who may review.'}
            options={[
              ...reviewers.map((reviewer) => ({
                id: reviewer.user.id,
                content: <Person user={reviewer.user} />,
                disabledReason: reasonOf(reviewer),
              })),
              ...foundTeams.map((team) => teamOption(team, teams)),
            ]}
            onPick={pick}
          />
        </>
      )}
    </Field>
  );
}

function SelectedTeams({ teams, onTeams }: Pick<ReviewerFieldProps, 'teams' | 'onTeams'>) {
  if (teams.length === 0) return null;
  return (
    <ul aria-label="Selected teams" className="flex flex-wrap gap-1">
      {teams.map(({ id, title }) => (
        <li key={id}>
          <Button
            size="small"
            icon={<X />}
            aria-label={`Remove ${title}`}
            onClick={() => onTeams(teams.filter((team) => team.id !== id))}
          >
            {title}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const teamOption = ({ id, title }: ChosenTeam, selected: readonly ChosenTeam[]) => ({
  id,
  content: (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="min-w-0 truncate">{title}</bdi>
      <Badge>Team</Badge>
    </span>
  ),
  disabledReason: selected.some((team) => team.id === id) ? 'Selected' : undefined,
});
