import { fetchAllPages, type PageQuery } from '#src/api/fetch-all-pages.ts';
import type { ListPage } from '#src/api/paging.ts';
import { type ExportJob, openTool } from '#src/components/layout/open-tool.ts';

type Row = (string | number)[];

interface ListExport<Item> extends Omit<ExportJob, 'fetchRows'> {
  /** Fetches the page of the list that `page` asks for. */
  fetchPage: (page: PageQuery, signal: AbortSignal) => Promise<ListPage<Item>>;
  headings: Row;
  /** The lines of the file; what else they need is fetched here. */
  toRows: (items: readonly Item[], signal: AbortSignal) => Row[] | Promise<Row[]>;
}

/** Opens the dialog that walks a list of the server to its end and writes it to a file. */
export function exportList<Item>({ fetchPage, headings, toRows, ...labels }: ListExport<Item>): void {
  const fetchRows: ExportJob['fetchRows'] = async (signal, onProgress) => {
    const items = await fetchAllPages((page) => fetchPage(page, signal), { signal, onProgress });
    return [headings, ...(await toRows(items, signal))];
  };
  openTool.set({ kind: 'export', job: { ...labels, fetchRows } });
}
