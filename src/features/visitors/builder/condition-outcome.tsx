import type { SiteItem } from '../audience.ts';
import type { SitePath } from '../claims.ts';
import { ConditionFindings } from '../condition-findings.tsx';
import { WhoSees } from './who-sees.tsx';

interface ConditionOutcomeProps {
  path: SitePath;
  items: readonly SiteItem[];
  /** The items that get the condition. */
  ids: readonly string[];
  /** As typed. */
  condition: string;
}

/** What is wrong with a condition and, if it is an expression, who would see the items. */
export function ConditionOutcome({ path, items, ids, condition }: ConditionOutcomeProps) {
  return (
    <>
      <ConditionFindings path={path} condition={condition} />
      <WhoSees path={path} items={items} ids={ids} condition={condition.trim()} />
    </>
  );
}
