interface NearViewportOptions {
  /** How far below what is in sight, in pixels. */
  margin?: number;
  /** The element's parent is what scrolls, instead of the page. */
  inParent?: boolean;
}

/** A ref that calls `act` as soon as the element is less than a margin below what is in sight. */
export function onNearViewport(
  act: () => void,
  { margin = 800, inParent = false }: NearViewportOptions = {},
) {
  return (element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && act(), {
      ...(inParent ? { root: element.parentElement } : {}),
      rootMargin: `0px 0px ${margin}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
