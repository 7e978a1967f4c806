import { build, type HtmlTagDescriptor, type Plugin } from 'vite';
import { isInModule } from './module-imports.ts';

export interface PageHeadOptions {
  /** A classic script that runs before the first paint; modules run too late. */
  script: string;
  /** A module that asks for the first data, as it stands in the page's head. */
  first: string;
  /** Sources whose chunks and static imports are preloaded. */
  modules: string[];
  /** Name prefixes of preloaded font files. */
  fonts: string[];
}

/**
 * Writes both scripts into the page's head, in place of the tag of the second. The server allows inline scripts by
 * their hashes. Adds links for files that the browser would otherwise discover one round trip later: entry, then
 * application, then route.
 */
export function pageHead({ script, first, modules, fonts }: PageHeadOptions): Plugin[] {
  const firstTag = `<script type="module" src="/${first}"></script>`;
  const scripts: Plugin = {
    name: 'bindery:page-scripts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (server) return [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }];
        if (!html.includes(firstTag)) throw new Error(`The page has no ${firstTag}.`);
        const sources = await Promise.all([first, script].map(bundleScript));
        return html.replace(firstTag, () => `<script>${sources.join('')}</script>`);
      },
    },
  };
  const links: Plugin = {
    name: 'bindery:page-links',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const isNeeded = ({ moduleIds }: { moduleIds: string[] }): boolean =>
          modules.some((module) => moduleIds.some((id) => isInModule(id, module)));
        const needed = new Set(chunks.filter(isNeeded).map(({ fileName }) => fileName));
        // Iterating a set includes entries that are added in the meantime.
        for (const name of needed) {
          const output = bundle[name];
          if (output?.type === 'chunk') output.imports.forEach((imported) => needed.add(imported));
        }
        const preloaded = [...needed].filter((fileName) => !html.includes(fileName));
        const fontFiles = Object.keys(bundle).filter((file) =>
          fonts.some((font) => file.includes(`/${font}`)),
        );
        return [
          ...preloaded.map((fileName) => linkTag(fileName, { rel: 'modulepreload' })),
          ...fontFiles.map((fileName) =>
            linkTag(fileName, { rel: 'preload', as: 'font', type: 'font/woff2' }),
          ),
        ];
      },
    },
  };
  return [scripts, links];
}

/** The minified source of a module with all that it imports, as a classic script. */
async function bundleScript(input: string): Promise<string> {
  const output = { format: 'iife', entryFileNames: 'script.js' } as const;
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input, output } },
  });
  const results = 'close' in built ? [] : [built].flat();
  const [source] = results.flatMap(({ output: files }) =>
    files.flatMap((file) => (file.type === 'chunk' ? [file.code.trim()] : [])),
  );
  if (source === undefined || source.includes('</script')) throw new Error(`${input} can’t stand in a page.`);
  return source;
}

type Attributes = HtmlTagDescriptor['attrs'];

const linkTag = (fileName: string, attrs: Attributes): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
});
