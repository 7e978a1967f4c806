import { fetchAllPages, type PageQuery, type ListPage } from '#src/api/paging.ts';
import { type ExportJob, openTool } from '#src/components/layout/layout-state.ts';

type Row = (string | number)[];

interface ListExport<Item> extends Omit<ExportJob, 'fetchRows'> {
  fetchPage: (page: PageQuery, signal: AbortSignal) => Promise<ListPage<Item>>;
  headings: Row;
  /** Converts items to rows; may fetch more data. */
  toRows: (items: readonly Item[], signal: AbortSignal) => Row[] | Promise<Row[]>;
}

/** Opens the export dialog for a list. */
export function exportList<Item>({ fetchPage, headings, toRows, ...labels }: ListExport<Item>): void {
  const fetchRows: ExportJob['fetchRows'] = async (signal, onProgress) => {
    const items = await fetchAllPages((page) => fetchPage(page, signal), { signal, onProgress });
    return [headings, ...(await toRows(items, signal))];
  };
  openTool.set({ kind: 'export', job: { ...labels, fetchRows } });
}
