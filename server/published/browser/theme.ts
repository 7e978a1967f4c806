import { create, createIcon, each, setCookie, text } from './texts.ts';

/**
 * Adds the choice of the theme. It is a cookie, which exists only after a choice: the server writes the theme
 * into the page, so that it never flashes in the other one.
 */
export function addThemeSwitch(): void {
  const root = document.documentElement;
  const select = create('select', { 'aria-label': text('theme'), autocomplete: 'off' });
  for (const [value, label] of [
    ['', 'themeSystem'],
    ['light', 'themeLight'],
    ['dark', 'themeDark'],
  ] as const) {
    select.append(create('option', { value }, text(label)));
  }
  select.value = root.dataset.theme ?? '';
  select.addEventListener('change', () => {
    const theme = select.value;
    if (theme === '') delete root.dataset.theme;
    else root.dataset.theme = theme;
    setCookie('reader-theme', theme);
    document
      .querySelector('meta[name="color-scheme"]')
      ?.setAttribute('content', theme === '' ? 'light dark' : theme);
    each<HTMLSourceElement>('source', choosePicture(theme));
  });
  document.querySelector('.tools')?.append(create('span', { class: 'theme' }, halfMoon(), select));
}

/** Pictures for light and dark follow the choice; the server does the same when it writes a page. */
const choosePicture =
  (theme: string) =>
  (source: HTMLSourceElement): void => {
    const scheme = source.dataset.scheme ?? /dark|light/.exec(source.media)?.[0];
    if (scheme === undefined) return;
    source.dataset.scheme = scheme;
    if (theme === '') source.media = `(prefers-color-scheme: ${scheme})`;
    else source.media = theme === scheme ? 'all' : 'not all';
  };

/** A circle whose one half is filled. */
function halfMoon(): SVGElement {
  return createIcon(
    { d: 'M12 4a8 8 0 0 0 0 16z', fill: 'currentColor' },
    { d: 'M12 4a8 8 0 0 1 0 16', fill: 'none' },
  );
}
