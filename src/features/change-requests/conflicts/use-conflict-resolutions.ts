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
 * Resolutions of a change request's conflicts. They survive a reload; after a refetch, manual texts stay and changed
 * pages are marked stale.
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
