import { readFileSync } from 'node:fs';
import type { EnvironmentModuleNode, Plugin } from 'vite';

/** Modules of texts that several files import. */
const LABELS = /\/src\/.*labels\.ts$/;

/**
 * Development only: a changed text of a `labels.ts` appears without loading the page again. The module stays and takes the
 * new texts, as bindings of modules are live; importers that export only components are drawn again.
 */
export function liveLabels(): Plugin {
  return {
    name: 'bindery:live-labels',
    apply: 'serve',
    enforce: 'pre',
    transform: {
      filter: { id: LABELS },
      handler: (code) => ({ code: withLiveBindings(code), map: null }),
    },
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'client' || !LABELS.test(file)) return undefined;
      const components = modules.flatMap(({ importers }) => [...importers]).filter(hasOnlyComponents);
      return [...modules, ...components];
    },
  };
}

/** Lets each instance of the module take the values of the next one. */
export function withLiveBindings(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
  const assignments = names.map((name) => `${name} = next.${name};`).join(' ');
  return `${code.replaceAll(/^export const /gm, 'export let ')}
if (import.meta.hot) {
  (import.meta.hot.data.takers ??= []).push((next) => { ${assignments} });
  import.meta.hot.accept((next) => { for (const take of import.meta.hot.data.takers) take(next); });
}
`;
}

/** Whether a module can be replaced by itself: React refuses those that export anything but components. */
function hasOnlyComponents({ isSelfAccepting, url, file }: EnvironmentModuleNode): boolean {
  if (isSelfAccepting !== true || file === null || !file.endsWith('.tsx')) return false;
  // Parts of a screen, which the router replaces.
  if (url.includes('tsr-split')) return true;
  return exportsOnlyComponents(readFileSync(file, 'utf8'));
}

export function exportsOnlyComponents(code: string): boolean {
  const values = [...code.matchAll(/^export (?:async )?(function|const|let|class|default) ?(\w*)/gm)];
  return values.every(([, kind, name = '']) => kind === 'function' && /^[A-Z]/.test(name));
}
