import type { Plugin } from 'vite';

const declaration = /^export const (z\w+(?:: [^=]+)?) = ([\s\S]*?);$/gm;

/**
 * Lets a bundle leave out the generated schemas that nothing in it uses. They are made by chains of calls at module
 * level, which a bundler has to take for side effects; each one becomes a function that is called on the spot and
 * marked as having none.
 *
 * @param module the generated file, from the project's root
 */
export function shakeSchemas(module: string): Plugin {
  return {
    name: 'bindery:shake-schemas',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: new RegExp(`${module.replaceAll('.', '\\.')}$`) },
      handler: (code) => markPure(code),
    },
  };
}

/** Wraps each exported schema of a generated file. Exported for its test. */
export function markPure(code: string): string {
  return code.replace(declaration, 'export const $1 = /* @__PURE__ */ (() => $2)();');
}
