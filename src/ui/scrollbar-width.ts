/**
 * Publishes the scrollbar's width as `--scrollbar-width`. The scroll lock under a dialog reserves it only if there is a
 * scrollbar in it; shorter pages would jump. Called once.
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
