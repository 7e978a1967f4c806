import { expect, it } from 'vitest';
import type { ContentImportRun } from '#api/generated/types.gen.ts';
import {
  changeLabel,
  describePlannedChanges,
  describeResult,
  describeSpace,
  describeStep,
  kindLabel,
  nameOfChange,
  reportKindLabel,
  stateLabel,
} from './labels.ts';

const run: ContentImportRun = {
  object: 'import',
  id: 'i',
  state: 'done',
  steps: [],
  from: 'docs.zip',
  target: {},
  report: { converted: 0, changed: 0, leftOut: 0, warnings: 0 },
  spaces: [],
  importedResources: 10,
  totalResources: 10,
  createdAt: '2026-11-28T12:00:00Z',
  urls: { report: '' },
};

it('says that everything came in only where it did', () => {
  expect(describeResult({ ...run, isComplete: true })).toBe('Everything was imported unchanged.');
  expect(describeResult({ ...run, isComplete: true, report: { ...run.report, converted: 2 } })).toBe(
    'Everything was imported. 2 places converted to another syntax. The report below says where.',
  );
  const report = { converted: 2, changed: 0, leftOut: 1, warnings: 0 };
  expect(describeResult({ ...run, importedResources: 8, report })).toBe(
    '2 of 10 were not imported, 1 thing left out, 2 places converted to another syntax. The report below says where.',
  );
});

it('says how far a step is', () => {
  expect(describeStep({ name: 'fetch', done: 5 * 1024 * 1024 })).toEqual({
    doing: 'Fetching the source',
    progress: '5 MB',
  });
  expect(describeStep({ name: 'convert', done: 3, total: 1200 })).toEqual({
    doing: 'Making pages',
    progress: '3 of 1,200 pages',
  });
});

it('says what a space got', () => {
  const space = {
    space: 's',
    revision: 'r',
    title: 'Guide',
    addedPages: 1,
    updatedPages: 2,
    removedPages: 0,
  };
  expect(describeSpace({ ...space, files: 0 })).toBe('1 page, 2 updated');
  expect(describeSpace({ ...space, updatedPages: 0, files: 7 })).toBe('1 page, 7 files');
});

it('shows what it does not know as the server names it', () => {
  expect(stateLabel('resting').name).toBe('resting');
  expect(kindLabel('hugo')).toBe('hugo');
  expect(reportKindLabel('odd').label).toBe('odd');
  expect(describeStep({ name: 'polish', done: 1 }).doing).toBe('polish');
});

it('says what a planned import changes', () => {
  const none = { addedPages: 0, updatedPages: 0, removedPages: 0, files: 0 };
  expect(describePlannedChanges(none)).toBe('The source has nothing new: no page and no file changes.');
  expect(describePlannedChanges({ ...none, addedPages: 1, removedPages: 2 })).toMatch(
    /^1 page added, 2 pages removed\. /,
  );
  expect(changeLabel('page_deleted').label).toBe('Removed');
  expect(changeLabel('page_rotated').label).toBe('page_rotated');
  expect(nameOfChange({ id: '1', type: 'variables_edited', variables: [] })).toBe('Values of the content');
});
