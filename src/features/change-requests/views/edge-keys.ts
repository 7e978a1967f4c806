import { isTextField } from '#src/ui/browser/text-fields.ts';

/** Frames in which nothing may move before the edge counts as reached: rows are measured in the frame after they are shown. */
const stillFrames = 3;
/** A page that still grows after so many frames is not waited for. */
const maxFrames = 60;

const keyOf = ({ key, metaKey, altKey, ctrlKey, shiftKey }: KeyboardEvent): 'start' | 'end' | undefined => {
  if (altKey || ctrlKey || shiftKey) return undefined;
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  return key === 'End' || (metaKey && key === 'ArrowDown') ? 'end' : undefined;
};

/** Whether such a key scrolls the page: no field, no scroll area and no overlay takes it. */
function scrollsPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (isTextField(target) || target.closest('dialog, [role="dialog"], [role="menu"]')) return false;
  for (let at: Element | null = target; at && at !== document.body; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return false;
  }
  return true;
}

/**
 * Home and End go to the edges of the page at once, and stay there until its rows are measured. Browsers scroll smoothly
 * to the edge as it was when the key was pressed, and a list that measures its rows on the way ends that somewhere, as it writes the
 * scroll position.
 *
 * @returns a function that leaves the keys to the browser again
 */
export function goToEdgesAtOnce(): () => void {
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const settle = (edge: 'start' | 'end') => {
    let [frames, still] = [0, 0];
    const step = () => {
      const top = edge === 'start' ? 0 : document.documentElement.scrollHeight - window.innerHeight;
      const isThere = Math.abs(window.scrollY - top) <= 1;
      if (!isThere) window.scrollTo({ top, behavior: 'instant' });
      still = isThere ? still + 1 : 0;
      frames += 1;
      if (still < stillFrames && frames < maxFrames) frame = requestAnimationFrame(step);
    };
    step();
  };
  const press = (event: KeyboardEvent) => {
    stop();
    const edge = keyOf(event);
    if (!edge || event.defaultPrevented || !scrollsPage(event.composedPath()[0] ?? null)) return;
    event.preventDefault();
    settle(edge);
  };
  window.addEventListener('keydown', press);
  for (const type of ['wheel', 'pointerdown'] as const)
    window.addEventListener(type, stop, { passive: true });
  return () => {
    stop();
    window.removeEventListener('keydown', press);
    for (const type of ['wheel', 'pointerdown'] as const) window.removeEventListener(type, stop);
  };
}
