/**
 * Tells the style sheet, as `--scroll-bar-room`, how much room at the right edge a page leaves for the scroll bar. What
 * stops the page under a dialog from scrolling sees that room only where there is a scroll bar in it, and the shorter
 * pages would jump. Called once.
 */
export function watchScrollbarWidth({ body, documentElement: page }: Document = document): void {
  let lastWidth = 0;
  new ResizeObserver(() => {
    const width = window.innerWidth - body.offsetWidth;
    if (width === lastWidth || body.dataset.scrollLocked) return;
    lastWidth = width;
    page.style.setProperty('--scroll-bar-room', `${width}px`);
  }).observe(body);
}
