/** Results while typing: links in a list below the field, which stays a plain form. */
import type { ReaderFoundLinks } from '../layout/reader-view.ts';
import { reportRank, reportSeen } from './seen.ts';
import { announce, countText, create, createIcon, text } from './texts.ts';

const DEBOUNCE_MS = 150;
/** Words that stay so long are whole. */
const SETTLED_MS = 1500;

/** Makes a search form live, and gives its field to the keys `/` and Ctrl or Cmd + K. */
// oxlint-disable-next-line max-lines-per-function -- one listener after the other on the same field and list; every visitor loads this script
export function enhanceSearch(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  if (!input) return;
  const list = create('div', { class: 'found', hidden: '' });
  form.append(list);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  /** Results that were shown and are not reported yet. */
  let shown: string | undefined;
  const { pathname } = new URL(form.action, location.href);
  const report = (): void => {
    clearTimeout(settling);
    if (shown !== undefined) reportSeen(shown);
    shown = undefined;
  };

  const close = (): void => {
    report();
    clearTimeout(timer);
    running?.abort();
    list.hidden = true;
  };
  const show = (message: string, links: HTMLElement[] = []): void => {
    list.replaceChildren(
      create('p', {}, message),
      ...(links.length > 0 ? [create('ul', {}, ...links.map((link) => create('li', {}, link)))] : []),
    );
    list.hidden = false;
    announce(message);
  };
  const search = async (query: string): Promise<void> => {
    running?.abort();
    const request = new AbortController();
    running = request;
    try {
      const response = await fetch(`${form.action}?${new URLSearchParams({ q: query }).toString()}`, {
        headers: { accept: 'application/json' },
        signal: request.signal,
      });
      if (!response.ok) throw new Error(String(response.status));
      const { results, hasMore }: ReaderFoundLinks = await response.json();
      if (request.signal.aborted) return;
      const count = results.length === 0 ? text('noResults') : countText('resultCount', results.length);
      const links = results.map(toLink);
      for (const [index, link] of links.entries()) {
        link.addEventListener('click', () => {
          report();
          reportRank(pathname, query, index + 1, 'field');
        });
      }
      show(hasMore ? `${count} – ${text('moreResults')}` : count, links);
      const searched = new URLSearchParams({ q: query, results: String(results.length) });
      shown = `${pathname}?${searched.toString()}`;
      settling = setTimeout(report, SETTLED_MS);
    } catch {
      if (!request.signal.aborted) show(text('searchFailed'));
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    clearTimeout(settling);
    shown = undefined;
    const query = input.value.trim();
    if (query === '') close();
    else timer = setTimeout(() => void search(query), DEBOUNCE_MS);
  });
  form.addEventListener('submit', () => {
    // The page of results is counted where it is answered.
    shown = undefined;
    close();
  });
  addEventListener('pagehide', report);
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      input.focus();
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || list.hidden || event.isComposing) return;
    const stops: HTMLElement[] = [input, ...list.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length]?.focus();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isCommand && !(isSlash && !isTyping(event.target))) return;
    if (input.offsetParent === null) return;
    event.preventDefault();
    input.select();
    input.focus();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** A result as a link. Only paths and http(s) become targets, for every response. */
function toLink({ title, url, path, excerpt, ...mark }: ReaderFoundLinks['results'][number]): HTMLElement {
  const target = new URL(url, location.href);
  return create(
    'a',
    /^https?:$/.test(target.protocol) ? { href: target.href } : {},
    create('b', {}, ...drawMark(mark), title),
    create('small', {}, path.join(' › ')),
    ...excerpt.map((part) => (part.isMatch ? create('mark', {}, part.text) : part.text)),
  );
}

/** The emoji or icon before a title; not read out. */
function drawMark({
  emoji,
  drawing,
}: Pick<ReaderFoundLinks['results'][number], 'emoji' | 'drawing'>): (Node | string)[] {
  if (emoji !== undefined) return [create('span', { class: 'emoji', 'aria-hidden': 'true' }, emoji), ' '];
  return drawing === undefined ? [] : [createIcon({ d: drawing }), ' '];
}
