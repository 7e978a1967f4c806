import type { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import type { Segment } from '../audience.ts';
import type { Claim, SitePath } from '../claims.ts';
import {
  saveInBrowser,
  segmentInvalidations,
  type SiteSegments,
  updateSegments,
  withBrowserSegments,
  withSegment,
} from './segments.ts';

type Change = (segments: readonly Segment[]) => readonly Segment[];

interface SegmentChanges {
  /** Replaces a segment, or adds it where `previous` is null; removes it where `next` is null. */
  saveSegment: (previous: Segment | null, next: Segment | null) => Promise<void>;
  /** Adds the segments of this browser to those of the site, and forgets them here. */
  takeOver: () => Promise<void>;
  error: ApiError | null;
  isPending: boolean;
}

/** Changes of a site's segments, where they are kept. */
export function useSegmentChanges(
  path: SitePath,
  claims: readonly Claim[],
  { segments, place, leftover }: SiteSegments,
): SegmentChanges {
  const { mutateAsync, error, isPending } = useApiMutation(
    {
      mutationFn: async (change: Change) => {
        if (place === 'browser') saveInBrowser(path.siteId, change(segments));
        else await updateSegments(path, claims, change);
      },
    },
    { invalidates: place === 'browser' ? [] : segmentInvalidations(path) },
  );
  const replace = (previous: Segment | null, next: Segment | null) =>
    mutateAsync((now) => withSegment(now, previous?.name ?? null, next));
  return {
    error,
    isPending,
    async saveSegment(previous, next) {
      await replace(previous, next);
      // What this browser keeps is changed where it is when it is undone, which may be after the tab has others.
      if (place === 'browser') return;
      const name = (next ?? previous)?.name ?? '';
      recordUndoable({
        label: `${next === null ? 'Removed' : previous ? 'Changed' : 'Created'} segment “${name}”`,
        undo: () => replace(next, previous),
        redo: () => replace(previous, next),
      });
    },
    async takeOver() {
      await mutateAsync((now) => withBrowserSegments(now, leftover));
      saveInBrowser(path.siteId, null);
    },
  };
}
