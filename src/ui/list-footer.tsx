import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from './button.tsx';

interface ListFooterProps {
  shown: number;
  list: {
    /** How many match on the server. */
    total: number;
    hasMore: boolean;
    isLoadingMore: boolean;
    /** Why loading more failed, as a sentence. */
    failure?: string | undefined;
    /** Why the list may be incomplete, as a sentence. */
    note?: string | undefined;
    loadMore: () => void;
  };
  noun: string;
  nouns?: string;
}

/** How many of a list are shown: "50 of 80 members"; "50+ members" where the server doesn't say how many there are. */
export function describeShown(
  shown: number,
  { total, hasMore }: Pick<ListFooterProps['list'], 'total' | 'hasMore'>,
  noun: string,
  nouns?: string,
): string {
  const all = formatCount(total, noun, nouns);
  if (shown < total) return `${formatNumber(shown)} of ${all}`;
  return hasMore ? all.replace(formatNumber(total), '$&+') : all;
}

/** The footer of a list: how many are shown, and "Load more". */
export function ListFooter({ shown, list, noun, nouns }: ListFooterProps) {
  const { total, hasMore, isLoadingMore, failure, note, loadMore } = list;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 px-1 py-2 text-xs text-ink-soft">
      <p className="tabular-nums">
        {describeShown(shown, { total, hasMore }, noun, nouns)}
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
