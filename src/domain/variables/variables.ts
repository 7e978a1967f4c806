/** Values that expressions in texts may name: those of a page, and those of a whole content. */

/** A value with its name. */
export interface Variable {
  name: string;
  value: string;
}

export const maxVariables = 100;
export const maxVariableLength = 1000;

/** As the server takes it. */
const namePattern = /^[A-Za-z_$][\w$]{0,99}$/;

/** In the order of their names, as servers may return them in any. */
export const toVariables = (record: Readonly<Record<string, string>>): Variable[] =>
  Object.entries(record)
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Without rows that nothing was written in. */
export const toRecord = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.filter(isWritten).map(({ name, value }) => [name, value]));

const isWritten = ({ name, value }: Variable): boolean => name !== '' || value !== '';

/** Why the server would refuse each row; undefined where it takes it. */
export function variableProblems(variables: readonly Variable[]): (string | undefined)[] {
  const names = new Set<string>();
  return variables.map((variable, index) => {
    const { name, value } = variable;
    if (!isWritten(variable)) return undefined;
    if (name === '') return 'Name it.';
    if (!namePattern.test(name)) return 'Use letters, digits and _, at most 100, without a digit first.';
    if (names.has(name)) return 'This name is already used.';
    names.add(name);
    if (value.length > maxVariableLength) return `Use at most ${maxVariableLength} characters.`;
    return index < maxVariables ? undefined : `There can be at most ${maxVariables}.`;
  });
}

/** The first problem, with the name that has it. */
export function describeProblem(variables: readonly Variable[]): string | undefined {
  const problems = variableProblems(variables);
  const index = problems.findIndex((problem) => problem !== undefined);
  const problem = problems[index];
  if (problem === undefined) return undefined;
  const name = variables[index]?.name ?? '';
  return name === '' ? problem : `${name}: ${problem}`;
}

/** `product = Tide, version = 2.1` */
export const describeVariables = (variables: readonly Variable[]): string =>
  variables.length === 0 ? 'None' : variables.map(({ name, value }) => `${name} = ${value}`).join(', ');
