import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import type { Item } from './audience.ts';
import { type Claim, nameProblem, withClaim } from './claims.ts';
import { dropClaim, renameClaim } from './rewrite-condition.ts';
import { changeSchema, type SitePath, writeCondition } from './schema-changes.ts';

/** What happens to a claim: another name, or its end. */
export type ClaimFate = { claim: Claim; to: string | null };

/** One request of a change of claims. */
export type ClaimStep = { type: 'schema' } | { type: 'condition'; item: Item; condition: string | null };

/** What has to be done so that no condition breaks: those that read the claim are written anew, then the schema. */
export function planFate(
  { claim, to }: ClaimFate,
  items: readonly Item[],
  claims: readonly Claim[],
): PlannedStep<ClaimStep>[] {
  const problem =
    to === null
      ? null
      : nameProblem(
          to,
          claims.map(({ name }) => name),
        );
  if (problem !== null) return [];
  const rewritten = items.flatMap((item): PlannedStep<ClaimStep>[] => {
    if (item.condition === null) return [];
    const next =
      to === null ? dropClaim(item.condition, claim.name) : renameClaim(item.condition, claim.name, to);
    if (next === item.condition) return [];
    return [
      {
        id: item.id,
        item: { type: 'condition', item, condition: next },
        name: item.title,
        verdict: 'change',
        says: `${item.condition} → ${next ?? 'no condition'}`,
        warning: warningOf(next),
      },
    ];
  });
  const schema: PlannedStep<ClaimStep> = {
    id: 'schema',
    item: { type: 'schema' },
    name: 'Claim schema',
    verdict: 'change',
    says: to === null ? `Removes ${claim.name}` : `${claim.name} → ${to}`,
  };
  return [...rewritten, schema];
}

function warningOf(condition: string | null): string | undefined {
  if (condition === null) return 'Visible to everyone.';
  return condition === 'false' ? 'Hidden from everyone.' : undefined;
}

/** Carries out one step. */
export async function carryOut(path: SitePath, { claim, to }: ClaimFate, step: ClaimStep): Promise<void> {
  if (step.type === 'condition') return writeCondition(path, step.item, step.condition);
  await changeSchema(path, (schema) =>
    withClaim(schema, claim.name, to === null ? null : { ...claim, name: to }),
  );
}
