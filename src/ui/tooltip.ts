import { exactTime } from '#src/lib/text/format.ts';

/**
 * One tooltip for the whole page. An element with `data-tip="…"` shows it on hover and keyboard focus, without a
 * component: a table of fifty rows has no tooltips to mount. `data-tip-time="…"` has a time, which is written out when
 * it is shown. The reason of a disabled button is also shown on press, because touch has no hover. Truncated text is
 * shown in full the same way.
 *
 * The pointer can move onto the tooltip, Escape hides it, and it is announced as the element's description unless
 * it only repeats the element's name.
 */
const delay = 350;
const margin = 6;

/** Elements whose text is truncated with an ellipsis. */
const truncatedSelector = '.truncate, .two-lines, .person, .data-table :is(td, td > a)';

/** @returns a function that uninstalls it */
// oxlint-disable-next-line max-lines-per-function -- one listener after the other on the same element and timer
export function installTooltips(page: Document = document): () => void {
  const tip = page.createElement('div');
  tip.id = 'tooltip';
  tip.role = 'tooltip';
  tip.className = 'tooltip';
  tip.popover = 'manual';
  page.body.append(tip);

  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    if (target?.getAttribute('aria-describedby') === tip.id) target.removeAttribute('aria-describedby');
    target = null;
    if (tip.matches(':popover-open')) tip.hidePopover();
  };

  const show = (element: HTMLElement) => {
    const { tipTime, tip: tipText = tipTime && exactTime(tipTime) } = element.dataset;
    const text = tipText ?? element.textContent;
    if (!text || !element.isConnected) return;
    tip.textContent = text;
    // Screen readers read truncated text in full anyway.
    if (
      tipText &&
      tipText !== element.getAttribute('aria-label') &&
      !element.hasAttribute('aria-describedby')
    ) {
      element.setAttribute('aria-describedby', tip.id);
    }
    if (!tip.matches(':popover-open')) tip.showPopover();
    positionTooltip(tip, element.getBoundingClientRect(), page.documentElement.clientWidth);
  };

  const setTarget = (event: Event, wait: number) => {
    const eventTarget = event.target instanceof Element ? event.target : null;
    if (eventTarget && tip.contains(eventTarget)) return;
    const element =
      eventTarget?.closest<HTMLElement>('[data-tip], [data-tip-time]') ??
      (eventTarget && findTruncated(eventTarget));
    if (element === target) return;
    const follows = target !== null && tip.matches(':popover-open');
    hide();
    target = element;
    if (element) timer = setTimeout(() => show(element), follows ? 0 : wait);
  };

  const listening = new AbortController();
  const { signal } = listening;
  page.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && setTarget(event, delay), {
    signal,
  });
  page.addEventListener('pointerdown', hide, { signal });
  page.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[aria-disabled=true][data-tip]'))
        setTarget(event, 0);
    },
    { signal },
  );
  page.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  page.addEventListener('focusout', hide, { signal });
  page.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
  page.addEventListener(
    'focusin',
    (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) setTarget(event, 0);
    },
    { signal },
  );

  return () => {
    listening.abort();
    hide();
    tip.remove();
  };
}

/** The element at or inside this one with truncated text; null if there is none. */
function findTruncated(origin: Element): HTMLElement | null {
  const around = origin.closest<HTMLElement>(truncatedSelector);
  const inside = origin.matches('a, button') ? origin.querySelectorAll<HTMLElement>(truncatedSelector) : [];
  return [...(around ? [around] : []), ...inside].find((text) => text.scrollWidth > text.clientWidth) ?? null;
}

/** Positions the tooltip above its element, or below, within the window. */
function positionTooltip(tip: HTMLElement, anchor: DOMRect, width: number): void {
  const size = tip.getBoundingClientRect();
  const left = anchor.left + anchor.width / 2 - size.width / 2;
  const above = anchor.top - size.height - margin;
  tip.style.left = `${Math.max(margin, Math.min(left, width - size.width - margin))}px`;
  tip.style.top = `${above >= margin ? above : anchor.bottom + margin}px`;
}
