import { describe, expect, it } from 'vitest';
import { describeProblems, parseRedirectFile } from './redirect-file.ts';

describe('parseRedirectFile', () => {
  it('reads sources and targets, with defaults for the other columns', () => {
    const text = 'Source,Target,Append rest,Status,Note\n/a/*,/b,yes,302,x\n\n/c,/d,,,\n';
    expect(parseRedirectFile(text)).toEqual({
      redirects: [
        { source: '/a/*', target: '/b', appendRest: true, status: 302 },
        { source: '/c', target: '/d', appendRest: false, status: 301 },
      ],
      lines: [2, 4],
      ignored: ['Note'],
    });
  });

  it.each([
    ['source\n/a\n', 'Line 1: the column “target” is missing.'],
    ['source,target\n', 'There are no rows below the headings.'],
    ['source,target,status\n/a,/b,307\n', 'Line 2: “status” must be 301 or 302.'],
    ['source,target,append rest\n/a,/b,perhaps\n', 'Line 2: “append rest” must be yes or no.'],
    [`source,target\n${'/a,/b\n'.repeat(501)}`, '501 rows. Import at most 500 at once.'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(parseRedirectFile(text)).toEqual({ problems: [problem] });
  });
});

describe('describeProblems', () => {
  it('names the line of the file', () => {
    const details = [
      { path: 'body.redirects[1].source', message: 'Must begin with "/".' },
      { message: 'Too many.' },
    ];
    expect(describeProblems(details, [2, 5])).toEqual(['Line 5, source: Must begin with "/".', 'Too many.']);
  });
});
