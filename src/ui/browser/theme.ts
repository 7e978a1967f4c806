import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore } from '#src/lib/store.ts';

export type Theme = 'light' | 'dark' | 'system';

const storedTheme = readStored('local', 'theme');

/** The selected theme. `head.js` applies it before the first paint. */
export const themeStore = createStore<Theme>(
  storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system',
);

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && prefersDark().matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('light', !dark);
}

/** Applies and stores a theme. */
export function chooseTheme(theme: Theme): void {
  writeStored('local', 'theme', theme === 'system' ? null : theme);
  themeStore.set(theme);
  apply(theme);
}

/** Follows the system theme while "system" is selected. Called once. */
export function followSystemTheme(): void {
  prefersDark().addEventListener('change', () => apply(themeStore.get()));
}
