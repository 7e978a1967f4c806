/**
 * Finds floating promises: statements that are neither awaited, returned nor marked `void`. In a browser test such a
 * line asserts nothing; on the server its rejection ends the process.
 */
import ts from 'typescript';

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram(fileNames, { ...options, noEmit: true });
const checker = program.getTypeChecker();

function isPromise(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isPromise);
  const then = type.getProperty('then');
  return then !== undefined && type.getProperty('catch') !== undefined;
}

/** `promise.catch(…)` and `promise.then(…, …)` say what happens when it fails. */
function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { name, expression: target } = expression.expression;
  if (name.text === 'catch') return true;
  if (name.text === 'then' && expression.arguments.length > 1) return true;
  return name.text === 'finally' && isHandled(target);
}

const found: string[] = [];
for (const source of program.getSourceFiles()) {
  if (source.isDeclarationFile || /node_modules|\/generated\/|routes\.gen/.test(source.fileName)) continue;
  const visit = (node: ts.Node): void => {
    if (
      ts.isExpressionStatement(node) &&
      ts.isCallExpression(node.expression) &&
      !isHandled(node.expression)
    ) {
      if (isPromise(checker.getTypeAtLocation(node.expression))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.push(`${source.fileName}:${line + 1}: ${node.getText(source).split('\n')[0] ?? ''}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

if (found.length > 0) {
  console.error(
    `Floating promises. Await them, handle the rejection, or mark them void with a reason.\n${found.join('\n')}`,
  );
  process.exitCode = 1;
}
