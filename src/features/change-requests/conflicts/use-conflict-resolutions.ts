import { useState } from 'react';
import type { ContentConflicts } from '#api/generated/types.gen.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/drafts/drafts.ts';
import { carryOverResolutions, type Resolution, type Resolutions } from './resolution.ts';

interface ResolutionState {
  found: ContentConflicts;
  resolutions: Resolutions;
  stalePages: readonly string[];
}

/**
 * What somebody has decided about the conflicts of a change request. It survives a reload; when the conflicts were read
 * again, written texts stay and pages that have changed ask for another look.
 */
export function useConflictResolutions(id: string, found: ContentConflicts) {
  const draftKey = `conflicts.${id}`;
  const [state, setState] = useState<ResolutionState>(() => ({
    found,
    resolutions: readFormDraft<Resolutions>(draftKey) ?? {},
    stalePages: [],
  }));
  if (state.found !== found) {
    setState({ found, ...carryOverResolutions(state.found.conflicts, found.conflicts, state.resolutions) });
  }
  return {
    settled: state.resolutions,
    asksAgain: state.stalePages,
    resolve(page: string, resolution: Resolution) {
      const settled = { ...state.resolutions, [page]: resolution };
      writeDraft(draftKey, JSON.stringify(settled));
      setState({
        ...state,
        resolutions: settled,
        stalePages: state.stalePages.filter((one) => one !== page),
      });
    },
    drop: () => deleteDraft(draftKey),
  };
}
