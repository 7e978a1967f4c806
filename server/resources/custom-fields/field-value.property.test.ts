import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomFieldType, CustomFieldValue } from '#api/generated/types.gen.ts';
import { anyCharacter } from '#server/test/any-character.ts';
import { createSpace } from '#server/test/factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';
import { validateValue, removeUnknownOptions } from './custom-fields.rules.ts';

const TYPES: readonly CustomFieldType[] = [
  'text',
  'number',
  'boolean',
  'tags',
  'select:single',
  'select:multi',
];

/** Any text without NUL or lone surrogates. */
const text = fc
  .string({ unit: anyCharacter, maxLength: 60 })
  .filter((candidate) => !candidate.includes('\0'));
/** Options need a visible character. */
const option = text.filter((candidate) => /[a-z0-9]/i.test(candidate) && [...candidate].length <= 40);
const options = fc.uniqueArray(option, { minLength: 1, maxLength: 8 });

/** A definition; most generated values fit it. */
const definition = fc.constantFrom(...TYPES).chain((type) =>
  fc.record({
    type: fc.constant(type),
    options: type.startsWith('select:') ? options : fc.constant(null),
  }),
);

const anyValue = (choices: readonly string[]): fc.Arbitrary<CustomFieldValue> => {
  const item = choices.length > 0 ? fc.oneof(text, fc.constantFrom(...choices)) : text;
  // JSON has no negative zero.
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  return fc.oneof(item, number, fc.boolean(), fc.array(item, { maxLength: 5 }));
};

const fieldAndValues = definition.chain((field) =>
  fc.tuple(fc.constant(field), fc.array(anyValue(field.options ?? []), { minLength: 1, maxLength: 6 })),
);

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  const space = await createSpace({ organizationId: w.organization.id });
  url = `/v1/spaces/${space.id}/custom-fields`;
});

describe('a value of a custom field', () => {
  it('is returned unchanged where valid; its path is named where invalid', async () => {
    await fc.assert(
      fc.asyncProperty(fieldAndValues, async ([field, values]) => {
        const definitions = `${w.base}/custom-fields`;
        const { options: choices, type } = field;
        const created = await as(w.admin).post(definitions, {
          name: 'a',
          type,
          ...(choices && { options: choices }),
        });
        expect({ status: created.status, body: created.body }).toMatchObject({ status: 201 });
        let current: CustomFieldValue | undefined;
        for (const value of values) {
          const { status, body } = await as(w.admin).patch(url, { values: { a: { value } } });
          if (status === 204) current = value;
          else {
            expect(status).toBe(400);
            expect(body.error.details[0].path).toMatch(/^body\.values\.a\.value(\[\d+\])?$/);
          }
          expect(status === 204).toBe(validateValue(field, value).length === 0);
          const [entry] = (await as(w.admin).get(url)).body;
          expect(entry.value).toEqual(current);
        }
        expect((await as(w.admin).delete(`${definitions}/a`)).status).toBe(204);
      }),
      { numRuns: 60 },
    );
  });

  it('is valid for the new options after removal, and loses nothing else', () => {
    fc.assert(
      fc.property(fieldAndValues, options, ([field, values], fewer) => {
        for (const value of values.filter((each) => validateValue(field, each).length === 0)) {
          const remainingOptions =
            field.options?.filter((each, index) => index % 2 === 0 || fewer.includes(each)) ?? null;
          const next = { type: field.type, options: remainingOptions };
          const remainingValue = removeUnknownOptions(next, value);
          if (remainingValue === undefined) expect(validateValue(next, value)).not.toEqual([]);
          else expect(validateValue(next, remainingValue)).toEqual([]);
          if (validateValue(next, value).length === 0) expect(remainingValue).toEqual(value);
        }
      }),
    );
  });
});
