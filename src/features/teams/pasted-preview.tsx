import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import type { Member } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { ClassifiedPeople } from './classify-pasted-people.ts';

interface PastedPreviewProps {
  /** Undefined while loading. */
  people: ClassifiedPeople | undefined;
  pending: boolean;
  error: unknown;
  onRetry: () => unknown;
}

/** Previews who would be added. */
export function PastedPreview({ people, pending, error, onRetry }: PastedPreviewProps) {
  if (error) return <FetchFailure error={error} onRetry={onRetry} />;
  return (
    <div
      role="status"
      aria-label="Preview"
      aria-busy={pending}
      className="max-h-56 space-y-2.5 overflow-y-auto rounded-md border border-line px-3 py-2.5"
    >
      {people ? <PreviewGroups {...people} /> : <Skeleton className="w-1/2" />}
    </div>
  );
}

function PreviewGroups({ toAdd, alreadyInTeam, nonMembers, rejected, repeated }: ClassifiedPeople) {
  return (
    <>
      <PreviewGroup
        Icon={CircleCheck}
        colorClass="text-success-ink"
        names={toAdd.map(nameOf)}
        text="to add"
        showEmpty
      />
      <PreviewGroup
        Icon={CircleMinus}
        colorClass="text-ink-soft"
        names={alreadyInTeam.map(nameOf)}
        text={alreadyInTeam.length === 1 ? 'is already in the team' : 'are already in the team'}
      />
      <PreviewGroup
        Icon={CircleHelp}
        colorClass="text-warning-ink"
        names={nonMembers}
        text={`${nonMembers.length === 1 ? 'is' : 'are'} not in the organization; send an invite link`}
      />
      <PreviewGroup
        Icon={CircleMinus}
        colorClass="text-ink-soft"
        names={repeated}
        text={`${repeated.length === 1 ? 'appears' : 'appear'} more than once; added once`}
      />
      <PreviewGroup
        Icon={CircleX}
        colorClass="text-danger-ink"
        names={rejected}
        noun="word"
        text={rejected.length === 1 ? 'is not an email address' : 'are not email addresses'}
      />
    </>
  );
}

const nameOf = ({ user }: Member) => user.displayName;

interface PreviewGroupProps {
  Icon: LucideIcon;
  colorClass: string;
  names: readonly string[];
  text: string;
  noun?: 'person' | 'word';
  /** Shown even if there is no one. */
  showEmpty?: boolean;
}

function PreviewGroup({
  Icon,
  colorClass,
  names,
  text,
  noun = 'person',
  showEmpty = false,
}: PreviewGroupProps) {
  if (names.length === 0 && !showEmpty) return null;
  return (
    <div className="flex gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colorClass}`} />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          {formatCount(names.length, noun, noun === 'person' ? 'people' : 'words')}
        </span>{' '}
        {text}
        {names.length > 0 && <span className="block text-xs text-ink-soft">{names.join(', ')}</span>}
      </p>
    </div>
  );
}
