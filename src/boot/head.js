/* Runs in the head, before the first paint and all modules. `ui/browser/theme.ts` keeps the theme up to date. */
(function () {
  const root = document.documentElement;
  let chosen = null;
  // The start URL redirects users who have opened an organization here.
  let wasHere = false;
  try {
    chosen = localStorage.getItem('bindery.theme');
    wasHere = localStorage.getItem('bindery.organization') !== null;
  } catch {
    // Storage can be denied (private window, embedded page); then the system theme applies.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.className = dark ? 'dark' : 'light';
  // Zod would otherwise compile its checks with `Function`, which the content security policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };
  // Screens end at the same place with and without a scrollbar, see `--gutter` in frame.css. Zooming changes its width.
  const probe = document.createElement('div');
  probe.style.cssText = 'position: absolute; width: 9rem; height: 9rem; overflow: scroll; visibility: hidden';
  const measureScrollbar = () => {
    root.append(probe);
    root.style.setProperty('--scrollbar', `${probe.offsetWidth - probe.clientWidth}px`);
    probe.remove();
  };
  measureScrollbar();
  addEventListener('resize', measureScrollbar);
  if (location.pathname.startsWith('/o/') || (location.pathname === '/' && wasHere)) {
    root.dataset.starting = 'console';
  }
})();
