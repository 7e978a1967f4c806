/** Licences (SPDX) that ask for nothing but their own text, and may be combined with code of any licence. */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
  // Fonts: they are delivered unchanged.
  'OFL-1.1',
]);

const operators = new Set(['AND', 'OR', 'WITH']);

/**
 * Whether an SPDX expression allows the use: of `OR` one side is enough, of `AND` every side counts. An exception after
 * `WITH` only adds permissions. What is not an expression is refused.
 */
export function isAllowedLicence(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let isExpression = true;
  const takeToken = (token: string): boolean => tokens[0] === token && tokens.shift() !== undefined;
  const takeName = (): string => {
    const name = tokens.shift() ?? '';
    isExpression &&= /^[\w.-]+$/.test(name) && !operators.has(name);
    return name;
  };

  const readAlternatives = (): boolean => {
    let isAllowed = readConjunction();
    while (takeToken('OR')) isAllowed = readConjunction() || isAllowed;
    return isAllowed;
  };
  const readConjunction = (): boolean => {
    let isAllowed = readLicence();
    while (takeToken('AND')) isAllowed = readLicence() && isAllowed;
    return isAllowed;
  };
  const readLicence = (): boolean => {
    if (takeToken('(')) {
      const isAllowed = readAlternatives();
      isExpression &&= takeToken(')');
      return isAllowed;
    }
    const isAllowed = allowedLicences.has(takeName());
    if (takeToken('WITH')) takeName();
    return isAllowed;
  };

  return readAlternatives() && isExpression && tokens.length === 0;
}
