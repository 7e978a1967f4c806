/** The features that the script adds to the ways through the pages. */
import { each, read, write } from './texts.ts';

const TREE_KEY = 'tree';

/** Keeps branches as they were opened and closed, and brings the current page into sight. */
export function keepTree(): void {
  const tree = document.querySelector<HTMLElement>('.tree');
  if (!tree) return;
  const changed: Record<string, boolean> = JSON.parse(read(TREE_KEY) ?? '{}');
  const load = loadOnce(tree.dataset.whole ?? '');
  const keep = (branch: HTMLDetailsElement): void => {
    const link = branch.previousElementSibling;
    // Groups have no address.
    const key = link?.getAttribute('href') ?? groupKey(branch);
    // The way to the current page is always open.
    const isOnWay =
      branch.querySelector('[aria-current]') !== null || link?.hasAttribute('aria-current') === true;
    if (branch.hidden) {
      branch.hidden = false;
      branch.addEventListener('toggle', () => {
        if (branch.open) void fill(branch);
      });
    }
    if (!isOnWay && changed[key] !== undefined) branch.open = changed[key];
    branch.querySelector('summary')?.addEventListener('click', () => {
      changed[key] = !branch.open;
      write(TREE_KEY, JSON.stringify(changed));
    });
  };
  /** Fills a branch that the page leaves out. Where that fails, its link still leads there. */
  const fill = async (branch: HTMLDetailsElement): Promise<void> => {
    if (branch.querySelector('ul')) return;
    const id = branch.parentElement?.dataset.branch ?? '';
    const whole = await load();
    const list = whole?.querySelector(`[data-branch="${CSS.escape(id)}"] ul`)?.cloneNode(true);
    if (!(list instanceof HTMLElement)) branch.open = false;
    else if (!branch.querySelector('ul')) {
      branch.append(list);
      list.querySelectorAll('details').forEach(keep);
    }
  };
  tree.querySelectorAll('details').forEach(keep);
  const showCurrent = (): void => {
    const current = tree.querySelector<HTMLElement>('[aria-current]');
    const box = tree.closest<HTMLElement>(':popover-open') ?? tree;
    if (!current) return;
    const { top, bottom } = box.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (place.top < top || place.bottom > bottom) box.scrollTop += place.top - top - (bottom - top) / 3;
  };
  showCurrent();
  document.getElementById('~menu')?.addEventListener('toggle', showCurrent);
}

/** The titles of a group and of those that it is in. */
function groupKey(branch: HTMLElement): string {
  const title = branch.querySelector('summary')?.textContent ?? '';
  const parent = branch.parentElement?.closest<HTMLElement>('.group details');
  return parent ? `${groupKey(parent)}\n${title}` : title;
}

/** A document of this site that is asked for when it is first needed, and again where that failed. */
function loadOnce(url: string): () => Promise<Document | undefined> {
  let loading: Promise<Document | undefined> | undefined;
  const load = async (): Promise<Document | undefined> => {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(String(response.status));
      return new DOMParser().parseFromString(await response.text(), 'text/html');
    } catch {
      loading = undefined;
      return undefined;
    }
  };
  return () => (loading ??= load());
}

/** Marks in the contents of the page the heading that is being read; members propose changes there. */
export function followHeadings(): void {
  const headings = [...document.querySelectorAll<HTMLElement>('.text :is(h1, h2, h3, h4, h5, h6)[id]')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const proposals = document.querySelectorAll<HTMLAnchorElement>('a[data-proposes]');
  if (headings.length === 0) return;
  const linkOf = new Map(links.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const inContents = headings.filter(({ id }) => linkOf.has(id));
  const limit = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8 || 96;
  let isWaiting = false;
  const mark = (): void => {
    isWaiting = false;
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    const lastRead = (among: HTMLElement[]): HTMLElement | undefined =>
      isAtEnd ? among.at(-1) : among.findLast((heading) => heading.getBoundingClientRect().top <= limit);
    const current = lastRead(inContents) ?? inContents[0];
    for (const [id, link] of linkOf) {
      if (id === current?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    const proposed = lastRead(headings);
    for (const proposal of proposals) proposal.hash = proposed ? encodeURIComponent(proposed.id) : '';
  };
  const request = (): void => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };
  addEventListener('scroll', request, { passive: true });
  addEventListener('resize', request);
  mark();
}

/** Opens what a link leads to, if it is closed. */
export function openTarget(): void {
  const open = (): void => {
    each<HTMLDetailsElement>('details:target', (target) => {
      target.open = true;
    });
  };
  addEventListener('hashchange', open);
  addEventListener('load', open);
}

/** Closes menus by Escape and by a press outside; the menu of narrow pages, when the page becomes wide. */
export function closeMenus(): void {
  const closeAll = (except?: Node): void => {
    each<HTMLDetailsElement>('.menu[open]', (menu) => {
      if (except === undefined || !menu.contains(except)) menu.open = false;
    });
  };
  document.addEventListener('pointerdown', ({ target }) => {
    closeAll(target instanceof Node ? target : undefined);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const open = document.querySelector('.menu[open]');
    const hasFocus = open?.contains(document.activeElement) === true;
    closeAll();
    if (hasFocus) open?.querySelector('summary')?.focus();
  });
  document.addEventListener('focusin', ({ target }) => {
    closeAll(target instanceof Node ? target : undefined);
  });
  const menu = document.getElementById('~menu');
  matchMedia('(min-width: 60rem)').addEventListener('change', () => {
    if (menu?.matches(':popover-open') === true) menu.hidePopover();
  });
  each<HTMLAnchorElement>('.closed-contents a', (link) => {
    link.addEventListener('click', () => link.closest('details')?.removeAttribute('open'));
  });
}
