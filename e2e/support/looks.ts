/** What of a page has to be looked at to have seen all its colours. It is sent into the page, so it must be whole in itself. */

/**
 * The elements below `root` that carry words, without those that look like two before them: the same ink and size on the same
 * grounds, in the same kind of element. Two, because the first may lie where it is clipped.
 */
export function findLooks(root: Element): Element[] {
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
    return `${own.join()} ${groundOf(element)}`;
  };
  const counts = new Map<string, number>();
  return [...root.querySelectorAll('*')].filter((element) => {
    const isField = element.matches('input, select, textarea');
    if (!(isField || hasWords(element)) || !element.checkVisibility({ visibilityProperty: true }))
      return false;
    if (element.closest('[aria-hidden="true"], [inert], script, style, title')) return false;
    const look = lookOf(element);
    const before = counts.get(look) ?? 0;
    counts.set(look, before + 1);
    return before < 2;
  });
}
