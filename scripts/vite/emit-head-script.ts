import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { contentHash } from './precompress.ts';

/**
 * Adds a classic script with a hashed name to the head, so that it runs before the first paint. Inline scripts violate
 * the CSP and modules run too late.
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
