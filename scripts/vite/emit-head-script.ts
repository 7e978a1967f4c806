import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { contentHash } from './precompress.ts';

/**
 * Puts a classic script into the head, under a hashed name, so that it runs before the first paint. An inline script
 * would need a hole in the content security policy, and a module would run after the paint.
 *
 * @param source path of the script from the project's root; it is served as it is, so it must be plain JavaScript
 */
export function emitHeadScript(source: string): Plugin {
  let root = '';
  let building = false;
  return {
    name: 'bindery:emit-head-script',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    transformIndexHtml() {
      const src = building ? `/${outputFileName(root, source)}` : `/${source}`;
      return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: outputFileName(root, source),
        source: readFileSync(join(root, source), 'utf8'),
      });
    },
  };
}

function outputFileName(root: string, source: string): string {
  const hash = contentHash(readFileSync(join(root, source), 'utf8'));
  return `assets/${basename(source, '.js')}-${hash}.js`;
}
