/** Calls `act` once the next frame is painted: what forces a layout would delay it. Returns a function that cancels it. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The same after the frame that follows: the rows that a list leaves for it are laid out with it, not by `act`. */
export function afterSecondPaint(act: () => void): () => void {
  let cancel = afterPaint(() => {
    cancel = afterPaint(act);
  });
  return () => cancel();
}

/** Calls `act` as soon as the browser has nothing else to do, within a second. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no such callbacks.
  if (!('requestIdleCallback' in window)) return afterPaint(act);
  const request = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(request);
}
