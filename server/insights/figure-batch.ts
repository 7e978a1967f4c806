import { createHmac } from 'node:crypto';
import type { ReaderKind } from '#server/database/tables/insight-tables.ts';
import type { Reader } from './reader-kind.ts';

/** A page that was answered, or shown later without a request. */
export interface View {
  kind: 'view';
  sectionId: string;
  siteSpaceId: string;
  pageId: string;
  language: string;
  country: string;
  referrer: string;
}

/** Words that were searched for, or a result of them that was opened. */
export type Search = { kind: 'search'; words: string } & (
  | { hasResults: boolean }
  | { opened: 0 | 1; rank?: number }
);

/** An address that led nowhere. */
export interface MissingPath {
  kind: 'missing';
  path: string;
  referrer: string;
}

/** Something that a reader did at a site. */
export type Figure = { siteId: string } & (View | Search | MissingPath);

interface SearchCounts {
  words: string;
  searches: number;
  without_result: number;
  opened: number;
  ranked: number;
  rank_sum: number;
  clients: Clients;
}

interface Keys {
  site_id: string;
  reader: ReaderKind;
}

/** Who counts once: in memory only, until the batch is written. */
export interface Client {
  address: string;
  /** The header `User-Agent`. */
  agent: string;
}

/** Different clients. By agent, so that what is added to with every page joins no texts. */
class Clients {
  readonly #addresses = new Map<string, Set<string>>();

  add({ address, agent }: Client): void {
    const addresses = this.#addresses.get(agent);
    if (addresses) addresses.add(address);
    else this.#addresses.set(agent, new Set([address]));
  }

  /** A text for each. */
  toTexts(): string[] {
    return [...this.#addresses].flatMap(([agent, addresses]) =>
      [...addresses].map((address) => `${address}\n${agent}`),
    );
  }
}

/** The rows of a batch, as its statement reads them. */
export interface BatchRows {
  views: object[];
  searches: object[];
  missing: object[];
  /** Hashes in hexadecimal. */
  marks: object[];
}

/** Of one batch so many words, or addresses of one site that lead nowhere, are told apart; the others only have a number. */
const MAX_OPEN_VALUES = 2000;
const OTHERS = '';

/** What readers did on one day, until it is written: numbers, and for a few seconds who they were. */
export class FigureBatch {
  readonly day: string;
  /** By site space and page, whose ids are hashed once: one key with all of them would be joined and hashed for each view. */
  readonly #views = new Map<string, Map<string, Map<string, Keys & { views: number }>>>();
  readonly #searches = new Map<string, Keys & SearchCounts>();
  readonly #missing = new Map<string, Keys & { path: string; referrer: string; requests: number }>();
  readonly #visitors = new Map<string, Map<string, Keys & { clients: Clients }>>();
  readonly #hosts = new Set<string>();

  constructor(day: string) {
    this.day = day;
  }

  /** `client`: who is to be counted once; undefined for those who do not want to be. */
  add(figure: Figure, by: Reader, client: Client | undefined): void {
    if (figure.kind === 'view') this.#addView(figure, by, client);
    else if (figure.kind === 'search') this.#addSearch(figure, by, client);
    else this.#addMissing(figure, by);
  }

  #addView(figure: Figure & View, { reader, agent }: Reader, client: Client | undefined): void {
    const { siteId, sectionId, siteSpaceId, pageId, language, country } = figure;
    const referrer = this.#limit(this.#hosts, figure.referrer);
    const rows = innerMap(innerMap(this.#views, siteSpaceId), pageId);
    const key = `${reader}\n${agent}\n${language}\n${country}\n${referrer}\n${sectionId}`;
    const row = rows.get(key);
    if (row) row.views += 1;
    else
      rows.set(key, {
        site_id: siteId,
        reader,
        ...{ section_id: sectionId, site_space_id: siteSpaceId, page_id: pageId },
        ...{ agent, language, country, referrer },
        views: 1,
      });
    if (client === undefined || reader === 'crawlers') return;
    const readers = innerMap(this.#visitors, siteId);
    const visitors = readers.get(reader) ?? { site_id: siteId, reader, clients: new Clients() };
    readers.set(reader, visitors);
    visitors.clients.add(client);
  }

  #addSearch(figure: Figure & Search, { reader }: Reader, client: Client | undefined): void {
    const { siteId } = figure;
    const isKnown = this.#searches.has(`${siteId}\n${reader}\n${figure.words}`);
    const words = isKnown || this.#searches.size < MAX_OPEN_VALUES ? figure.words : OTHERS;
    const key = `${siteId}\n${reader}\n${words}`;
    const row = this.#searches.get(key) ?? {
      ...{
        site_id: siteId,
        reader,
        words,
        searches: 0,
        without_result: 0,
        opened: 0,
        ranked: 0,
        rank_sum: 0,
      },
      clients: new Clients(),
    };
    this.#searches.set(key, row);
    if ('opened' in figure) {
      row.opened += figure.opened;
      row.ranked += figure.rank === undefined ? 0 : 1;
      row.rank_sum += figure.rank ?? 0;
      return;
    }
    row.searches += 1;
    if (!figure.hasResults) row.without_result += 1;
    if (client !== undefined) row.clients.add(client);
  }

