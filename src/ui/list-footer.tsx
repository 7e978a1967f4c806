import { formatCount, formatNumber } from '#src/lib/counts.ts';
import { Button } from './button.tsx';

interface ListFooterProps {
  /** How many are shown. */
  shown: number;
  list: {
    /** How many there are on the server that match. */
    total: number;
    hasMore: boolean;
    isLoadingMore: boolean;
    /** Why no more could be fetched, as a sentence. */
    failure?: string | undefined;
    /** Why the list may not be whole, as a sentence. */
    note?: string | undefined;
    loadMore: () => void;
  };
  noun: string;
  nouns?: string;
}

/** The lower edge of a list: how much of how much is shown, and the way to more of it. */
export function ListFooter({ shown, list, noun, nouns }: ListFooterProps) {
  const { total, hasMore, isLoadingMore, failure, note, loadMore } = list;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 px-1 py-2 text-xs text-ink-soft">
      <p className="tabular-nums">
        {shown < total
          ? `${formatNumber(shown)} of ${formatCount(total, noun, nouns)}`
          : formatCount(total, noun, nouns)}
        {failure && (
          <span role="alert" className="block text-danger-ink">
            Couldn’t load more. {failure}
          </span>
        )}
        {note && (
          <span role="status" className="block text-warning-ink">
            {note}
          </span>
        )}
      </p>
      {hasMore && (
        <Button size="small" tone="quiet" pending={isLoadingMore} onClick={loadMore}>
          {failure ? 'Try again' : 'Load more'}
        </Button>
      )}
    </div>
  );
}
