import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import type { Member } from '#src/api/generated/types.gen.ts';
import { messageOf } from '#src/api/errors.ts';
import { countOf } from '#src/lib/counts.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { SortedPeople } from './sort-pasted.ts';

interface PastedPreviewProps {
  /** What would happen; undefined until it is known. */
  people: SortedPeople | undefined;
  /** Nothing was pasted yet. */
  blank: boolean;
  pending: boolean;
  error: unknown;
}

/** Says what would happen to everybody whom the pasted text names, before anything is sent. */
export function PastedPreview({ people, blank, pending, error }: PastedPreviewProps) {
  if (blank) return null;
  if (error) return <Callout tone="danger">{messageOf(error)}</Callout>;
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

function Kinds({ toAdd, present, strangers, rejected }: SortedPeople) {
  return (
    <>
      <Kind
        Icon={CircleCheck}
        ink="text-success-ink"
        title="will be added"
        names={toAdd.map(nameOf)}
        always
      />
      <Kind Icon={CircleMinus} ink="text-ink-soft" title="already in the team" names={present.map(nameOf)} />
      <Kind
        Icon={CircleHelp}
        ink="text-warning-ink"
        title="not in the organization: invite them first"
        names={strangers}
      />
      <Kind Icon={CircleX} ink="text-danger-ink" title="not an e-mail address" names={rejected} noun="word" />
    </>
  );
}

const nameOf = ({ user }: Member) => user.displayName;

interface KindProps {
  Icon: LucideIcon;
  ink: string;
  title: string;
  names: readonly string[];
  noun?: 'person' | 'word';
  /** Said also when it is nobody. */
  always?: boolean;
}

function Kind({ Icon, ink, title, names, noun = 'person', always = false }: KindProps) {
  if (names.length === 0 && !always) return null;
  return (
    <div className="flex gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          {countOf(names.length, noun, noun === 'person' ? 'people' : 'words')}
        </span>{' '}
        {title}
        {names.length > 0 && <span className="block text-xs text-ink-soft">{names.join(', ')}</span>}
      </p>
    </div>
  );
}
