import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '#src/api/queries.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import type { SiteItem } from './audience.ts';
import { runClaimStep, planClaimChange } from './claim-plan.ts';
import { type Claim, validateClaimName } from './claims.ts';
import { audienceInvalidations, type SitePath } from './schema-changes.ts';

interface ClaimChangeDialogProps {
  action: 'rename' | 'remove';
  path: SitePath;
  items: readonly SiteItem[];
  claims: readonly Claim[];
  claim: Claim;
  onClose: () => void;
}

/** Renames or removes a claim and updates the conditions that use it, after a preview. */
export function ClaimChangeDialog({
  action,
  path,
  items,
  claims,
  claim: initialClaim,
  onClose,
}: ClaimChangeDialogProps) {
  const queryClient = useQueryClient();
  // Frozen at opening, because the list changes during the run.
  const [{ claim, all, names }] = useState({
    claim: initialClaim,
    all: items,
    names: claims.map(({ name }) => name),
  });
  const [name, setName] = useState(initialClaim.name);
  const newName = action === 'remove' ? null : name.trim();
  const problem = newName === null || newName === claim.name ? null : validateClaimName(newName, names);
  return (
    <BulkDialog
      title={action === 'remove' ? `Remove claim “${claim.name}”` : `Rename claim “${claim.name}”`}
      description={
        action === 'remove'
          ? 'Conditions that use it are updated as if it were never true.'
          : 'Conditions that use it are updated to match.'
      }
      noun="change"
      verb="Apply"
      tone={action === 'remove' ? 'danger' : 'primary'}
      planKey={[claim.name, newName]}
      createPlan={() => Promise.resolve(planClaimChange({ claim, newName }, all, claims))}
      execute={(step) => runClaimStep(path, { claim, newName }, step)}
      onFinished={() => void invalidate(queryClient, ...audienceInvalidations(path))}
      onClose={onClose}
    >
      {action === 'rename' && (
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
