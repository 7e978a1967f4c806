import type { ReaderKind } from '#server/database/tables/insight-tables.ts';
import type { SeededRandom } from '#server/test/random.ts';

/** A request of a reader, as a server gets it. */
export interface SyntheticVisit {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const BROWSERS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
];
const AGENTS = [
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0)', 'ChatGPT'],
  ['Claude-User (claude-code/2.0.1; +https://support.example)', 'Claude'],
] as const;
const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
  '',
];

const REFERRERS = [
  ['https://news.example/item?id=7', 'news.example'],
  ['https://chat.example/', 'chat.example'],
  ['android-app://com.example', ''],
  ['<script>alert(1)</script>', ''],
  ['https://Bücher.example/a', 'xn--bcher-kva.example'],
] as const;
const COUNTRIES = ['NO', 'DE', 'JP'];

/** What it is called in numbers, by a key of its dimensions. */
export type Numbers = Map<string, number>;

const add = (numbers: Numbers, key: readonly unknown[], count = 1): void => {
  const text = JSON.stringify(key);
  numbers.set(text, (numbers.get(text) ?? 0) + count);
};

/** A page of the site that is visited. */
export interface ModelPage {
  url: string;
  siteSpaceId: string;
  sectionId: string;
  pageId: string;
}

/** What has to be counted of visits. */
export class VisitLedger {
  readonly views: Numbers = new Map();
  readonly missing: Numbers = new Map();
  /** Searches by their words, also those that stay unknown. */
  readonly searches: Numbers = new Map();
  readonly #searchers = new Map<string, Set<string>>();
  readonly #visitors = new Map<ReaderKind, Set<string>>();

  visitors(reader: ReaderKind): number {
    return this.#visitors.get(reader)?.size ?? 0;
  }

