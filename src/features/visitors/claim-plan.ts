import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import type { SiteItem } from './audience.ts';
import { type Claim, validateClaimName, withClaim } from './claims.ts';
import { removeClaim, renameClaim } from './rewrite-condition.ts';
import { updateSchema, type SitePath, updateCondition } from './schema-changes.ts';

/** A claim to rename, or to remove if `newName` is null. */
export type ClaimChange = { claim: Claim; newName: string | null };

export type ClaimStep = { type: 'schema' } | { type: 'condition'; item: SiteItem; condition: string | null };

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

export async function runClaimStep(
  path: SitePath,
  { claim, newName }: ClaimChange,
  step: ClaimStep,
): Promise<void> {
  if (step.type === 'condition') return updateCondition(path, step.item, step.condition);
  await updateSchema(path, (schema) =>
    withClaim(schema, claim.name, newName === null ? null : { ...claim, name: newName }),
  );
}
