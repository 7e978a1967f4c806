/**
 * Builds the API reference into `dist/reference`, served at `/api-reference`, with the contract beside it. The page
 * uses no script and no other host.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readContract } from '../contract.ts';
import { referencePage } from './page.ts';

const output = 'dist/reference';
const require = createRequire(import.meta.url);

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
await Promise.all([
  writeFile(`${output}/index.html`, referencePage(readContract())),
  copyFile('api/openapi.yaml', `${output}/openapi.yaml`),
  copyFile('api/reference/reference.css', `${output}/reference.css`),
  copyFile(
    require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    `${output}/inter.woff2`,
  ),
]);