  /** Searches by kind of reader and words; those for words of fewer than three visitors as one number without words. */
  writtenSearches(): Record<string, number> {
    const written: Numbers = new Map();
    for (const [key, count] of this.searches) {
      const [reader, words] = JSON.parse(key);
      add(written, [reader, (this.#searchers.get(key)?.size ?? 0) >= 3 ? words : null], count);
    }
    return Object.fromEntries(written);
  }

  addView(page: ModelPage, { by, country, client }: ModelRequest, referrer: string): void {
    const { sectionId, siteSpaceId, pageId } = page;
    add(this.views, [sectionId, siteSpaceId, pageId, by.reader, by.agent, country, referrer]);
    if (client === undefined || by.reader === 'crawlers') return;
    const visitors = this.#visitors.get(by.reader) ?? new Set();
    this.#visitors.set(by.reader, visitors.add(client));
  }

  addSearch(words: string, { by, client }: ModelRequest): void {
    const key = JSON.stringify([by.reader, words]);
    add(this.searches, [by.reader, words]);
    if (client === undefined) return;
    const searchers = this.#searchers.get(key) ?? new Set();
    this.#searchers.set(key, searchers.add(client));
  }

  addMissing(path: string, { by }: ModelRequest): void {
    add(this.missing, [path, by.reader]);
  }
}

/** A visit, and how it is written down once a server has answered it. */
export interface ModelVisit {
  visit: SyntheticVisit;
  note: (ledger: VisitLedger) => void;
}

/** What visits have of their visitors, and no table may: addresses, names, words of one person, agents. */
export const PERSONAL: readonly RegExp[] = [
  /198\.51\.\d/,
  /secret(?: |\+|%20)\d/i,
  /ada[.-]\d/,
  /item\?id=7/,
  ...[...BROWSERS, ...AGENTS.map(([userAgent]) => userAgent), ...CRAWLERS.filter((name) => name !== '')].map(
    (userAgent) => new RegExp(userAgent.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)),
  ),
];

/** Invents visits, and knows what has to be counted of them. */
export class VisitModel {
  readonly #random: SeededRandom;
  readonly #base: string;
  readonly #pages: readonly ModelPage[];

  constructor(random: SeededRandom, base: string, pages: readonly ModelPage[]) {
    this.#random = random;
    this.#base = base;
    this.#pages = pages;
  }

  next(): ModelVisit {
    const random = this.#random;
    const by = this.#reader();
    const address = `198.51.${random.below(100)}.${random.below(200)}`;
    const isPrivate = random.chance(0.2);
    const country = random.chance(0.7) ? random.pick(COUNTRIES) : '';
    const headers: Record<string, string> = {
      accept: 'text/html',
      'x-forwarded-for': address,
      ...(by.userAgent !== '' && { 'user-agent': by.userAgent }),
      ...(isPrivate && { [random.chance(0.5) ? 'dnt' : 'sec-gpc']: '1' }),
      ...(country !== '' && { 'cf-ipcountry': country }),
      ...(random.chance(0.1) && { cookie: `name=ada-${random.below(1e6)}` }),
    };
    const client = isPrivate ? undefined : `${address} ${by.userAgent}`;
    const request = { by, headers, country, client };
    const kind = random.below(30);
    if (kind === 0) return this.#missingPath(request);
    if (kind === 1) return this.#search(request);
    return this.#view(request, kind < 5);
  }

  #reader(): { reader: ReaderKind; agent: string; userAgent: string } {
    const random = this.#random;
    if (random.chance(0.6)) return { reader: 'people', agent: '', userAgent: random.pick(BROWSERS) };
    if (random.chance(0.5)) {
      const [userAgent, agent] = random.pick(AGENTS);
      return { reader: 'agents', agent, userAgent };
    }
    return { reader: 'crawlers', agent: '', userAgent: random.pick(CRAWLERS) };
  }

  #view(request: ModelRequest, isAhead: boolean): ModelVisit {
    const random = this.#random;
    const { headers } = request;
    const page = random.pick(this.#pages);
    const [sent, host] = random.chance(0.5) ? random.pick(REFERRERS) : ['', ''];
    const note = (referrer: string) => (ledger: VisitLedger) => ledger.addView(page, request, referrer);
    if (!isAhead) {
      const withReferrer = { ...headers, ...(sent !== '' && { referer: encodeHeader(sent) }) };
      return { visit: { method: 'GET', url: page.url, headers: withReferrer }, note: note(host) };
    }
    // Half of what is fetched ahead is shown, which the script of the page reports.
    if (random.chance(0.5))
      return {
        visit: { method: 'GET', url: page.url, headers: { ...headers, 'sec-purpose': 'prefetch;prerender' } },
        note: () => undefined,
      };
    return { visit: this.#seen(headers, page.url), note: note('') };
  }

  #seen(headers: Record<string, string>, path: string): SyntheticVisit {
    return {
      method: 'POST',
      url: `${this.#base}~seen`,
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams({ path }).toString(),
    };
  }

  /** Addresses with one of a person are only a number. */
  #missingPath(request: ModelRequest): ModelVisit {
    const random = this.#random;
    const isPersonal = random.chance(0.2);
    const path = isPersonal ? `/ada.${random.below(1e6)}@reader.example` : `/gone-${random.below(5)}`;
    return {
      visit: { method: 'GET', url: `${this.#base}${path.slice(1)}`, headers: request.headers },
      note: (ledger) => ledger.addMissing(isPersonal ? '' : path, request),
    };
  }

  #search(request: ModelRequest): ModelVisit {
    const random = this.#random;
    const { headers } = request;
    const words = random.chance(0.7) ? random.pick(['install', 'tide gauge']) : `secret ${random.below(1e9)}`;
    const typed = random.chance(0.5) ? words : ` ${words.toUpperCase()}  `;
    const search = `${this.#base}~/search?${new URLSearchParams({ q: typed.trim() })}`;
    const visit: SyntheticVisit = random.chance(0.3)
      ? this.#seen(headers, `${search}&results=1`)
      : { method: 'GET', url: search, headers };
    return { visit, note: (ledger) => ledger.addSearch(words, request) };
  }
}

interface ModelRequest {
  by: { reader: ReaderKind; agent: string; userAgent: string };
  headers: Record<string, string>;
  country: string;
  client: string | undefined;
}

/** Browsers send addresses in ASCII. */
const encodeHeader = (text: string) => (/^https?:/.test(text) ? new URL(text).href : text);
