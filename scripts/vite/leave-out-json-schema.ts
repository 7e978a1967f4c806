import type { Plugin } from 'vite';

const processing =
  /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g;
const writing = /create(Standard|To)JSONSchemaMethod\(this, (?:"input"|"output"|\{\})\)/g;

/**
 * Leaves out of the bundle what makes zod's schemas into JSON Schema. Every schema can do that, so no bundler can tell
 * that nobody asks for it here; it is a seventh of what a form loads. Whoever asks all the same gets an error.
 */
export function leaveOutJsonSchema(): Plugin {
  return {
    name: 'bindery:leave-out-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler(code) {
        const left = cutJsonSchema(code);
        if (left === code) this.error('zod writes its JSON Schema in another way now: see to this plugin.');
        return left;
      },
    },
  };
}

/** The source of zod's schemas without those parts. Exported for its test. */
export function cutJsonSchema(code: string): string {
  return code
    .replace(processing, '')
    .replace(writing, '(() => { throw new Error("JSON Schema is left out of this build."); })');
}
