import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { messageOf } from '#src/api/errors.ts';
import { listMemberTeamsOptions, listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { awaitsAnswer } from '#src/lib/awaits-answer.ts';
import { bestFirst } from '#src/lib/match-level.ts';
import { Field } from '#src/ui/field.tsx';
import { PickList } from '#src/ui/pick-list.tsx';

/** How many teams are offered; whoever looks for another one types more of its name. */
const most = 20;

const toTexts = ({ title }: Team) => ({ label: title });

interface TeamPickerProps {
  organizationId: string;
  chosen: Pick<Team, 'id' | 'title'> | null;
  onChoose: (team: Pick<Team, 'id' | 'title'>) => void;
  /** A member whose own teams cannot be chosen again. */
  userId?: string;
  /** What is wrong with the choice. */
  error?: string | undefined;
}

/** Chooses one team of the organization by searching for its name. */
export function TeamPicker({ organizationId, chosen, onChoose, userId, error }: TeamPickerProps) {
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query.trim());
  const filter = { limit: most, ...(title && { title }) };
  const teams = useQuery({
    ...listTeamsOptions({ path: { organizationId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    ...listMemberTeamsOptions({ path: { organizationId, userId: userId ?? '' }, query: filter }),
    placeholderData: keepPreviousData,
    enabled: userId !== undefined,
  });
  const isSearching = awaitsAnswer(teams) || (userId !== undefined && awaitsAnswer(own));
  const present = new Set(own.data?.items.map(({ team }) => team.id));
  const reasonOf = (team: Team) => {
    if (present.has(team.id)) return 'Already a member';
    return team.permissions.admin ? undefined : 'No permission';
  };
  return (
    <Field
      label="Team"
      error={error}
      hint={chosen ? `Selected: ${chosen.title}` : 'Type to search, press Enter to select.'}
    >
      {(control) => (
        <PickList
          label="Search teams"
          control={control}
          query={query}
          onQuery={setQuery}
          pending={title !== query.trim() || isSearching}
          empty={teams.isError ? messageOf(teams.error) : 'No matching teams.'}
          chosen={chosen?.id}
          options={bestFirst(title, teams.data?.items ?? [], toTexts).map((team) => ({
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
            const team = teams.data?.items.find((one) => one.id === id);
            if (team) onChoose({ id, title: team.title });
          }}
        />
      )}
    </Field>
  );
}
