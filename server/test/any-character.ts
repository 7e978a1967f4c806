import fc, { type Arbitrary } from 'fast-check';

/**
 * Any character except lone surrogates, small code points more often; the library's own unit takes seconds to set up.
 */
export const anyCharacter: Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x2ff }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
