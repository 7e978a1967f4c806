import { useState } from 'react';
import type { Member } from '#api/generated/types.gen.ts';
import { type ListSelection, useSelection } from '#src/components/table/use-selection.ts';

/** The selected members: some of the loaded rows, or all that match the filter. */
export interface MemberSelectionState {
  selection: ListSelection;
  selected: readonly Member[];
  all: boolean;
  selectAll: () => void;
  clear: () => void;
}

/**
 * @param filter clears the selection of all when it changes
 */
export function useMemberSelection(members: readonly Member[], filter: string): MemberSelectionState {
  const [allOf, setAllOf] = useState<string | null>(null);
  const rows = useSelection(
    members.map(({ id }) => id),
    () => setAllOf(null),
  );
  const all = allOf === filter;
  const selection: ListSelection = all
    ? {
        ...rows,
        ids: new Set(members.map(({ id }) => id)),
        has: () => true,
        // Deselecting one of “all” leaves the loaded rows without it.
        toggle(id) {
          rows.clear();
          rows.replace(members.flatMap((member) => (member.id === id ? [] : member.id)));
        },
        toggleAll: rows.clear,
      }
    : rows;
  return {
    selection,
    selected: members.filter(({ id }) => rows.has(id)),
    all,
    selectAll: () => setAllOf(filter),
    clear: rows.clear,
  };
}
