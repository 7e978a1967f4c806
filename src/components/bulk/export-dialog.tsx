import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import type { ExportJob } from '#src/components/layout/layout-state.ts';
import { formatCsv } from '#src/lib/text/csv.ts';
import { downloadText, datedFileName } from '#src/lib/text/download.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Progress } from '#src/ui/progress.tsx';

/** Fetches a whole list and downloads it as CSV; closing cancels it. */
export function ExportDialog({ job, onClose }: { job: ExportJob; onClose: () => void }) {
  const { title, noun, nouns } = job;
  const [loaded, setLoaded] = useState(0);
  const [total, setTotal] = useState<number>();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['export', title],
    queryFn: async ({ signal }) => {
      const rows = await job.fetchRows(signal, (count, all) => {
        setLoaded(count);
        setTotal(all);
      });
      downloadText(datedFileName(title, 'csv'), formatCsv(rows));
      return rows.length - 1;
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const isReady = data !== undefined && !isFetching;
  return (
    <Dialog
      title={`Export ${title}`}
      size="small"
      initialFocus="footer button"
      onClose={onClose}
      footer={
        <Button tone={isReady ? 'primary' : 'neutral'} onClick={onClose}>
          {isReady ? 'Close' : 'Cancel'}
        </Button>
      }
    >
      {isReady && <Callout tone="success">{formatCount(data, noun, nouns)} exported.</Callout>}
      {!isReady && !error && (
        <div className="space-y-2">
          <Progress label="Export progress" value={loaded} max={total ?? loaded + 1} />
          <p role="status" className="text-ink-soft tabular-nums">
            {formatNumber(loaded)}
            {total !== undefined && ` of ${formatNumber(total)}`} loaded
          </p>
        </div>
      )}
      {error && !isFetching && <FetchFailure error={error} onRetry={refetch} urgent />}
    </Dialog>
  );
}
