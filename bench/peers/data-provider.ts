import type { DataProvider, GetListParams, GetListResult } from 'react-admin';

interface PageResponse {
  items: { id?: string; user?: { id: string } }[];
  count: number;
  next?: { page: string };
}

/** The parameter of the API that filters a list by text. */
const searchParameters: Record<string, string> = { members: 'search', teams: 'title' };

/** The cursor of each known page, by the address of its list; react-admin counts pages, the API has cursors. */
const cursors = new Map<string, Map<number, string>>();

async function getList(resource: string, params: GetListParams): Promise<GetListResult> {
  const { page = 1, perPage = 50 } = params.pagination ?? {};
  const query = new URLSearchParams({ limit: String(perPage) });
  const search: unknown = params.filter?.q;
  if (typeof search === 'string' && search !== '') query.set(searchParameters[resource] ?? 'search', search);
  if (params.sort !== undefined && params.sort.field !== 'id') {
    query.set('sort', params.sort.field);
    query.set('order', params.sort.order.toLowerCase());
  }
  const address = `/baseline-api/${resource}?${query}`;
  const known = cursors.get(address) ?? new Map<number, string>();
  cursors.set(address, known);
  for (let before = 1; before < page && !known.has(page); before += 1) {
    if (!known.has(before + 1)) await fetchPage(address, before, known, params.signal);
  }
  const { items, count } = await fetchPage(address, page, known, params.signal);
  return { data: items.map((item) => ({ ...item, id: item.id ?? item.user?.id })), total: count };
}

async function fetchPage(
  address: string,
  page: number,
  known: Map<number, string>,
  signal?: AbortSignal,
): Promise<PageResponse> {
  const cursor = known.get(page);
  const response = await fetch(cursor === undefined ? address : `${address}&page=${cursor}`, { signal });
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
  const body: PageResponse = await response.json();
  if (body.next !== undefined) known.set(page + 1, encodeURIComponent(body.next.page));
  return body;
}

const isNotMeasured = () => Promise.reject(new Error('Only lists are measured.'));

/** Lists of the measured organization; nothing else is measured. */
export const dataProvider: DataProvider = {
  getList,
  getOne: isNotMeasured,
  getMany: isNotMeasured,
  getManyReference: isNotMeasured,
  create: isNotMeasured,
  update: isNotMeasured,
  updateMany: isNotMeasured,
  delete: isNotMeasured,
  deleteMany: isNotMeasured,
};
