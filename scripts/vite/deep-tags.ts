/** Tags of test files that count their runs themselves: `// @module-tag model` before the imports. */
export const deepTags = [
  'model',
  'moves',
  'kills',
  'histories',
  'fuzz',
  'attack',
  'conditions',
  'clients',
  'worst',
] as const;

export type DeepTag = (typeof deepTags)[number];
