import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { listTeamsOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#src/api/generated/types.gen.ts';
import { Field } from '#src/ui/field.tsx';
import { PickList } from '#src/ui/pick-list.tsx';

/** How many teams are offered; whoever looks for another one types more of its name. */
const most = 20;

interface TeamPickerProps {
  organizationId: string;
  chosen: Pick<Team, 'id' | 'title'> | null;
  onChoose: (team: Pick<Team, 'id' | 'title'>) => void;
}

/** Chooses one team of the organization by searching for its name. */
export function TeamPicker({ organizationId, chosen, onChoose }: TeamPickerProps) {
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query.trim());
  const teams = useQuery({
    ...listTeamsOptions({ path: { organizationId }, query: { limit: most, ...(title && { title }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Field label="Team" hint={chosen ? `Chosen: ${chosen.title}` : 'Type to search, press Enter to choose.'}>
      {(control) => (
        <PickList
          label="Name of the team"
          control={control}
          query={query}
          onQuery={setQuery}
          pending={teams.isFetching}
          empty={teams.isError ? 'The teams could not be fetched.' : 'No team has this name.'}
          chosen={chosen?.id}
          options={(teams.data?.items ?? []).map((team) => ({
            id: team.id,
            disabledReason: team.permissions.admin ? undefined : 'Not yours to change',
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
