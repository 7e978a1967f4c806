import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { User } from '#api/generated/types.gen.ts';
import { Person } from '#src/components/people/person.tsx';
import { isAwaitingResponse } from '#src/lib/is-awaiting-response.ts';
import { sortByRelevance, matchLevel } from '#src/lib/match-level.ts';

/** The people whose name matches what was typed behind an `@`; none while no mention is typed. */
export function useMentionMatches(organizationId: string, typed: string | undefined): User[] {
  const search = useDeferredValue(typed?.trim());
  const found = useQuery({
    ...listMembersOptions({ path: { organizationId }, query: { limit: 6, ...(search && { search }) } }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    // Whoever may not list the members writes names by hand.
    retry: false,
  });
  if (typed === undefined || found.isError) return [];
  const people = (found.data?.items ?? []).map(({ user }) => user);
  // Of those found for an earlier text, whoever does not match the present one cannot be meant.
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

/** The people to choose from; the field above steers it. */
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
          // Before the field loses the focus, and with it the list.
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
