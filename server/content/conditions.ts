import { parseExpressionAt, tokenizer, tokTypes, type Options } from 'acorn';

/** Why a condition is not an expression, and at which character (counted from 1) the problem was noticed. */
export interface ConditionProblem {
  message: string;
  position: number;
}

// Parentheses stay in the tree, so that its end is the end of what was written and what follows can be seen.
const OPTIONS: Options = { ecmaVersion: 2023, sourceType: 'script', preserveParens: true };

/**
 * Checks that a condition is one JavaScript expression and nothing else; null when it is. The text is only
 * parsed, never run. Whether the expression can be evaluated (claims, comparisons, a few methods) is not judged
 * here: what is valid but unusual is kept as it was written.
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

/** The parser's message ends in "(line:column)"; a condition is one line to most people, so a count says more. */
function describeSyntaxError(error: SyntaxError, offset: number): ConditionProblem {
  const position = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return { message: message.charAt(0).toLowerCase() + message.slice(1), position: offset + position + 1 };
}
