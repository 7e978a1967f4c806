import { expect, it } from 'vitest';
import { exportsOnlyComponents, withLiveBindings } from './live-labels.ts';

it('labels can be given new texts', () => {
  const code = withLiveBindings(
    `/** Shown. */\nexport const nameLabel = 'Name';\nexport function longLabel() {\n  return 'Long';\n}\n`,
  );
  expect(code).toContain(`export let nameLabel = 'Name';\nexport function longLabel() {`);
  expect(code).toContain('nameLabel = next.nameLabel; longLabel = next.longLabel;');
});

it.each([
  ['export function Page() {}\nexport interface Props {}\nfunction helper() {}\n', true],
  ['export const Context = createContext(null);\nexport function Page() {}\n', false],
  ['export function describe() {}\n', false],
])('of %j, only what consists of components is replaced', (code, expected) => {
  expect(exportsOnlyComponents(code)).toBe(expected);
});
