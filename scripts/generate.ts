/** Generates the contract, the console's client and the server's types from `api/*.tsp`, and the icons. */
import { createClient } from '@hey-api/openapi-ts';
import { NodeHost, compile, formatDiagnostic, resolveCompilerOptions } from '@typespec/compiler';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { answerMembersOf } from '#api/answer-members.ts';
import { finishContract } from './finish-contract.ts';
import { writeIconModule } from './icon-drawings.ts';
import { generatorConfig } from './openapi-ts.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = ['api/openapi.yaml', 'api/generated'];

/** Compiles all TypeSpec sources to an OpenAPI document. */
async function compileContract(folder: string): Promise<string> {
  const main = join(root, 'api');
  const [options, optionProblems] = await resolveCompilerOptions(NodeHost, {
    entrypoint: main,
    cwd: root,
    overrides: { outputDir: folder },
  });
  const sources = (await readdir(main, { recursive: true })).filter((path) => path.endsWith('.tsp'));
  const additionalImports = sources.toSorted().map((path) => join(main, path));
  const program = await compile(NodeHost, main, { ...options, additionalImports });
  const problems = [...optionProblems, ...program.diagnostics];
  for (const problem of problems) console.error(formatDiagnostic(problem, { pathRelativeTo: root }));
  if (problems.length > 0) throw new Error('The contract doesn’t compile without errors or warnings.');
  return readFile(join(folder, 'openapi.yaml'), 'utf8');
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
}

/**
 * Each operation by its id: method and path, and for extensions what an answer always has, by which they are known in the
 * definition of another server.
 */
function describeOperations(contract: object): Record<string, object> {
  const { paths }: { paths?: Record<string, Record<string, DescribedOperation>> } = contract;
  return Object.fromEntries(
    Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const line = `${method.toUpperCase()} ${path}`;
        if (!operation.tags.includes('extensions')) return [operation.operationId, { line }];
        const answer = answerMembersOf(contract, operation);
        const answers = answer && { isList: answer.isList, members: answer.required.toSorted() };
        return [operation.operationId, { line, isExtension: true, ...(answers && { answers }) }];
      }),
    ),
  );
}

/** Writes all results below `target`, with the same paths as in the checkout. */
async function generate(target: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const contract = finishContract(parse(await compileContract(scratch)));
    const folder = join(target, 'api/generated');
    const yamlFile = join(target, 'api/openapi.yaml');
    await mkdir(join(target, 'api'), { recursive: true });
    await writeFile(yamlFile, stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }));
    await createClient(generatorConfig(yamlFile, folder));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(contract));
    await writeFile(
      join(folder, 'operations.json'),
      JSON.stringify(describeOperations(contract), null, 2) + '\n',
    );
    await writeFile(join(folder, 'icons.gen.ts'), await writeIconModule(join(root, 'api/icons.yaml')));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Whether the results equal a fresh generation; prints the files that differ. */
async function isUpToDate(): Promise<boolean> {
  const fresh = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    await generate(fresh);
    const compare = (result: string) =>
      spawnSync('diff', ['-rq', join(fresh, result), join(root, result)], { stdio: 'inherit' }).status;
    return results.map(compare).every((status) => status === 0);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

if (!process.argv.includes('--check')) {
  await generate(root);
} else if (!(await isUpToDate())) {
  console.error('Out of date; run "npm run generate".');
  process.exitCode = 1;
}
