import { Progress } from '#src/ui/progress.tsx';
import { useStore } from '#src/ui/use-store.ts';
import type { ComparedPages } from './changed-pages.ts';
import { isViewed, viewedOf, viewedPages } from './viewed.ts';

/** How many changed pages were viewed in this browser. */
export function ReviewProgress({
  compared,
  changeRequestId,
}: {
  compared: ComparedPages;
  changeRequestId: string;
}) {
  const viewed = viewedOf(useStore(viewedPages), changeRequestId);
  const { changed } = compared;
  if (changed.length === 0) return null;
  const done = changed.filter((change) => isViewed(viewed, change)).length;
  return (
    <div className="mb-2">
      <p className="mb-1 text-xs text-ink-soft tabular-nums">
        {done} of {changed.length} viewed
      </p>
      <Progress label="Viewed pages" value={done} max={changed.length} />
    </div>
  );
}
