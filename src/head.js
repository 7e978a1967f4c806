/* Runs in the head, before the first paint and before every module. `ui/theme.ts` keeps the theme up to date. */
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = localStorage.getItem('bindery.theme');
  } catch (error) {
    // Storage can be refused (private window, embedded page): the system's theme is right then.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.className = dark ? 'dark' : 'light';
  // Zod would otherwise try to compile its checks with `Function`, which the content security policy refuses.
  globalThis.__zod_globalConfig = { jitless: true };
  if (/^\/o\//.test(location.pathname)) root.dataset.starting = 'console';
})();
