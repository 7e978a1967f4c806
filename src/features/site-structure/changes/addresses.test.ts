import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMove } from '../move-rules.ts';
import { siteRules } from '../structure-policy.ts';
import { buildStructure } from '../structure.ts';
import { anyMove, group, section } from '../testing/structures.ts';
import { addressChanges, describeAddressChanges, type AddressChange } from './addresses.ts';
import { setLanguage } from './edit.ts';
import { remove } from './remove.ts';

const site = buildStructure([group('G', [section('S', ['s1', 's2'])]), section('T', ['t1'])]);
const url = 'https://docs.example/';

/** Without the marks that keep the order of letters in names. */
const sentencesOf = (changes: readonly AddressChange[]) =>
  describeAddressChanges(changes).map((sentence) => sentence.replaceAll(/[\u2068\u2069]/g, ''));

describe('the addresses of a change', () => {
  it('change with a path, and go with an item', () => {
    const language = setLanguage(site, ['s2'], 'de');
    const renamed = language ? siteRules.apply(site, language) : site;
    const changes = addressChanges(site, renamed, url);
    expect(changes).toEqual([
      { id: 's2', title: 's2', from: 'https://docs.example/S/s2/', to: 'https://docs.example/S/de/' },
    ]);
    expect(sentencesOf(changes)).toEqual([
      'Addresses change: https://docs.example/S/s2/ → https://docs.example/S/de/.',
    ]);
    const removal = remove(site, ['T']);
    const removed = addressChanges(site, removal ? siteRules.apply(site, removal) : site, url);
    expect(sentencesOf(removed)).toEqual(['Visitors no longer find the pages at https://docs.example/T/.']);
  });

  it('are none before publishing, and none of a move within a container', () => {
    expect(addressChanges(site, buildStructure([]), null)).toEqual([]);
    expect(addressChanges(site, applyMove(site, { id: 's2', before: 's1' }), url)).toEqual([]);
    expect(addressChanges(site, applyMove(site, { id: 'S', into: '' }), url)).toEqual([]);
  });

  it('lead back with the change undone', () => {
    fc.assert(
      fc.property(anyMove, ({ structure, move }) => {
        const after = applyMove(structure, move);
        const there = addressChanges(structure, after, url).map(({ id, from, to }) => [id, from, to]);
        const back = addressChanges(after, structure, url).map(({ id, from, to }) => [id, to, from]);
        expect(back.toSorted()).toEqual(there.toSorted());
      }),
    );
  });
});
