import { useCallback, useState } from 'react';

/** An element's distance from the top of the page, in pixels, and the ref that measures it. */
export function usePageOffset(): [offset: number, measure: (element: HTMLElement | null) => void] {
  const [offset, setOffset] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const update = () => setOffset(Math.round(element.getBoundingClientRect().top + window.scrollY));
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [offset, measure];
}
