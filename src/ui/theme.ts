import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

export type Theme = 'light' | 'dark' | 'system';

const storedTheme = readStored('local', 'theme');

/** The theme that was chosen. `head.js` has applied it before the first paint. */
export const themeStore = createStore<Theme>(
  storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system',
);

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && prefersDark().matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
}

/** Chooses the theme, at once and for the next visits. */
export function chooseTheme(theme: Theme): void {
  writeStored('local', 'theme', theme === 'system' ? null : theme);
  themeStore.set(theme);
  apply(theme);
}

/** Follows the system's theme while no other is chosen. Called once. */
export function followSystemTheme(): void {
  prefersDark().addEventListener('change', () => apply(themeStore.get()));
}
