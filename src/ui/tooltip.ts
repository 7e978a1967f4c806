/**
 * One tooltip for the whole page. Any element with `data-tip="…"` gets it on hover and on keyboard focus, without a
 * component around it: a table of fifty rows then has no tooltips to mount.
 *
 * The pointer may move onto the tooltip, Escape hides it, and it is announced as the element's description unless it
 * only repeats the element's name.
 */
const delay = 350;
const margin = 6;

/** Starts listening. @returns the function that ends it and removes the tooltip */
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
    const text = element.dataset.tip;
    if (!text || !element.isConnected) return;
    tip.textContent = text;
    if (text !== element.getAttribute('aria-label') && !element.hasAttribute('aria-describedby')) {
      element.setAttribute('aria-describedby', tip.id);
    }
    if (!tip.matches(':popover-open')) tip.showPopover();
    place(tip, element.getBoundingClientRect(), page.documentElement.clientWidth);
  };

  const aim = (event: Event, wait: number) => {
    const origin = event.target instanceof Element ? event.target : null;
    if (origin && tip.contains(origin)) return;
    const element = origin?.closest<HTMLElement>('[data-tip]') ?? null;
    if (element === target) return;
    const follows = target !== null && tip.matches(':popover-open');
    hide();
    target = element;
    if (element) timer = setTimeout(() => show(element), follows ? 0 : wait);
  };

  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && aim(event, delay), {
    signal,
  });
  page.addEventListener('pointerdown', hide, { signal });
  page.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  page.addEventListener('focusout', hide, { signal });
  page.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
  page.addEventListener(
    'focusin',
    (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) aim(event, 0);
    },
    { signal },
  );

  return () => {
    ending.abort();
    hide();
    tip.remove();
  };
}

/** Puts the tooltip above its element, or below where there is no room, and inside the window's width. */
function place(tip: HTMLElement, around: DOMRect, width: number): void {
  const size = tip.getBoundingClientRect();
  const left = around.left + around.width / 2 - size.width / 2;
  const above = around.top - size.height - margin;
  tip.style.left = `${Math.max(margin, Math.min(left, width - size.width - margin))}px`;
  tip.style.top = `${above >= margin ? above : around.bottom + margin}px`;
}
