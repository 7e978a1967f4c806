import { describe, expect, it } from 'vitest';
import { describeTextColor, describeTint } from './describe-color.ts';

describe('describeTextColor', () => {
  it('says that a color is easy to read', () => {
    expect(describeTextColor('#3451b2', 'light')).toEqual({
      shown: '#3451b2',
      isCorrected: false,
      text: 'In light mode it is easy to read, contrast 7.1.',
    });
  });

  it('says what visitors see instead of a color that is hard to read', () => {
    const described = describeTextColor('#3451b2', 'dark');
    expect(described?.isCorrected).toBe(true);
    expect(described?.text).toBe(
      `In dark mode it would be hard to read, contrast 2.6. Visitors see ${described?.shown}, contrast 5.2.`,
    );
  });

  it('counts surfaces with a tint', () => {
    expect(describeTextColor('#767676', 'light')?.text).toMatch(
      /^In light mode it would be hard to read on tinted surfaces, contrast 4\.5\. Visitors see #/,
    );
  });

  it('has nothing to say about what is no color', () => {
    expect(describeTextColor('', 'light')).toBeNull();
    expect(describeTextColor('red', 'light')).toBeNull();
  });
});

describe('describeTint', () => {
  it('says whether texts can be read on it', () => {
    expect(describeTint('#f5f6f9', 'light')?.text).toBe('In light mode texts on it are easy to read.');
    const described = describeTint('#000000', 'light');
    expect(described?.text).toBe(
      `In light mode it would make texts hard to read. Visitors see ${described?.shown}.`,
    );
    expect(describeTint('x', 'dark')).toBeNull();
  });
});
