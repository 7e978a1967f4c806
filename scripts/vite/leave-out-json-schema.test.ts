import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { cutJsonSchema } from './leave-out-json-schema.ts';

describe('cutJsonSchema', () => {
  const path = createRequire(import.meta.url)
    .resolve('zod')
    .replace(/index\.c?js$/, 'v4/classic/schemas.js');
  const cut = cutJsonSchema(readFileSync(path, 'utf8'));

  it('leaves nothing in the installed package that writes JSON Schema', () => {
    expect(cut).not.toMatch(/processors\.\w+Processor/);
    expect(cut).not.toMatch(/create\w+JSONSchemaMethod\(/);
  });

  it('leaves what tells the limits of a schema', () => {
    expect(cut).toContain('processors.aggregateChecks');
  });
});
