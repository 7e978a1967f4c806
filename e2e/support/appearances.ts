/** What of a page has to be looked at to have seen all its colours. It is sent into the page, so it must be whole in itself. */

/** How often each look has been judged, up to the two times that count. */
export type CheckedAppearances = ReadonlyMap<string, number>;

/** What is still to be judged, and how often each look has been once that is done. */
export interface AppearanceResult {
  elements: Element[];
  checked: CheckedAppearances;
}

/**
 * The elements below `root` that carry words, without those that look like two before them, on this screen or on those
 * before it: the same ink and size on the same grounds, in the same kind of element, at the same width. Two, because the
 * first may lie where it is clipped.
 */
export function findAppearances(root: Element, before: CheckedAppearances): AppearanceResult {
  const backgrounds = new Map<Element, string>();
  const backgroundOf = (element: Element): string => {
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const below = element.parentElement ? backgroundOf(element.parentElement) : '';
    // A ground that cannot be seen changes nothing.
    const isTransparent = own === 'rgba(0, 0, 0, 0),none,1,none,normal';
    const background = isTransparent ? below : `${below}/${own}`;
    backgrounds.set(element, background);
    return background;
  };
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const appearanceOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const isWithin = element.parentElement !== null && hasText(element.parentElement);
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
    return `${window.innerWidth} ${own.join()} ${backgroundOf(element)}`;
  };
  const checked = new Map(before);
  const elements = [...root.querySelectorAll('*')].filter((element) => {
    const isField = element.matches('input, select, textarea');
    if (!(isField || hasText(element)) || !element.checkVisibility({ visibilityProperty: true }))
      return false;
    if (element.closest('[aria-hidden="true"], [inert], script, style, title')) return false;
    const appearance = appearanceOf(element);
    const times = checked.get(appearance) ?? 0;
    if (times === 2) return false;
    checked.set(appearance, times + 1);
    return true;
  });
  return { elements, checked };
}
