import type { Space } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Time } from '#src/ui/time.tsx';
import { visibilityLabelOf } from './labels.ts';

/** Details of a space. */
export function SpaceInfo({ space }: { space: Space }) {
  const audience = visibilityLabelOf(space.visibility);
  return (
    <Details>
      <Detail name="Visibility" explanation={audience.meaning}>
        {audience.name}
      </Detail>
      <Detail
        name="Change requests"
        explanation={`${formatCount(space.changeRequestsDraft, 'draft')}, ${formatNumber(space.changeRequests)} in total`}
      >
        {formatNumber(space.changeRequestsOpen)} open
      </Detail>
      <Detail name="Comments">{formatNumber(space.comments)} open</Detail>
      <Detail name="Updated">
        <Time value={space.updatedAt} />
      </Detail>
      <Detail name="Created">
        <Time value={space.createdAt} />
      </Detail>
      <Detail name="Space ID" action={<CopyButton text={space.id} what="space ID" size="small" />}>
        <code className="text-xs wrap-anywhere">{space.id}</code>
      </Detail>
    </Details>
  );
}
