import { create, sitePath, text } from './texts.ts';

const YEAR_SECONDS = 31_536_000;
const COOKIE = 'reader-theme';

/**
 * Adds the choice of the theme. It is a cookie, which exists only once somebody has chosen: the server writes the theme
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
    const age = theme === '' ? 0 : YEAR_SECONDS;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${COOKIE}=${theme}; Path=${sitePath}; Max-Age=${age}; SameSite=Lax${secure}`;
    document
      .querySelector('meta[name="color-scheme"]')
      ?.setAttribute('content', theme === '' ? 'light dark' : theme);
  });
  document.querySelector('.tools')?.append(create('span', { class: 'theme' }, select));
}
