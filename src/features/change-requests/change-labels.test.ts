import { describe, expect, it } from 'vitest';
import { countChanges, describeChange, toneOfChange } from './change-labels.ts';

describe('changes of a change request', () => {
  it.each([
    [{ type: 'page_edited', page: { id: 'p', title: 'Valves', path: 'valves' } }, 'Valves', 'Edited'],
    [{ type: 'file_edited', file: { id: 'f', name: 'owl.png' } }, 'owl.png', 'Replaced'],
    [{ type: 'variables_edited' }, 'Variables', 'Edited'],
    [{ type: 'reusable_content_created', reusableContent: { title: 'Legal' } }, 'Legal', 'Added'],
    [{ type: 'hologram' }, 'Hologram', 'Changed'],
  ])('names %o', (change, title, name) => {
    expect(describeChange(JSON.parse(JSON.stringify(change)))).toMatchObject({ title, name });
  });

  it('gives what was done the same tone in a list and by its name', () => {
    const { name, tone } = describeChange({ ...JSON.parse('{}'), type: 'page_deleted' });
    expect(toneOfChange(name)).toBe(tone);
    expect(toneOfChange('New path')).toBe('neutral');
  });

  it('counts what is not listed where the server says how many there are', () => {
    const changes = [{ type: 'page_edited' }, { type: 'page_edited' }] as const;
    expect(countChanges({ changes: [...changes], more: 5 })).toBe('7');
    expect(countChanges({ changes: [...changes], more: 0 })).toBe('2');
    expect(countChanges({ changes: [...changes], more: true })).toBe('2+');
    expect(countChanges({ changes: [...changes], more: false })).toBe('2');
  });
});
