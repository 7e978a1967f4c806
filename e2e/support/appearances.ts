/** Selects the elements to check for contrast. Serialized into the page, so self-contained. */

/** How often each appearance was checked, at most twice. */
export type CheckedAppearances = ReadonlyMap<string, number>;

export interface AppearanceResult {
  elements: Element[];
  checked: CheckedAppearances;
}

/**
 * Text elements below `root`, at most two per appearance: same color, size, background, element and width. Two, because
 * the first may be clipped.
 */
export function findAppearances(root: Element, before: CheckedAppearances): AppearanceResult {
  const backgrounds = new Map<Element, string>();
  const backgroundOf = (element: Element): string => {
    const cached = backgrounds.get(element);
    if (cached !== undefined) return cached;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const look = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const below = element.parentElement ? backgroundOf(element.parentElement) : '';
    // A transparent background changes nothing.
    const isTransparent = look === 'rgba(0, 0, 0, 0),none,1,none,normal';
    const background = isTransparent ? below : `${below}/${look}`;
    backgrounds.set(element, background);
    return background;
  };
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const appearanceOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const isWithin = element.parentElement !== null && hasText(element.parentElement);
    const isOff = element.closest(':disabled, [aria-disabled="true"]') !== null;
    const textLook = [
      element.tagName,
      color,
      fontSize,
      fontWeight,
      textShadow,
      textDecorationLine,
      isWithin,
      isOff,
    ];
    return `${window.innerWidth} ${textLook.join()} ${backgroundOf(element)}`;
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
