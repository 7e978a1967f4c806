/**
 * Reads one source file and says what it is made of. Used by `figures.ts`; parses only, knows no types.
 */
import ts from 'typescript';

/** What one file is made of. Lines count from 1; a `place` is `path:line`. */
export interface SourceMeasures {
  path: string;
  lines: number;
  nonBlankLines: number;
  commentLines: number;
  /** Lines of each function that has a body in braces; one-line arrows say nothing about length. */
  functionLengths: { name: string; line: number; length: number }[];
  anyTypes: number;
  /** `as` and `<T>` assertions; `as const` asserts nothing. */
  assertions: number;
  effects: number;
  /** Places of a non-null `!` without a comment on its line or on the line above. */
  bareNonNulls: string[];
  /** Places of a lint or compiler suppression that gives no reason. */
  bareSuppressions: string[];
}

const suppression = /^\/[/*]\s*(?:oxlint-disable|eslint-disable|@ts-expect-error|@ts-ignore)\S*(.*)/;

/** Measures `text`, the content of the file at `path`. */
export function measureSource(path: string, text: string): SourceMeasures {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const comments = findComments(source);
  const commentOnly = findCommentLines(source, comments, lines);
  const measures: SourceMeasures = {
    path,
    lines: text.endsWith('\n') ? lines.length - 1 : lines.length,
    nonBlankLines: lines.filter((line) => line.trim() !== '').length,
    commentLines: commentOnly.size,
    functionLengths: [],
    anyTypes: 0,
    assertions: 0,
    effects: 0,
    bareNonNulls: [],
    bareSuppressions: findBareSuppressions(path, source, comments),
  };

  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    if (node.kind === ts.SyntaxKind.AnyKeyword) measures.anyTypes += 1;
    if (isAssertion(node)) measures.assertions += 1;
    if (isEffect(node)) measures.effects += 1;
    if (ts.isNonNullExpression(node)) {
      const own = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      const explained = commentOnly.has(own - 1) || /\/\/|\/\*/.test(lines[own] ?? '');
      if (!explained) measures.bareNonNulls.push(`${path}:${own + 1}`);
    }
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)) {
      const end = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      measures.functionLengths.push({ name: nameOf(node), line: line + 1, length: end - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return measures;
}

/** All comments, in no order. */
function findComments(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    const parts = node.getChildren(source);
    parts.forEach(visit);
    // Text between tags is no place for a comment, whatever it looks like.
    if (parts.length > 0 || node.kind === ts.SyntaxKind.JsxText) return;
    const start = node.getFullStart();
    ts.getTrailingCommentRanges(source.text, start)?.forEach((range) => found.set(range.pos, range));
    ts.getLeadingCommentRanges(source.text, start)?.forEach((range) => found.set(range.pos, range));
  };
  visit(source);
  return [...found.values()];
}

/** The indexes of the lines that hold a comment and nothing else. */
function findCommentLines(source: ts.SourceFile, comments: ts.CommentRange[], lines: string[]): Set<number> {
  const found = new Set<number>();
  for (const { pos, end } of comments) {
    const first = source.getLineAndCharacterOfPosition(pos);
    const last = source.getLineAndCharacterOfPosition(end);
    for (let index = first.line; index <= last.line; index += 1) {
      const before = index === first.line ? (lines[index] ?? '').slice(0, first.character) : '';
      const after = index === last.line ? (lines[index] ?? '').slice(last.character) : '';
      // A comment inside markup stands between braces of its own.
      if (/^[\s{]*$/.test(before) && /^[\s}]*$/.test(after)) found.add(index);
    }
  }
  return found;
}

function findBareSuppressions(path: string, source: ts.SourceFile, comments: ts.CommentRange[]): string[] {
  return comments.flatMap(({ pos, end }) => {
    const text = source.text.slice(pos, end);
    const rest = suppression.exec(text)?.[1];
    if (rest === undefined) return [];
    // `-- why` for the linter; for the compiler the words after the directive.
    const reason = text.includes('@ts-') ? rest : (rest.split('--')[1] ?? '');
    if (reason.replaceAll(/[^\p{L}]/gu, '').length >= 8) return [];
    return [`${path}:${source.getLineAndCharacterOfPosition(pos).line + 1}`];
  });
}

function isAssertion(node: ts.Node): boolean {
  if (ts.isTypeAssertionExpression(node)) return true;
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
}

function isEffect(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return ts.isIdentifier(name) && ['useEffect', 'useLayoutEffect', 'useInsertionEffect'].includes(name.text);
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return '(unnamed)';
}
