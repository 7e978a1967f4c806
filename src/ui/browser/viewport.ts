import { useSyncExternalStore } from 'react';

export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

interface NearViewportOptions {
  /** Distance below the viewport, in pixels. */
  margin?: number;
  /** The element's parent is what scrolls, instead of the page. */
  inParent?: boolean;
}

/** A ref that calls `act` when the element comes within `margin` of the viewport. */
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
