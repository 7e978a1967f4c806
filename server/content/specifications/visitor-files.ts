import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { hasConditionTags, visitorText } from '../visitor-text/visitor-text.ts';
import { isUrl } from './spec-members.ts';
import { visitorSpecification } from './visitor-specification.ts';

/** A file of a specification as visitors download it. */
export interface VisitorFile {
  name: string;
  isMain: boolean;
  /** With gzip. */
  content: Uint8Array;
  digest: string;
}

/**
 * The files that a specification is made of, as they were given. One whose texts have conditions is without these: its
 * document is JSON then, which YAML readers understand, too.
 *
 * @param documents by file name, with texts in place of documents for files such as Markdown
 */
export function toVisitorFiles(
  files: Readonly<Record<string, string>>,
  documents: Readonly<Record<string, unknown>>,
  main: string,
): VisitorFile[] {
  return Object.keys(documents).flatMap((name) => {
    const given = files[name];
    if (given === undefined || isUrl(name)) return [];
    const text = hasConditionTags(given) ? withoutConditions(given, documents[name]) : given;
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    return [{ name, isMain: name === main, content: gzipSync(text), digest }];
  });
}

function withoutConditions(given: string, document: unknown): string {
  if (typeof document === 'string') return visitorText(given);
  const { document: shown }: { document?: unknown } = Object(
    visitorSpecification(JSON.stringify({ document })),
  );
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
