import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RevisionType } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatNumber } from '#src/lib/counts.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { countPages, type PagePlace, revisionOf } from './page-query.ts';

const origins: Record<RevisionType, string> = {
  edits: 'Edits',
  merge: 'A merged change request',
  update: 'An update from the space',
  rollback: 'A return to an older revision',
  computed: 'Built by the server',
};

/** Which revision the pages are of: its identifier, when and how it was made, and what it holds. Asked for when opened. */
export function RevisionFacts({ place }: { place: PagePlace }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-3 rounded-lg border border-line px-3 py-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="font-medium">Revision</summary>
      {isOpen && <Facts place={place} />}
    </details>
  );
}

function Facts({ place }: { place: PagePlace }) {
  const { data, error, refetch } = useQuery(revisionOf(place));
  if (error) return <FetchFailure error={error} onRetry={refetch} className="mt-2" />;
  if (!data) return <SkeletonRows rows={3} />;
  const { id, createdAt, type, pages, files, reusableContents = [] } = data;
  return (
    <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
      <Fact name="Identifier">
        <span className="flex items-center gap-1">
          <code className="text-xs wrap-anywhere">{id}</code>
          <CopyButton text={id} what="identifier" size="small" />
        </span>
      </Fact>
      <Fact name="Made">
        <Time value={createdAt} />
      </Fact>
      <Fact name="By">{new Map(Object.entries(origins)).get(type) ?? type}</Fact>
      <Fact name="Pages">{formatNumber(countPages(pages))}</Fact>
      <Fact name="Files">{formatNumber(files.length)}</Fact>
      {reusableContents.length > 0 && (
        <Fact name="Reused pieces">{formatNumber(reusableContents.length)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
