import { useState } from 'react';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { wasMergedHere } from './own-merges.ts';

/** Says that someone else merged the change request shown here. Use its id as the key. */
export function MergedNotice({ changeRequest: { id, status } }: { changeRequest: ChangeRequest }) {
  const [opened] = useState(status);
  if (status !== 'merged' || opened === 'merged' || wasMergedHere(id)) return null;
  return (
    <Callout tone="warning" title="Merged by someone else" urgent className="mb-4">
      Its changes are now in the space. You can no longer edit it.
    </Callout>
  );
}
