import { parseExpressionAt, tokenizer, tokTypes, type Options } from 'acorn';

/** Why a condition is not a valid expression, and the character (from 1) where the problem was found. */
export interface ConditionProblem {
  message: string;
  position: number;
}

// Parentheses stay in the tree, so that its end is the end of the source and trailing text is detected.
const OPTIONS: Options = { ecmaVersion: 2023, sourceType: 'script', preserveParens: true };

/**
 * Checks that a condition is exactly one JavaScript expression; null if it is. It is only parsed, never run. Whether it
 * can be evaluated (claims, comparisons, a few methods) is not checked: valid expressions are stored unchanged.
 */
export function findConditionProblem(source: string): ConditionProblem | null {
  let end = 0;
  try {
    end = parseExpressionAt(source, 0, OPTIONS).end;
    const next = tokenizer(source.slice(end), OPTIONS).getToken();
    if (next.type === tokTypes.eof) return null;
    return { message: 'unexpected text after the expression', position: end + next.start + 1 };
  } catch (error) {
    if (error instanceof RangeError) return { message: 'the expression is nested too deeply', position: 1 };
    if (error instanceof SyntaxError) return describeSyntaxError(error, end);
    throw error;
  }
}

/** Without the parser's "(line:column)": a condition is usually one line, so a character position says more. */
function describeSyntaxError(error: SyntaxError, offset: number): ConditionProblem {
  const position = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return { message: message.charAt(0).toLowerCase() + message.slice(1), position: offset + position + 1 };
}
