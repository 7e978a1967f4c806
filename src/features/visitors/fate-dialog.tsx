import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '#src/api/queries.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import type { Item } from './audience.ts';
import { carryOut, planFate } from './claim-plan.ts';
import { type Claim, nameProblem } from './claims.ts';
import { audienceRefreshes, type SitePath } from './schema-changes.ts';

interface FateDialogProps {
  fate: 'rename' | 'remove';
  path: SitePath;
  items: readonly Item[];
  claims: readonly Claim[];
  claim: Claim;
  onClose: () => void;
}

/** Renames or removes a claim together with every condition that reads it, after a look at what that changes. */
export function FateDialog({ fate, path, items, claims, claim: given, onClose }: FateDialogProps) {
  const queryClient = useQueryClient();
  // What the dialog is about stays the same while the list below it changes.
  const [{ claim, all, names }] = useState({
    claim: given,
    all: items,
    names: claims.map(({ name }) => name),
  });
  const [name, setName] = useState(given.name);
  const to = fate === 'remove' ? null : name.trim();
  const problem = to === null || to === claim.name ? null : nameProblem(to, names);
  return (
    <BulkDialog
      title={fate === 'remove' ? `Remove claim “${claim.name}”` : `Rename claim “${claim.name}”`}
      description={
        fate === 'remove'
          ? 'Conditions that use it are updated as if it were never true.'
          : 'Conditions that use it are updated to match.'
      }
      noun="change"
      verb="Apply"
      tone={fate === 'remove' ? 'danger' : 'primary'}
      planKey={[claim.name, to]}
      makePlan={() => Promise.resolve(planFate({ claim, to }, all, claims))}
      act={(step) => carryOut(path, { claim, to }, step)}
      onOver={() => void refresh(queryClient, ...audienceRefreshes(path))}
      onClose={onClose}
    >
      {fate === 'rename' && (
        <Field label="New name" error={problem}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={100}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="none"
              className="font-mono"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
    </BulkDialog>
  );
}
