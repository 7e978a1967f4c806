import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json|yaml|txt|webmanifest|map)$/;

/** Smaller files gain nothing from compression. */
const minBytes = 512;

/**
 * Writes a brotli (quality 11) and a gzip (level 9) copy beside every compressible file of the build, so that the
 * server only has to choose one and never compresses during a request.
 */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'bindery:precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(this, error?: Error) {
        if (error) return;
        await compressFolder(directory);
      },
    },
  };
}

/** Writes the compressed copies of all files below a folder. */
export async function compressFolder(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true });
  await Promise.all(
    files.filter((file) => compressible.test(file)).map((file) => compress(join(directory, file))),
  );
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
}

/** An eight-character content hash for immutable file names. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
