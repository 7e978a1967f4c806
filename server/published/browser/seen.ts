/** Reports of what a reader sees without a request: a page that the browser had fetched ahead, results while typing. */
import { seenUrl } from './texts.ts';

/** Reports an address that is shown, and nothing else. */
export function reportSeen(path: string): void {
  if (seenUrl !== undefined) navigator.sendBeacon(seenUrl, new URLSearchParams({ path }));
}

/** Reports the page once it is shown, if its request could not tell that it would be. */
export function reportShownPage(): void {
  const report = (): void => reportSeen(location.pathname);
  const [entry] = performance.getEntriesByType('navigation');
  if (Reflect.get(document, 'prerendering') === true)
    document.addEventListener('prerenderingchange', report, { once: true });
  else if (entry && Reflect.get(entry, 'deliveryType') === 'navigational-prefetch') report();
}

/** Reports which result of a page of results is opened. */
export function reportRanks(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('.results ol a');
  const words = new URLSearchParams(location.search).get('q') ?? '';
  for (const [index, link] of links.entries())
    link.addEventListener('click', () => reportRank(location.pathname, words, index + 1, 'page'));
}

/** `list`: the page of results, where the page that is opened says that it was, or the list below the field. */
export function reportRank(path: string, words: string, rank: number, list: 'page' | 'field'): void {
  reportSeen(`${path}?${new URLSearchParams({ q: words, rank: String(rank), list }).toString()}`);
}
