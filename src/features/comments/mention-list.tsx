import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { User } from '#api/generated/types.gen.ts';
import { Person } from '#src/components/people/person.tsx';
import { isAwaitingResponse } from '#src/lib/is-awaiting-response.ts';
import { sortByRelevance, matchLevel } from '#src/lib/match-level.ts';

/** People whose names match the text after an `@`; empty while no mention is typed. */
export function useMentionMatches(organizationId: string, typed: string | undefined): User[] {
  const search = useDeferredValue(typed?.trim());
  const found = useQuery({
    ...listMembersOptions({ path: { organizationId }, query: { limit: 6, ...(search && { search }) } }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    // Users who can't list members type names by hand.
    retry: false,
  });
  if (typed === undefined || found.isError) return [];
  const people = (found.data?.items ?? []).map(({ user }) => user);
  // Results of the previous query are filtered by the current one.
  const isPreviousResult = search !== typed.trim() || isAwaitingResponse(found);
  const matching = isPreviousResult
    ? people.filter((user) => matchLevel(typed, textsOf(user)) !== 'none')
    : people;
  return [...sortByRelevance(typed, matching, textsOf)];
}

const textsOf = ({ displayName, email }: User) => ({ label: displayName, detail: email });

interface MentionListProps {
  id: string;
  people: readonly User[];
  active: number;
  onPick: (name: string) => void;
}

/** The people to choose from, controlled by the field above. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People"
      className="absolute inset-x-0 top-full z-10 mt-1 max-w-sm rounded-md border border-line bg-surface p-1 shadow-floating"
    >
      {people.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          className="menu-entry items-center!"
          // Before the field loses focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person.displayName);
          }}
        >
          <Person user={person} />
        </div>
      ))}
    </div>
  );
}
