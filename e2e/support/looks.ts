/** What of a page has to be looked at to have seen all its colours. It is sent into the page, so it must be whole in itself. */

/** How often each look has been judged, up to the two times that count. */
export type Judged = ReadonlyMap<string, number>;

/** What is still to be judged, and how often each look has been once that is done. */
export interface Looks {
  elements: Element[];
  judged: Judged;
}

/**
 * The elements below `root` that carry words, without those that look like two before them, on this screen or on those
 * before it: the same ink and size on the same grounds, in the same kind of element, at the same width. Two, because the
 * first may lie where it is clipped.
 */
export function findLooks(root: Element, before: Judged): Looks {
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element): string => {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const below = element.parentElement ? groundOf(element.parentElement) : '';
    // A ground that cannot be seen changes nothing.
    const isNothing = own === 'rgba(0, 0, 0, 0),none,1,none,normal';
    const ground = isNothing ? below : `${below}/${own}`;
    grounds.set(element, ground);
    return ground;
  };
  const hasWords = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const isWithin = element.parentElement !== null && hasWords(element.parentElement);
    const isOff = element.closest(':disabled, [aria-disabled="true"]') !== null;
    const own = [
      element.tagName,
      color,
      fontSize,
      fontWeight,
      textShadow,
      textDecorationLine,
      isWithin,
      isOff,
    ];
    return `${window.innerWidth} ${own.join()} ${groundOf(element)}`;
  };
  const judged = new Map(before);
  const elements = [...root.querySelectorAll('*')].filter((element) => {
    const isField = element.matches('input, select, textarea');
    if (!(isField || hasWords(element)) || !element.checkVisibility({ visibilityProperty: true }))
      return false;
    if (element.closest('[aria-hidden="true"], [inert], script, style, title')) return false;
    const look = lookOf(element);
    const times = judged.get(look) ?? 0;
    if (times === 2) return false;
    judged.set(look, times + 1);
    return true;
  });
  return { elements, judged };
}
