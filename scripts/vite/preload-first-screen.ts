import type { HtmlTagDescriptor, Plugin } from 'vite';
import { isInModule } from './first-screen.ts';

/** What the browser would otherwise discover one round trip later. */
export interface PreloadOptions {
  /** Sources whose chunks, with all they import statically, are named as `modulepreload`. */
  modules: string[];
  /** The name of a chunk that runs before the others, as a script of its own. */
  first: string;
  /** Beginnings of the names of font files that are preloaded. */
  fonts: string[];
}

/**
 * Names the first screen's chunks and fonts in the page's head. Without it they load one after another: entry,
 * then application, then route.
 */
export function preloadFirstScreen({ modules, first, fonts }: PreloadOptions): Plugin {
  return {
    name: 'bindery:preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return;
        const needed = new Set<string>();
        const collect = (fileName: string) => {
          const output = bundle[fileName];
          if (output?.type !== 'chunk' || needed.has(fileName)) return;
          needed.add(fileName);
          output.imports.forEach(collect);
        };
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue;
          const contains = (module: string) => output.moduleIds.some((id) => isInModule(id, module));
          if (modules.some(contains)) collect(output.fileName);
        }
        const tags: HtmlTagDescriptor[] = [...needed]
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          }));
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk' || output.name !== first) continue;
          const attrs = { type: 'module', async: true, crossorigin: true, src: `/${output.fileName}` };
          tags.unshift({ tag: 'script', attrs, injectTo: 'head-prepend' });
        }
        for (const fileName of Object.keys(bundle)) {
          if (!fonts.some((font) => fileName.includes(`/${font}`))) continue;
          tags.push({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${fileName}`,
            },
            injectTo: 'head',
          });
        }
        return tags;
      },
    },
  };
}
