/* Runs in the head before the first paint: the chosen theme, else the system's. `ui/theme.ts` keeps it up to date. */
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
  if (/^\/o\//.test(location.pathname)) root.dataset.starting = 'console';
})();
