import type { ReactNode } from 'react';
import type { Space } from '#api/generated/types.gen.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Time } from '#src/ui/time.tsx';
import { visibilityLabelOf } from './labels.ts';

/** Details of a space. */
export function SpaceInfo({ space }: { space: Space }) {
  const audience = visibilityLabelOf(space.visibility);
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      <DetailItem name="Visibility" explanation={audience.meaning}>
        {audience.name}
      </DetailItem>
      <DetailItem
        name="Change requests"
        explanation={`${formatNumber(space.changeRequestsDraft)} drafts, ${formatNumber(space.changeRequests)} in total`}
      >
        {formatNumber(space.changeRequestsOpen)} open
      </DetailItem>
      <DetailItem name="Comments">{formatNumber(space.comments)} open</DetailItem>
      <DetailItem name="Updated">
        <Time value={space.updatedAt} />
      </DetailItem>
      <DetailItem name="Created">
        <Time value={space.createdAt} />
      </DetailItem>
    </dl>
  );
}

function DetailItem({
  name,
  explanation,
  children,
}: {
  name: string;
  explanation?: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        {children}
        {explanation && <span className="block text-xs text-ink-soft">{explanation}</span>}
      </dd>
    </div>
  );
}
