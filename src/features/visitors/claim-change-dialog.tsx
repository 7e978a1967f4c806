import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '#src/api/queries.ts';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import { BulkDialog } from '#src/components/bulk/bulk-dialog.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { SiteItem } from './audience.ts';
import { removeClaim, renameClaim } from './claim-uses.ts';
import {
  type Claim,
  validateClaimName,
  withClaim,
  audienceInvalidations,
  type SitePath,
  updateSchema,
  updateCondition,
} from './claims.ts';

/** A claim to rename, or to remove if `newName` is null. */
type ClaimChange = { claim: Claim; newName: string | null };

type ClaimStep = { type: 'schema' } | { type: 'condition'; item: SiteItem; condition: string | null };

/** The steps that rename or remove a claim: first the conditions that use it, then the schema. */
export function planClaimChange(
  { claim, newName }: ClaimChange,
  items: readonly SiteItem[],
  claims: readonly Claim[],
): PlannedStep<ClaimStep>[] {
  const problem =
    newName === null
      ? null
      : validateClaimName(
          newName,
          claims.map(({ name }) => name),
        );
  if (problem !== null) return [];
  const rewritten = items.flatMap((item): PlannedStep<ClaimStep>[] => {
    if (item.condition === null) return [];
    const next =
      newName === null
        ? removeClaim(item.condition, claim.name)
        : renameClaim(item.condition, claim.name, newName);
    if (next === item.condition) return [];
    return [
      {
        id: item.id,
        item: { type: 'condition', item, condition: next },
        name: item.title,
        action: 'change',
        description: `${item.condition} → ${next ?? 'no condition'}`,
        warning: warningOf(next),
      },
    ];
  });
  const schema: PlannedStep<ClaimStep> = {
    id: 'schema',
    item: { type: 'schema' },
    name: 'Claim schema',
    action: 'change',
    description: newName === null ? `Removes ${claim.name}` : `${claim.name} → ${newName}`,
  };
  return [...rewritten, schema];
}

function warningOf(condition: string | null): string | undefined {
  if (condition === null) return 'Visible to everyone.';
  return condition === 'false' ? 'Hidden from everyone.' : undefined;
}

async function runClaimStep(path: SitePath, { claim, newName }: ClaimChange, step: ClaimStep): Promise<void> {
  if (step.type === 'condition') return updateCondition(path, step.item, step.condition);
  await updateSchema(path, (schema) =>
    withClaim(schema, claim.name, newName === null ? null : { ...claim, name: newName }),
  );
}

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
