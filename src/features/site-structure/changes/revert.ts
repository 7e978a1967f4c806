/** Restores order and fields that a change has altered in other items. */
import { movesChange } from '#src/components/tree-editor/changes.ts';
import { movesBetween } from '#src/lib/reorder.ts';
import { applyMove } from '../move-rules.ts';
import { currentDefault, fieldsOf, type SiteStructure } from '../structure.ts';
import type { Change } from './change.ts';

/** Restores the order of `before`. */
export function revertOrder(after: SiteStructure, before: SiteStructure): Change[] {
  const change = movesChange(after, movesBetween(after, before, applyMove), 'rearrange', applyMove);
  return change ? [change] : [];
}

/** Restores the fields of `before` that differ in `after`. */
export function revertFields(after: SiteStructure, before: SiteStructure): Change[] {
  const edits: Change[] = [];
  const defaults: Change[] = [];
  for (const node of before.nodes.values()) {
    const now = after.nodes.get(node.id);
    if (!now || now === node) continue;
    const is = new Map(Object.entries(fieldsOf(now)));
    const differing = Object.entries(fieldsOf(node)).filter(([name, value]) => is.get(name) !== value);
    if (differing.length > 0) {
      const from = Object.fromEntries(differing.map(([name]) => [name, is.get(name)]));
      edits.push({ type: 'edit', id: node.id, from, to: Object.fromEntries(differing) });
    }
    if (node.kind !== 'group' && node.isDefault && now.kind !== 'group' && !now.isDefault) {
      defaults.push({ type: 'default', from: currentDefault(after, node.id), to: node.id });
    }
  }
  return [...edits, ...defaults];
}
