import { describe, expect, it } from 'vitest';
import { markPure } from './shake-schemas.ts';

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
});
