import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Member } from '#api/generated/types.gen.ts';
import { Person } from '#src/domain/people/person.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { announce } from '#src/ui/browser/live-region.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { type DisabledReason, useMemberSearch } from './member-search.ts';

interface PeopleFieldProps {
  organizationId: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  selected: readonly Member[];
  onChange: (chosen: Member[]) => void;
  /** Why a member can't be selected; they come last. */
  disabledReason?: DisabledReason;
  /** Who can't be selected is not known yet. */
  isLoading?: boolean;
  onPasteText?: (text: string) => boolean;
}

/** Selects members by searching for name or email. */
export function PeopleField(props: PeopleFieldProps) {
  const { organizationId, label, hint, error, optional, selected, onChange, onPasteText } = props;
  const { disabledReason, isLoading = false } = props;
  const [query, setQuery] = useState('');
  const memberSearch = useMemberSearch(organizationId, query, disabledReason);
  const members = isLoading ? [] : memberSearch.members;
  const reasonOf = (member: Member) =>
    selected.some(({ id }) => id === member.id) ? 'Selected' : disabledReason?.(member);

  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <>
          {selected.length > 0 && (
            <SelectedPeople
              chosen={selected}
              onRemove={(member) => onChange(selected.filter(({ id }) => id !== member.id))}
            />
          )}
          <PickList
            label="Search members by name or email"
            control={control}
            query={query}
            onQuery={setQuery}
            pending={isLoading || memberSearch.pending}
            empty={memberSearch.failure ?? `No matching members.`}
            {...(onPasteText ? { onPasteText } : {})}
            options={members.map((member) => ({
              id: member.id,
              content: <Person user={member.user} disabled={member.disabled} />,
              disabledReason: reasonOf(member),
            }))}
            onPick={(id) => {
              const member = members.find((candidate) => candidate.id === id);
              if (!member) return;
              onChange([...selected, member]);
              announce(`Selected ${member.user.displayName}`);
              setQuery('');
            }}
          />
        </>
      )}
    </Field>
  );
}

/** A person who can be selected. */
export type SelectablePerson = Pick<Member, 'id' | 'user'>;

interface SelectedPeopleProps<Selected extends SelectablePerson> {
  chosen: readonly Selected[];
  onRemove: (person: Selected) => void;
}

/** The selected people, each of which can be removed. */
export function SelectedPeople<Selected extends SelectablePerson>({
  chosen,
  onRemove,
}: SelectedPeopleProps<Selected>) {
  return (
    <ul aria-label="Selected" className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
      {chosen.map((member) => (
        <li
          key={member.id}
          className="flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line bg-sunken pl-1"
        >
          <Avatar name={member.user.displayName} src={member.user.photoURL} size="small" />
          <span dir="auto" className="truncate">
            {member.user.displayName}
          </span>
          <IconButton
            label={`Remove ${member.user.displayName}`}
            size="small"
            className="-ml-1 size-6! min-h-0! rounded-full! p-0!"
            onClick={() => onRemove(member)}
          >
            <X className="size-3.5!" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
