import type { Plugin } from 'vite';

/**
 * Lets a bundle leave out what it does not use of zod and of the generated schemas. Fails the build where an upgrade has
 * changed what is trimmed. By measure: a fifth of what a form loads.
 */
export function trimZod(): Plugin {
  return {
    name: 'bindery:trim-zod',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: [/api\/generated\/zod\.gen\.ts$/, /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/] },
      handler: (code, id) => (id.includes('zod.gen') ? markPure(code) : removeJsonSchema(code)),
    },
  };
}

/**
 * Wraps each exported schema. They are made by chains of calls at module level, which a bundler has to take for side
 * effects; each becomes a function that is called on the spot and marked as having none.
 */
export function markPure(code: string): string {
  const schemas = /^export const (z\w+(?:: [^=]+)?) = ([\s\S]*?);$/gm;
  return replace(code, schemas, 'export const $1 = /* @__PURE__ */ (() => $2)();');
}

/**
 * Removes the JSON Schema output from zod. Every schema has it, so no bundler can tell that it is unused here.
 * Using it throws an error.
 */
export function removeJsonSchema(code: string): string {
  const processing =
    /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g;
  const writing = /create(Standard|To)JSONSchemaMethod\(this, (?:"input"|"output"|\{\})\)/g;
  const throwing = '(() => { throw new Error("JSON Schema is not included in this build."); })';
  return replace(replace(code, processing, ''), writing, throwing);
}

function replace(code: string, pattern: RegExp, by: string): string {
  const replaced = code.replace(pattern, by);
  if (replaced === code)
    throw new Error(`Nothing matches ${pattern.source}: see to scripts/vite/trim-zod.ts.`);
  return replaced;
}
