/**
 * Finds elements that do not fit or cannot be seen. Each function is serialized into the page, so
 * self-contained.
 */

declare global {
  interface Window {
    shortTexts: [Text, string][];
  }
}

/**
 * Rewrites all texts as a longer language with accents would: each vowel twice, which is 40 % more letters. Code, keys
 * and what only screen readers read stay.
 */
export function lengthenTexts(): void {
  const accented = new Map(
    ['aá', 'eé', 'ií', 'oó', 'uú', 'AÁ', 'EÉ', 'IÍ', 'OÓ', 'UÚ'].map(([of, to]) => [of, to]),
  );
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  window.shortTexts = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!(text instanceof Text) || text.parentElement?.closest('script, style, pre, code, kbd, .sr-only'))
      continue;
    window.shortTexts.push([text, text.data]);
    text.data = text.data.replaceAll(/[aeiou]/gi, (vowel) => vowel + (accented.get(vowel) ?? vowel));
  }
}

export function restoreTexts(): void {
  for (const [text, data] of window.shortTexts) text.data = data;
}

/** Elements outside the window, controls that are cut off or narrower than their text, controls on top of another. */
export function findMisfits(): string[] {
  const tolerance = 1.5;
  const problems = new Set<string>();
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const describe = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
    return `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> “${text}”`;
  };

  interface Clip {
    box: DOMRect;
    hidesAcross: boolean;
    hidesDown: boolean;
  }
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  /** The ancestors that clip an element, the nearest first. Computed once for all of them. */
  const knownClips = new Map<Element, readonly Clip[]>();
  const clipsOf = (element: Element | null): readonly Clip[] => {
    if (!element || element === document.body) return [];
    const knownClip = knownClips.get(element);
    if (knownClip) return knownClip;
    const { position, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const above = position === 'fixed' ? [] : clipsOf(element.parentElement);
    // An ellipsis, or a clamped line, says that something is left out.
    const saysSo = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const measured = {
      box: element.getBoundingClientRect(),
      hidesAcross: !saysSo && hides(overflowX),
      hidesDown: !saysSo && hides(overflowY),
    };
    const clips = overflowX === 'visible' ? above : [measured, ...above];
    knownClips.set(element, clips);
    return clips;
  };

  /** The part of an element that its ancestors show; null if none of it. `cut` if one of them hides the rest for good. */
  const shownPart = (element: Element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    let cut = false;
    const isFixed = getComputedStyle(element).position === 'fixed';
    for (const { box, hidesAcross, hidesDown } of isFixed ? [] : clipsOf(element.parentElement)) {
      const isTooWide = right > box.right + tolerance || left < box.left - tolerance;
      const isTooHigh = bottom > box.bottom + tolerance || top < box.top - tolerance;
      if ((isTooWide && hidesAcross) || (isTooHigh && hidesDown)) cut = true;
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom, cut } : null;
  };

  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    problems.add(`The page is wider than the window, ${width}.`);
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element)) continue;
    const part = shownPart(element);
    if (!part || (part.left >= -tolerance && part.right <= width + tolerance)) continue;
    const parent = element.parentElement && shownPart(element.parentElement);
    // Its parent is outside already.
    if (parent && (parent.left < -tolerance || parent.right > width + tolerance)) continue;
    problems.add(`outside the window: ${describe(element)}`);
  }

  const controls = [
    ...document.querySelectorAll('button, a[href], input, select, textarea, [role="tab"], h1, h2, th'),
  ]
    .filter((control) => isShown(control) && !control.closest('[inert], [aria-hidden="true"]'))
    .flatMap((control) => {
      const part = shownPart(control);
      return part && control.clientHeight !== 1 ? [{ control, part }] : [];
    });
  for (const { control, part } of controls) {
    if (part.cut) problems.add(`cut off: ${describe(control)}`);
    const { textOverflow, overflowX, display, webkitLineClamp } = getComputedStyle(control);
    const isText =
      control.textContent.trim() !== '' && display !== 'inline' && !control.matches('select, textarea');
    const fits = control.scrollWidth <= control.clientWidth + tolerance;
    const saysSo = (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && overflowX !== 'visible';
    if (isText && !fits && !saysSo) problems.add(`narrower than its text: ${describe(control)}`);
  }

  /** An element above the rest, such as a sticky bar or a dialog, is compared with itself only. */
  const layerOf = (element: Element) => {
    for (let above: Element | null = element; above; above = above.parentElement)
      if (
        above.matches('dialog, [role="dialog"], [popover]') ||
        /fixed|sticky/.test(getComputedStyle(above).position)
      )
        return above;
    return null;
  };
  const layered = controls
    .filter(({ control }) => !control.matches('th'))
    .map((one) => ({ ...one, layer: layerOf(one.control) }));
  for (const [index, { control, part, layer }] of layered.entries())
    for (const otherBox of layered.slice(index + 1)) {
      if (
        otherBox.layer !== layer ||
        control.contains(otherBox.control) ||
        otherBox.control.contains(control)
      )
        continue;
      const across = Math.min(part.right, otherBox.part.right) - Math.max(part.left, otherBox.part.left);
      const down = Math.min(part.bottom, otherBox.part.bottom) - Math.max(part.top, otherBox.part.top);
      if (across > 2 && down > 2)
        problems.add(`on top of each other: ${describe(control)} and ${describe(otherBox.control)}`);
    }
  return [...problems];
}

/** Fields, check boxes and switches whose edge has a contrast below 3, in both themes. */
export function findFaintEdges(): string[] {
  const problems = new Set<string>();
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(still);
  const { className, classList } = document.documentElement;
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('No canvas to read colors from.');
  type Color = readonly [red: number, green: number, blue: number];
  /** Colors on top of each other, the lowest first. */
  const blend = (...colors: string[]): Color => {
    pen.clearRect(0, 0, 1, 1);
    for (const color of ['#fff', ...colors]) {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  const luminance = (color: Color) => {
    const [red = 0, green = 0, blue = 0] = color.map((channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: Color, other: Color) => {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const grounds = (element: Element | null): string[] =>
    element ? [...grounds(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const hasEdge = (element: Element) => Number.parseFloat(getComputedStyle(element).borderBottomWidth) > 0;

  const controls = document.querySelectorAll(
    'input:not([type="hidden"], [cmdk-input]), select, textarea, [role="switch"]',
  );
  for (const theme of ['light', 'dark']) {
    classList.remove('light', 'dark');
    classList.add(theme);
    for (const control of controls) {
      if (
        !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        control.clientWidth <= 1
      )
        continue;
      // Unusable controls may be hidden; read-only ones are text.
      if (
        control.matches(
          ':disabled, [aria-disabled="true"], :read-only:not(select, [role="switch"], [type="checkbox"], [type="radio"])',
        )
      )
        continue;
      // A field without an edge has that of the list around it.
      const edged = hasEdge(control) ? control : (control.closest('.border') ?? control);
      const { borderBottomColor, backgroundColor } = getComputedStyle(edged);
      const below = grounds(edged.parentElement);
      const ground = blend(...below);
      const best = Math.max(
        hasEdge(edged) ? contrast(blend(...below, backgroundColor, borderBottomColor), ground) : 0,
        contrast(blend(...below, backgroundColor), ground),
      );
      if (best < 2.995) {
        const name = control.getAttribute('aria-label') ?? control.id;
        problems.add(`${theme}: ${control.tagName.toLowerCase()} “${name}” ${best.toFixed(2)}`);
      }
    }
  }
  document.documentElement.className = className;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return [...problems];
}
