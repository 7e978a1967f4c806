import { createClient } from '@hey-api/openapi-ts';
import { NodeHost, compile, formatDiagnostic, resolveCompilerOptions } from '@typespec/compiler';
/** Generates the contract, the console's client and the server's types from `api/*.tsp`. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { finishContract } from './finish-contract.ts';
import { generatorConfig } from './openapi-ts.config.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = ['api/openapi.yaml', 'api/generated'];

/** Compiles the TypeSpec sources to an OpenAPI document. */
async function compileContract(folder: string): Promise<string> {
  const main = join(root, 'api');
  const [options, optionProblems] = await resolveCompilerOptions(NodeHost, {
    entrypoint: main,
    cwd: root,
    overrides: { outputDir: folder },
  });
  const program = await compile(NodeHost, main, options);
  const problems = [...optionProblems, ...program.diagnostics];
  for (const problem of problems) console.error(formatDiagnostic(problem, { pathRelativeTo: root }));
  if (problems.length > 0) throw new Error('The contract doesn’t compile without errors or warnings.');
  return readFile(join(folder, 'openapi.yaml'), 'utf8');
}

/** Writes all results below `target`, which has the shape of the checkout. */
async function generate(target: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const contract = finishContract(parse(await compileContract(scratch)));
    const folder = join(target, 'api/generated');
    const yamlFile = join(target, 'api/openapi.yaml');
    await mkdir(dirname(yamlFile), { recursive: true });
    await writeFile(yamlFile, stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }));

    await createClient(generatorConfig(yamlFile, folder));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(contract));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Text of every result below `base`, by path. */
async function readResults(base: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const result of results) {
    const path = join(base, result);
    const files = result.endsWith('.yaml')
      ? [path]
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) texts.set(relative(base, file), await readFile(file, 'utf8'));
  }
  return texts;
}

/** Paths of the results that differ from a fresh generation. */
async function findStaleFiles(): Promise<string[]> {
  const fresh = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    await generate(fresh);
    const [expected, present] = [await readResults(fresh), await readResults(root)];
    const paths = new Set([...expected.keys(), ...present.keys()]);
    return [...paths].filter((path) => expected.get(path) !== present.get(path)).toSorted();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) {
  const stale = await findStaleFiles();
  if (stale.length > 0) {
    console.error(`Out of date; run "npm run generate":\n  ${stale.join('\n  ')}`);
    process.exitCode = 1;
  }
} else {
  await generate(root);
}
