/**
 * Tells the style sheet, as `--scroll-bar-room`, how much room at the right edge a page leaves for the scroll bar. What
 * stops the page under a dialog from scrolling sees that room only where there is a scroll bar in it, and the shorter
 * pages would jump. Called once.
 */
export function watchScrollBarRoom({ body, documentElement: page }: Document = document): void {
  let known = 0;
  new ResizeObserver(() => {
    const room = window.innerWidth - body.offsetWidth;
    if (room === known || body.dataset.scrollLocked) return;
    known = room;
    page.style.setProperty('--scroll-bar-room', `${room}px`);
  }).observe(body);
}
