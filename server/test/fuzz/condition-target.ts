import { runInContext, createContext } from 'node:vm';
import { evaluateCondition, parseCondition } from '#api/evaluate-condition.ts';
import { findConditionProblem } from '#server/content/visitor-text/conditions.ts';
import { type FuzzTarget, mustHold } from './fuzz-target.ts';

const CLAIMS = {
  isCrew: true,
  isGuest: false,
  level: 3,
  name: 'Ada',
  nothing: null,
  teams: ['crew', 'bridge', 7],
  unsigned: { isTester: true, product: 'gauge' },
  'a-b': 'dash',
};

/** The same claims without the members that every object has: conditions see only what is a visitor's own. */
const bare = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(
        Object.create(null),
        Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member)])),
      )
    : value;

/** JavaScript itself, which defines what a condition means. */
const context = createContext({ visitor: bare({ claims: CLAIMS }) });
const TRUTH_TIMEOUT_MS = 1000;

const decoder = new TextDecoder();

/** Conditions of sites: one expression, which is walked and never run. */
export const conditionTarget: FuzzTarget = {
  examples: () =>
    [
      'visitor.claims.isCrew',
      'visitor.claims.unsigned.isTester === true && !visitor.claims.isGuest',
      '(visitor.claims.level >= 3 ? visitor.claims.name : "x").toLowerCase().startsWith(\'a\')',
      'visitor.claims.teams.includes("crew") || visitor.claims["a-b"] != null',
      'visitor?.claims?.missing?.length ?? typeof visitor.claims.teams.length == "number"',
      '-visitor.claims.level + 2 * 3 % 4 - 1 / 2 < [1, "2"].length',
    ].map((text) => Buffer.from(text)),
  words: [
    ...[
      'visitor',
      '.claims',
      '.unsigned',
      '.isCrew',
      '.teams',
      '.name',
      '.level',
      '.length',
      '["a-b"]',
      '[0]',
      '?.',
      '?.[',
    ],
    ...[
      '===',
      '!==',
      '==',
      '!=',
      '<',
      '>',
      '<=',
      '>=',
      '&&',
      '||',
      '??',
      '!',
      '-',
      '+',
      '*',
      '/',
      '%',
      'typeof ',
      '?',
      ':',
    ],
    ...[
      '.includes(',
      '.startsWith(',
      '.endsWith(',
      '.toLowerCase()',
      '.toUpperCase()',
      '.trim()',
      '(',
      ')',
      '[',
      ']',
      ',',
    ],
    ...[
      'true',
      'false',
      'null',
      'undefined',
      'NaN',
      '0',
      '1e3',
      '0x1',
      '1n',
      '"',
      "'",
      '`',
      '`${',
      '}',
      '//',
      '/*',
      '*/',
    ],
    ...[
      '=',
      '=>',
      '...',
      'function',
      'new ',
      'class',
      'await ',
      'yield',
      'async ',
      'import(',
      'this',
      '__proto__',
      'constructor',
    ],
    ...[
      '\u2028',
      '\uFEFF',
      '\\u0061',
      '#',
      '@',
      '/a/g',
      '**',
      '++',
      '>>>',
      'in ',
      'instanceof ',
      'void ',
      'delete ',
      'x => ',
    ],
  ],
  maxBytes: 2000,
  budgetMs: 400,
  run: (input) => {
    const source = decoder.decode(input);
    const problem = findConditionProblem(source);
    const parsed = parseCondition(source);
    mustHold(
      (problem === null) === 'tree' in parsed,
      'What is saved and what is evaluated disagree about what is valid.',
    );
    if (problem)
      mustHold(problem.position >= 1 && problem.position <= source.length + 1, 'The position is outside.');
    const evaluation = evaluateCondition(parsed, CLAIMS);
    if (evaluation.kind === 'unsupported') return;
    // Only what is known to have no effects is run.
    const truth: unknown = runInContext(`Boolean((${source}\n))`, context, { timeout: TRUTH_TIMEOUT_MS });
    mustHold(truth === evaluation.isTrue, `JavaScript says ${String(truth)}.`);
  },
};
