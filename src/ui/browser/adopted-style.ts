import { useInsertionEffect } from 'react';

/**
 * Replaces the package `react-style-singleton` (see `vite.config.ts`), which locks page scrolling under an open dialog
 * with a `<style>` element. An adopted style sheet does the same under `style-src 'self'`.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function AdoptedStyle({ styles }: { styles: string }) {
    useInsertionEffect(() => {
      users += 1;
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
        sheet = undefined;
      };
    }, []);
    return null;
  };
}
