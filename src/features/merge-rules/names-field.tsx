import { Plus, User as UserIcon, Users, X } from 'lucide-react';
import { use, useId, useState } from 'react';
import type { RuleTeam, User } from '#api/generated/types.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { TeamPicker } from '#src/domain/pickers/team-picker.tsx';
import { announce } from '#src/ui/browser/live-region.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';

/** Teams, and members where these can be named. */
interface Names {
  teams: RuleTeam[];
  users: User[];
}

interface NamesFieldProps {
  organizationId: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  value: Names;
  onChange: (names: Names) => void;
  /** Whether members can be named beside teams. */
  withMembers?: boolean;
}

/** Selects teams and members; the search opens on demand. */
export function NamesField(props: NamesFieldProps) {
  const { organizationId, label, hint, error, value, onChange, withMembers = false } = props;
  const id = useId();
  const [picked, setPicked] = useState<'team' | 'member' | null>(null);
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { teams, users } = value;
  const addTeam = (team: RuleTeam) => {
    setPicked(null);
    if (teams.some((one) => one.id === team.id)) return;
    onChange({ teams: [...teams, team], users });
    announce(`Added ${team.title ?? 'the team'}`);
  };
  const addUser = (user: User) => {
    setPicked(null);
    if (users.some((one) => one.id === user.id)) return;
    onChange({ teams, users: [...users, user] });
    announce(`Added ${user.displayName}`);
  };
  const toggle = (kind: 'team' | 'member') => setPicked(picked === kind ? null : kind);
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <NameList names={value} onChange={onChange} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus />}
            aria-expanded={picked === 'team'}
            onClick={() => toggle('team')}
          >
            Add team
          </Button>
          {withMembers && (
            <Button
              size="small"
              icon={<Plus />}
              aria-expanded={picked === 'member'}
              onClick={() => toggle('member')}
            >
              Add member
            </Button>
          )}
        </div>
      )}
      {picked === 'team' && <TeamPicker organizationId={organizationId} selected={null} onSelect={addTeam} />}
      {picked === 'member' && (
        <PeopleField
          organizationId={organizationId}
          label="Member"
          selected={[]}
          onChange={([member]) => {
            if (member) addUser(member.user);
          }}
        />
      )}
      {error !== undefined && <p className="text-xs text-danger-ink">{error}</p>}
      {error === undefined && hint !== undefined && <p className="text-xs text-ink-soft">{hint}</p>}
    </div>
  );
}

interface NameListProps {
  names: Names;
  onChange: (names: Names) => void;
  isReadOnly: boolean;
}

function NameList({ names: { teams, users }, onChange, isReadOnly }: NameListProps) {
  if (teams.length + users.length === 0) return null;
  const items = [
    ...teams.map(({ id, title = 'Deleted team' }) => ({
      id,
      name: title,
      icon: <Users aria-hidden="true" className="size-3.5" />,
      remove: () => onChange({ users, teams: teams.filter((one) => one.id !== id) }),
    })),
    ...users.map(({ id, displayName }) => ({
      id,
      name: displayName,
      icon: <UserIcon aria-hidden="true" className="size-3.5" />,
      remove: () => onChange({ teams, users: users.filter((one) => one.id !== id) }),
    })),
  ];
  return (
    <ul className="flex flex-wrap gap-1.5">
      {items.map(({ id, name, icon, remove }) => (
        <li
          key={id}
          className="flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line bg-sunken px-2"
        >
          {icon}
          <bdi className="truncate">{name}</bdi>
          {!isReadOnly && (
            <IconButton
              label={`Remove ${name}`}
              size="small"
              className="-mr-1.5 size-6! min-h-0! rounded-full! p-0!"
              onClick={remove}
            >
              <X className="size-3.5!" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
