import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { listEligibleReviewersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { EligibleReviewer } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { SelectedPeople, type SelectablePerson } from '#src/domain/people/people-field.tsx';
import { Person } from '#src/domain/people/person.tsx';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { ChangeRequestPath } from '../labels.ts';

/** Results shown; a longer query finds the rest. */
const maxResults = 20;

interface ReviewerFieldProps {
  path: ChangeRequestPath;
  error: string | undefined;
  optional: boolean;
  selected: readonly SelectablePerson[];
  onChange: (selected: SelectablePerson[]) => void;
}

/** Selects people who may review a change request: those who took part in the space before come first. */
export function ReviewerField({ path, error, optional, selected, onChange }: ReviewerFieldProps) {
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const list = useQuery({
    ...listEligibleReviewersOptions({ path, query: { limit: maxResults, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  });
  const reviewers = list.data?.items ?? [];
  const reasonOf = ({ user, requested }: EligibleReviewer) => {
    if (selected.some(({ id }) => id === user.id)) return 'Selected';
    return requested ? 'Requested' : undefined;
  };
  const pick = (id: string) => {
    const reviewer = reviewers.find(({ user }) => user.id === id);
    if (!reviewer) return;
    onChange([...selected, { id, user: reviewer.user }]);
    announce(`Selected ${reviewer.user.displayName}`);
    setQuery('');
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
          <PickList
            label="Search reviewers by name or email"
            control={control}
            query={query}
            onQuery={setQuery}
            pending={search !== query.trim() || isAwaitingResponse(list)}
            empty={list.error ? errorMessage(list.error) : 'No members who may review.'}
            options={reviewers.map((reviewer) => ({
              id: reviewer.user.id,
              content: <Person user={reviewer.user} />,
              disabledReason: reasonOf(reviewer),
            }))}
            onPick={pick}
          />
        </>
      )}
    </Field>
  );
}
