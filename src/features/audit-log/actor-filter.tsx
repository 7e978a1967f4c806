import { useQuery } from '@tanstack/react-query';
import { User, X } from 'lucide-react';
import { useState } from 'react';
import { getMemberOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { PeopleField } from '#src/components/people/people-field.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface ActorFilterProps {
  organizationId: string;
  /** A user id. */
  actor: string | undefined;
  onChange: (actor: string) => void;
}

export function ActorFilter({ organizationId, actor, onChange }: ActorFilterProps) {
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuery({
    ...getMemberOptions({ path: { organizationId, userId: actor ?? '' } }),
    enabled: actor !== undefined,
    retry: false,
  });
  return (
    <span className="flex items-center gap-1">
      <Button icon={<User />} onClick={() => setChoosing(true)}>
        <span dir="auto" className="max-w-44 truncate">
          {actor === undefined ? 'Any actor' : `Actor: ${data?.user.displayName ?? actor}`}
        </span>
      </Button>
      {actor !== undefined && (
        <IconButton label="Clear actor" onClick={() => onChange('')}>
          <X />
        </IconButton>
      )}
      {choosing && (
        <Dialog title="Filter by actor" size="small" onClose={() => setChoosing(false)}>
          <PeopleField
            organizationId={organizationId}
            label="Member"
            selected={[]}
            onChange={([member]) => {
              setChoosing(false);
              if (member) onChange(member.id);
            }}
          />
        </Dialog>
      )}
    </span>
  );
}
