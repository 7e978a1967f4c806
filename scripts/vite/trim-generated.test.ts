import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { markPure, removeJsonSchema } from './trim-generated.ts';

describe('markPure', () => {
  it('wraps every exported schema, of one line or of many, and nothing else', () => {
    const code = [
      "import { z } from 'zod';",
      "export const zRole = z.enum(['admin', 'read']);",
      'export const zTeam = z.object({',
      '    title: z.string().min(1)',
      '});',
      'export const zPage: z.ZodType = z.lazy(() => zTeam);',
      '',
    ].join('\n');
    expect(markPure(code)).toBe(
      [
        "import { z } from 'zod';",
        "export const zRole = /* @__PURE__ */ (() => z.enum(['admin', 'read']))();",
        'export const zTeam = /* @__PURE__ */ (() => z.object({',
        '    title: z.string().min(1)',
        '}))();',
        'export const zPage: z.ZodType = /* @__PURE__ */ (() => z.lazy(() => zTeam))();',
        '',
      ].join('\n'),
    );
  });

  it('wraps every generated schema', () => {
    const code = markPure(readFileSync('api/generated/zod.gen.ts', 'utf8'));
    expect(code.match(/^export const (?!\w+(: [^=]+)? = \/\* @__PURE__ \*\/).*/gm)).toBeNull();
  });

  it('rejects a module without schemas', () => {
    expect(() => markPure("export { zRole } from './roles';")).toThrow('Nothing matches');
  });
});

describe('cutJsonSchema', () => {
  const path = createRequire(import.meta.url)
    .resolve('zod')
    .replace(/index\.c?js$/, 'v4/classic/schemas.js');
  const installed = readFileSync(path, 'utf8');
  const cut = removeJsonSchema(installed);

  it('removes all JSON Schema conversion from the installed package', () => {
    expect(cut).not.toMatch(/processors\.\w+Processor/);
    expect(cut).not.toMatch(/create\w+JSONSchemaMethod\(/);
  });

  it('keeps the checks of a schema', () => {
    expect(cut).toContain('processors.aggregateChecks');
  });

  it.each(['processJSONSchema', 'JSONSchemaMethod'])('rejects a package without %s', (name) => {
    expect(() => removeJsonSchema(installed.replaceAll(name, 'other'))).toThrow('Nothing matches');
  });
});
