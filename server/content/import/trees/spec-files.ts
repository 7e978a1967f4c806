import { createHash } from 'node:crypto';
import { slugOf } from '#api/slug.ts';
import type { PlannedSpecFiles } from '../import-plan.ts';
import { decodePath, resolvePath } from './paths.ts';
import type { SourceFiles } from './source-files.ts';

const SPECIFICATION = /\.(?:ya?ml|json)$/i;
/** As many as the API takes. */
const MAX_FILES = 3000;
const MAX_CHARACTERS = 10_000_000;
const MAX_SLUG = 60;
/** References of YAML and JSON, with or without a place in the file. */
const REFERENCE = /["']?\$ref["']?\s*:\s*["']?([^\s"'#,}\]]+)/g;

/** The specification that a file of the source is, with the files that it refers to; undefined if it is none. */
export function readSpecFiles(
  main: string,
  files: SourceFiles,
  origin: string,
): PlannedSpecFiles | undefined {
  if (!SPECIFICATION.test(main) || files.text(main) === undefined) return undefined;
  const read = new Map<string, string>();
  const waiting = [main];
  let length = 0;
  for (let path = waiting.pop(); path !== undefined && read.size < MAX_FILES; path = waiting.pop()) {
    const text = files.text(path);
    if (text === undefined || read.has(path) || length + text.length > MAX_CHARACTERS) continue;
    length += text.length;
    read.set(path, text);
    for (const [, target = ''] of text.matchAll(REFERENCE)) {
      if (/^[a-z][a-z\d+.-]*:/i.test(target)) continue;
      const below = resolvePath(decodePath(target), path);
      const file = below === undefined ? undefined : files.find(below);
      if (file !== undefined && !read.has(file)) waiting.push(file);
    }
  }
  return {
    slug: slugOfSpec(main, origin),
    main,
    files: [...read].map(([name, text]) => ({ name, text })),
  };
}

/** The same for the same file of the same source, so that a second import renews it, and of no other source. */
function slugOfSpec(path: string, origin: string): string {
  const stem = path.replace(SPECIFICATION, '').split('/').slice(-2).join(' ');
  const name = slugOf(stem)
    .replaceAll(/[^a-z\d-]/g, '')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '');
  const digest = createHash('sha256').update(`${origin}\n${path}`).digest('hex').slice(0, 6);
  return `${name || 'api'}-${digest}`;
}
