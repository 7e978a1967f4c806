import { TOP } from '#src/lib/ordered-tree.ts';
import { nameOf, itemRemovedMessage } from '../labels.ts';
import { defaultStep } from '../steps.ts';
import { currentDefault, withDefault, type SiteStructure } from '../structure.ts';
import type { SiteChangeKind } from './change.ts';

export interface DefaultChange {
  readonly type: 'default';
  readonly from: string | null;
  readonly to: string;
}

/** Makes a section or site space the default. */
export function makeDefault(structure: SiteStructure, id: string): DefaultChange {
  return { type: 'default', from: currentDefault(structure, id), to: id };
}

/** Changes the section or site space that visitors see first. */
export const defaultKind: SiteChangeKind<DefaultChange> = {
  check(structure, { from, to }, isPast) {
    if (!structure.nodes.has(to)) return itemRemovedMessage;
    return isPast && from !== null && currentDefault(structure, to) !== from
      ? 'The default was changed in the meantime.'
      : null;
  },
  plan(structure, { to }) {
    const node = structure.nodes.get(to);
    if (!node || node.kind === 'group' || currentDefault(structure, to) === to) return [];
    const owner = node.kind === 'section' ? TOP : (structure.parents.get(to) ?? TOP);
    return [defaultStep(node.kind, to, owner)];
  },
  apply: (structure, { to }) =>
    currentDefault(structure, to) === to ? structure : withDefault(structure, to),
  invert: (before, { from, to }) => ({
    type: 'default',
    from: to,
    to: currentDefault(before, to) ?? from ?? to,
  }),
  describe: (structure, { to }) => `Made ${nameOf(structure, to)} the default`,
};