  #addMissing({ siteId, ...figure }: Figure & MissingPath, { reader }: Reader): void {
    const isKnown = this.#missing.has([siteId, reader, figure.path, figure.referrer].join('\n'));
    const isFull = !isKnown && this.#missing.size >= MAX_OPEN_VALUES;
    const { path, referrer } = isFull ? { path: OTHERS, referrer: OTHERS } : figure;
    const key = [siteId, reader, path, referrer].join('\n');
    const row = this.#missing.get(key);
    if (row) row.requests += 1;
    else this.#missing.set(key, { site_id: siteId, reader, path, referrer, requests: 1 });
  }

  #limit(known: Set<string>, value: string): string {
    if (known.has(value)) return value;
    if (known.size >= MAX_OPEN_VALUES) return OTHERS;
    known.add(value);
    return value;
  }

  /** The rows to write. Who they were becomes a keyed hash; without the key of the day, it is forgotten. */
  toRows(salt: Buffer | undefined): BatchRows {
    const hash = (...parts: string[]) =>
      salt === undefined
        ? undefined
        : createHmac('sha256', salt).update(parts.join('\n')).digest('hex').slice(0, 32);
    const marksOf = ({ site_id, reader }: Keys, words_key: string, clients: Clients) =>
      clients.toTexts().flatMap((client) => {
        const mark = hash('visitor', site_id, words_key, client);
        return mark === undefined ? [] : [{ site_id, reader, words_key, mark }];
      });
    const searches = [...this.#searches.values()].map(({ clients, ...row }) => {
      const words_key = row.words === OTHERS ? '' : (hash('words', row.site_id, row.words) ?? '');
      return { row: { ...row, words: words_key === '' ? null : row.words, words_key }, clients };
    });
    return {
      views: innerValues(this.#views).flatMap((rows) => [...rows.values()]),
      searches: mergeOthers(searches.map(({ row }) => row)),
      missing: [...this.#missing.values()],
      marks: [
        ...innerValues(this.#visitors).flatMap((row) => marksOf(row, '', row.clients)),
        ...searches.flatMap(({ row, clients }) =>
          row.words_key === '' ? [] : marksOf(row, row.words_key, clients),
        ),
      ],
    };
  }
}

function innerMap<Inner>(outer: Map<string, Map<string, Inner>>, key: string): Map<string, Inner> {
  const before = outer.get(key);
  if (before) return before;
  const inner = new Map<string, Inner>();
  outer.set(key, inner);
  return inner;
}

const innerValues = <Inner>(outer: Map<string, Map<string, Inner>>): Inner[] =>
  [...outer.values()].flatMap((inner) => [...inner.values()]);

type SearchRow = Keys & Omit<SearchCounts, 'clients' | 'words'> & { words: string | null; words_key: string };

/** One row for all words of a site that are not told apart. */
function mergeOthers(rows: readonly SearchRow[]): SearchRow[] {
  const merged = new Map<string, SearchRow>();
  for (const row of rows) {
    const key = `${row.site_id}\n${row.reader}\n${row.words_key}`;
    const before = merged.get(key);
    if (!before) merged.set(key, { ...row });
    else {
      before.searches += row.searches;
      before.without_result += row.without_result;
      before.opened += row.opened;
      before.ranked += row.ranked;
      before.rank_sum += row.rank_sum;
    }
  }
  return [...merged.values()];
}
