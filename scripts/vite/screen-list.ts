import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** The paths of screens in the generated routes, such as `/o/$organizationId/members`. */
export function screenPaths(routes: string): string[] {
  const paths = [...routes.matchAll(/fullPath: '([^']+)'/g)].map(([, path = '']) => path);
  return [...new Set(paths)].toSorted();
}

/**
 * Writes the list of screens beside the console: the server answers with its page at these paths, and with
 * 404 at others. It is below `.vite`, which is not served.
 */
export function screenList(routes: string): Plugin {
  return {
    name: 'screen-list',
    apply: 'build',
    async generateBundle() {
      const screens = screenPaths(await readFile(routes, 'utf8'));
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(screens) });
    },
  };
}
