import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import type { Member } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { countOf } from '#src/lib/counts.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { SortedPeople } from './sort-pasted.ts';

interface PastedPreviewProps {
  /** What would happen; undefined until it is known. */
  people: SortedPeople | undefined;
  pending: boolean;
  error: unknown;
  onRetry: () => unknown;
}

/** Says what would happen to everybody whom the pasted text names, before anything is sent. */
export function PastedPreview({ people, pending, error, onRetry }: PastedPreviewProps) {
  if (error) return <FetchFailure error={error} onRetry={onRetry} />;
  return (
    <div
      role="status"
      aria-label="Preview"
      aria-busy={pending}
      className="max-h-56 space-y-2.5 overflow-y-auto rounded-md border border-line px-3 py-2.5"
    >
      {people ? <Kinds {...people} /> : <Skeleton className="w-1/2" />}
    </div>
  );
}

function Kinds({ toAdd, present, strangers, rejected, repeated }: SortedPeople) {
  return (
    <>
      <Kind Icon={CircleCheck} ink="text-success-ink" names={toAdd.map(nameOf)} said="to add" always />
      <Kind
        Icon={CircleMinus}
        ink="text-ink-soft"
        names={present.map(nameOf)}
        said={present.length === 1 ? 'is already in the team' : 'are already in the team'}
      />
      <Kind
        Icon={CircleHelp}
        ink="text-warning-ink"
        names={strangers}
        said={`${strangers.length === 1 ? 'is' : 'are'} not in the organization; send an invite link`}
      />
      <Kind
        Icon={CircleMinus}
        ink="text-ink-soft"
        names={repeated}
        said={`${repeated.length === 1 ? 'appears' : 'appear'} more than once; added once`}
      />
      <Kind
        Icon={CircleX}
        ink="text-danger-ink"
        names={rejected}
        noun="word"
        said={rejected.length === 1 ? 'is not an email address' : 'are not email addresses'}
      />
    </>
  );
}

const nameOf = ({ user }: Member) => user.displayName;

interface KindProps {
  Icon: LucideIcon;
  ink: string;
  names: readonly string[];
  /** What is true of them. */
  said: string;
  noun?: 'person' | 'word';
  /** Said also when it is nobody. */
  always?: boolean;
}

function Kind({ Icon, ink, names, said, noun = 'person', always = false }: KindProps) {
  if (names.length === 0 && !always) return null;
  return (
    <div className="flex gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          {countOf(names.length, noun, noun === 'person' ? 'people' : 'words')}
        </span>{' '}
        {said}
        {names.length > 0 && <span className="block text-xs text-ink-soft">{names.join(', ')}</span>}
      </p>
    </div>
  );
}
