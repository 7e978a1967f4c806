import { useState } from 'react';
import type { ContentConflicts } from '#api/generated/types.gen.ts';
import { dropDraft, readFormDraft, writeDraft } from '#src/components/drafts/drafts.ts';
import { carryOver, type Resolution, type Resolutions } from './resolution.ts';

interface Settling {
  found: ContentConflicts;
  settled: Resolutions;
  asksAgain: readonly string[];
}

/**
 * What somebody has decided about the conflicts of a change request. It survives a reload; when the conflicts were read
 * again, written texts stay and pages that have changed ask for another look.
 */
export function useSettling(id: string, found: ContentConflicts) {
  const draft = `conflicts.${id}`;
  const [state, setState] = useState<Settling>(() => ({
    found,
    settled: readFormDraft<Resolutions>(draft) ?? {},
    asksAgain: [],
  }));
  if (state.found !== found) {
    setState({ found, ...carryOver(state.found.conflicts, found.conflicts, state.settled) });
  }
  return {
    settled: state.settled,
    asksAgain: state.asksAgain,
    resolve(page: string, resolution: Resolution) {
      const settled = { ...state.settled, [page]: resolution };
      writeDraft(draft, JSON.stringify(settled));
      setState({ ...state, settled, asksAgain: state.asksAgain.filter((one) => one !== page) });
    },
    drop: () => dropDraft(draft),
  };
}
