import { countOf, formatNumber } from '#src/lib/counts.ts';
import { Button } from './button.tsx';

interface ListFooterProps {
  /** How many are shown. */
  shown: number;
  /** How many there are on the server that match. */
  total: number;
  noun: string;
  nouns?: string;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** The lower edge of a list: how much of how much is shown, and the way to more of it. */
export function ListFooter({ shown, total, noun, nouns, hasMore, loading, onMore }: ListFooterProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 px-1 py-2 text-xs text-ink-soft">
      <p className="tabular-nums">
        {shown < total
          ? `${formatNumber(shown)} of ${countOf(total, noun, nouns)}`
          : countOf(total, noun, nouns)}
      </p>
      {hasMore && (
        <Button size="small" tone="quiet" pending={loading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
