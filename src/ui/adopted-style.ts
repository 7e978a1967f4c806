import { useInsertionEffect } from 'react';

/**
 * Takes the place of the package `react-style-singleton` (see `vite.config.ts`), with which an open dialog stops the
 * page behind it from scrolling. That package adds `<style>` elements; an adopted style sheet does the same under a
 * policy of `style-src 'self'`.
 *
 * @returns a component that applies its `styles` while at least one of it is mounted
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
