import { describe, expect, it } from 'vitest';
import { measureSource } from './source-measures.ts';

const measure = (...lines: string[]) => measureSource('example.tsx', `${lines.join('\n')}\n`);

describe('measureSource', () => {
  it('counts lines that hold a comment and nothing else', () => {
    const measured = measure(
      '/**',
      ' * Why.',
      ' */',
      'export const a = 1; // not a line of its own',
      '',
      '// why',
    );
    expect(measured).toMatchObject({ lines: 6, nonBlankLines: 5, commentLines: 4 });
  });

  it('does not take text between tags or in strings for a comment', () => {
    expect(
      measure('export const A = () => <p>', '  // said', '</p>;', 'const b = "/* no */";').commentLines,
    ).toBe(0);
  });

  it('counts a comment inside markup', () => {
    expect(
      measure('export const A = () => (', '  <p>', '    {/* why */}', '    said', '  </p>', ');')
        .commentLines,
    ).toBe(1);
  });

  it('counts assertions, but not `as const`', () => {
    expect(
      measure('const a = b as string;', 'const c = [1] as const;', 'const d = { e: 1 } as const;').assertions,
    ).toBe(1);
  });

  it('counts `any` and effects', () => {
    const measured = measure(
      'let a: any[];',
      'useEffect(f);',
      'React.useLayoutEffect(f);',
      'useEffectEvent(f);',
    );
    expect(measured).toMatchObject({ anyTypes: 1, effects: 2 });
  });

  it('names a non-null `!` that nobody explains', () => {
    const measured = measure(
      'const a = b!;',
      '// c is set above',
      'const d = c!;',
      'const e = f!; // set by the caller',
    );
    expect(measured.bareNonNulls).toEqual(['example.tsx:1']);
  });

  it('names a suppression that gives no reason', () => {
    const measured = measure(
      '// oxlint-disable-next-line no-console',
      'a();',
      '// oxlint-disable-next-line no-console -- the command line speaks here',
      'b();',
      '// @ts-expect-error the types lag behind the package',
      'c();',
    );
    expect(measured.bareSuppressions).toEqual(['example.tsx:1']);
  });

  it('measures functions that have a body in braces', () => {
    const measured = measure('const one = () => 1;', 'function two() {', '  return 2;', '}');
    expect(measured.functionLengths).toEqual([{ name: 'two', line: 2, length: 3 }]);
  });
});
