import { useState } from 'react';
import type { Member } from '#api/generated/types.gen.ts';
import { type ListSelection, useSelection } from '#src/components/table/use-selection.ts';

/** Which members are selected: some of the rows that are loaded, or all that the filter finds. */
export interface MemberSelectionState {
  /** For the table. */
  selection: ListSelection;
  selected: readonly Member[];
  all: boolean;
  selectAll: () => void;
  clear: () => void;
}

/**
 * Keeps the selection of the member list.
 *
 * @param filter what the list shows; another one ends the selection of all
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
        // Taking one out of all of them leaves the rows that are in sight, without it.
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
