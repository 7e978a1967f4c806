import { expect, it } from 'vitest';
import type { ApiSpec, Page } from '#api/generated/types.gen.ts';
import { describeSpecDeletion, recheckDenialReason, pageTitlesUsing } from './actions.ts';
import { specStatusOf, failureLabelOf } from './labels.ts';

const spec: ApiSpec = {
  object: 'openapi-spec',
  id: 's1',
  createdAt: '2026-11-21T12:00:00Z',
  updatedAt: '2026-11-21T12:00:00Z',
  slug: 'lights',
  sourceURL: 'https://api.example/openapi.json',
  processingState: 'complete',
  permissions: { view: true, edit: true },
  urls: { location: '' },
};
const at = (time: string) => Date.parse(time);

it('has a label for every status, and a fix for every failure', () => {
  expect(specStatusOf(spec).label).toBe('Up to date');
  expect(
    specStatusOf({ ...spec, processingState: 'progress', lastProcessErrorCode: 'PARSE_ERROR' }).label,
  ).toBe('Processing');
  for (const code of ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const) {
    expect(specStatusOf({ ...spec, lastProcessErrorCode: code }).tone).toBe('danger');
    expect(failureLabelOf(code).remedy).not.toBe('');
  }
  const unknown: ApiSpec = JSON.parse(JSON.stringify({ ...spec, processingState: 'archived' }));
  expect(specStatusOf(unknown)).toMatchObject({ label: 'archived', tone: 'neutral' });
  expect(failureLabelOf('TOO_LARGE')).toMatchObject({ label: 'TOO_LARGE' });
});

it('explains why a specification can’t be checked again', () => {
  const now = at('2026-11-21T12:01:00Z');
  expect(recheckDenialReason(spec, now)).toBeUndefined();
  expect(recheckDenialReason({ ...spec, sourceURL: undefined }, now)).toContain('no URL to check');
  expect(recheckDenialReason({ ...spec, permissions: { view: true, edit: false } }, now)).toContain(
    'Creator',
  );
  const waiting: ApiSpec = { ...spec, processingState: 'pending' };
  expect(recheckDenialReason(waiting, now)).toContain('Already');
  expect(recheckDenialReason(waiting, at('2026-11-21T12:03:00Z'))).toBeUndefined();
});

it('describes the impact of deleting a specification', () => {
  const unused = { pages: [], checked: 2, total: 2 };
  expect(describeSpecDeletion(0, unused)).toEqual([
    'No versions yet.',
    'Not used on any page. Checked 2 of 2 spaces.',
  ]);
  expect(describeSpecDeletion(1, unused)[0]).toBe('Also deletes 1 version.');
  const [versions, pages, scanned] = describeSpecDeletion(3, {
    pages: ['Guide: Lamps'],
    checked: 200,
    total: 5000,
  });
  expect(versions).toBe('Also deletes 3 versions.');
  expect(pages).toBe('Removes its operations from 1 page: \u2068Guide: Lamps\u2069.');
  expect(scanned).toBe('Checked 200 of 5,000 spaces.');
});

it('finds the pages generated from a specification at any depth', () => {
  const page = (title: string, spec: string | null, pages: Page[] = []): Page => ({
    id: title,
    title,
    type: 'document',
    slug: title,
    path: title,
    urls: {},
    pages,
    ...(spec && { computed: { type: 'x', dependencies: { spec: { ref: { kind: 'openapi', spec } } } } }),
  });
  const tree = [page('API', null, [page('Lamps', 'lights'), page('Horns', 'sounds')]), page('All', 'lights')];
  expect(pageTitlesUsing('lights', tree)).toEqual(['Lamps', 'All']);
});
