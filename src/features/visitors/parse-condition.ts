import { type Expression, parseExpressionAt, tokenizer, tokTypes, type Options } from 'acorn';

/** A condition that was read: its syntax tree, or why it is none and at which character (from 1). */
export type ParsedCondition =
  | { source: string; tree: Expression }
  | { source: string; problem: string; position: number };

// Parentheses stay in the tree, so that a part that is written anew keeps those around it.
const options: Options = { ecmaVersion: 2023, sourceType: 'script', preserveParens: true };

/** Reads a condition as one JavaScript expression. The text is only parsed, never run. Never throws. */
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
