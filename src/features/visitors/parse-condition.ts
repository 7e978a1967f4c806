import { type Expression, parseExpressionAt, tokenizer, tokTypes, type Options } from 'acorn';

/** A parsed condition, or the syntax error and its position (from 1). */
export type ParsedCondition =
  | { source: string; tree: Expression }
  | { source: string; problem: string; position: number };

// Keeps parentheses when parts are rewritten.
const options: Options = { ecmaVersion: 2023, sourceType: 'script', preserveParens: true };

/** Parses a condition as one JavaScript expression; it is never run. Never throws. */
export function parseCondition(source: string): ParsedCondition {
  let end = 0;
  try {
    const tree = parseExpressionAt(source, 0, options);
    end = tree.end;
    const next = tokenizer(source.slice(end), options).getToken();
    if (next.type === tokTypes.eof) return { source, tree };
    return { source, problem: 'Unexpected text after the expression.', position: end + next.start + 1 };
  } catch (error) {
    if (error instanceof RangeError)
      return { source, problem: 'The expression is nested too deeply.', position: 1 };
    const place = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
    return { source, problem: 'Not a valid expression.', position: end + place + 1 };
  }
}
