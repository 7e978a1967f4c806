/**
 * Builds the API reference from the contract: `dist/reference`, which the server shows at `/api-reference`, with
 * the contract itself beside it. The page has no script and asks no other host for anything.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readContract } from '../contract.ts';
import { referencePage } from './page.ts';
import { compressFolder } from '../../scripts/vite/precompress.ts';

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
await compressFolder(output);
