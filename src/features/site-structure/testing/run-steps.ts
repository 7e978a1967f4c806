import { runSteps as run, type Send } from '#src/components/tree-editor/changes.ts';
import type { Capabilities } from '../changes/move.ts';
import type { SiteRequest, SiteStep } from '../steps.ts';
import { revertChanges, siteRules } from '../structure-policy.ts';
import { TEXT_FIELDS, type SiteStructure } from '../structure.ts';

/** Runs steps like the editor, and reverts them on failure. */
export function runSteps(
  tree: SiteStructure,
  steps: readonly SiteStep[],
  send: Send<SiteRequest>,
  capabilities: Capabilities,
): Promise<Map<string, string>> {
  return run({
    tree,
    steps,
    send,
    texts: TEXT_FIELDS,
    planRevert: (reached) => ({
      steps: siteRules.plan(reached, revertChanges(reached, tree), capabilities),
      isComplete: [...tree.nodes.keys()].every((id) => reached.nodes.has(id)),
    }),
  });
}
