/** Texts of a given length, for tests of limits. */

/** Four bytes in UTF-8, two units in UTF-16, one character. */
export const emojis = (length: number) => '😀'.repeat(length);
export const ascii = (length: number) => 'a'.repeat(length);
export const padded = (start: string, end: string, fill: (length: number) => string) => (length: number) =>
  start + fill(length - start.length - end.length) + end;
export const quoted = padded('"', '"', emojis);

/** A text as clients of the public platform send it: texts are leaves, settings are in `data`. */
export const platformDocument = {
  object: 'document',
  data: { schemaVersion: 8 },
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [
        {
          object: 'text',
          leaves: [{ object: 'leaf', text: 'Still so?', marks: [{ object: 'mark', type: 'bold' }] }],
        },
      ],
    },
  ],
};
