/* Runs in the head, before the first paint and before every module. `ui/theme.ts` keeps the theme up to date. */
(function () {
  const root = document.documentElement;
  let chosen = null;
  // The start address leads those on who have been in an organization here.
  let wasHere = false;
  try {
    chosen = localStorage.getItem('bindery.theme');
    wasHere = localStorage.getItem('bindery.organization') !== null;
  } catch {
    // Storage can be refused (private window, embedded page): the system's theme is right then.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.className = dark ? 'dark' : 'light';
  // Zod would otherwise try to compile its checks with `Function`, which the content security policy refuses.
  globalThis.__zod_globalConfig = { jitless: true };
  if (location.pathname.startsWith('/o/') || (location.pathname === '/' && wasHere)) {
    root.dataset.starting = 'console';
  }
})();
