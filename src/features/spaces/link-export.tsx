import { Download } from 'lucide-react';
import { useState } from 'react';
import type { LinkStatus } from '#api/generated/types.gen.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatCsv } from '#src/lib/text/csv.ts';
import { downloadText } from '#src/lib/text/download.ts';
import { Button } from '#src/ui/button.tsx';
import { linkCsvRows } from './labels.ts';
import { fetchAllLinks } from './link-query.ts';

interface LinkExportProps {
  spaceId: string;
  status: LinkStatus | 'all';
  /** Number of links in the file. */
  total: number;
}

/** Exports all listed links as CSV. */
export function LinkExport({ spaceId, status, total }: LinkExportProps) {
  const [running, setRunning] = useState(false);
  const exportLinks = async () => {
    setRunning(true);
    try {
      const links = await fetchAllLinks(spaceId, status, new AbortController().signal);
      downloadText(`links-${status}.csv`, formatCsv(linkCsvRows(links)));
    } catch (error) {
      toastFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      icon={<Download />}
      pending={running}
      disabledReason={total === 0 && 'No links to export.'}
      onClick={() => void exportLinks()}
    >
      CSV
    </Button>
  );
}
