/** The kitchen shows every component of src/ui and src/components that has a look. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Components that are seen in others only, or not at all. */
const elsewhere: Readonly<Record<string, string>> = {
  FixedKeysList: 'In the list of shortcuts.',
  KeysRow: 'In the list of shortcuts.',
  ListSection: 'Filters, a table, and what stands for it while it loads or when it failed.',
  LeftScreen: 'Out of sight, as soon as it does anything.',
  LiveRegionHost: 'Only read out.',
  LogoMark: 'In the wordmark, and in a card.',
  OptionalForm: 'A form, which is read-only where the server lacks what it sends.',
  PanelBoundary: 'Shows a section that failed to load.',
  PlainRows: 'In a table.',
  RadioField: 'In the form of a review.',
  RequestId: 'Below the message of a request that failed.',
  ResendButton: 'In the panel of API requests.',
  RowSpacer: 'In a table.',
  ScreenTabs: 'A row of tabs, which the kitchen shows.',
  StaleEditDialog: 'In forms that somebody else has saved meanwhile.',
  StickyRows: 'Above the rows of a tree that is scrolled.',
  TabCount: 'In tabs.',
  TableHead: 'In a table.',
  UndoButtons: 'In the toolbar of a tree.',
  VirtualRows: 'In a table.',
};

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('testing'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

const matches = (texts: readonly string[], pattern: RegExp) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
];

const components = matches(
  [...filesOf('src/ui'), ...filesOf('src/components')],
  /^export function ([A-Z]\w+)/gm,
);
const kitchenComponents = new Set(matches(filesOf('e2e/kitchen'), /<([A-Z]\w+)\b/g));

it('every component is shown, or has a reason', () => {
  expect(components.length).toBeGreaterThan(60);
  expect(components.filter((name) => !kitchenComponents.has(name) && !(name in elsewhere))).toEqual([]);
});

it('no reason is left of a component that was removed or is shown', () => {
  expect(
    Object.keys(elsewhere).filter((name) => kitchenComponents.has(name) || !components.includes(name)),
  ).toEqual([]);
});
