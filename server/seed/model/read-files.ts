import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { frontMatterSchema, type PageText } from './content-schemas.ts';
import { slugOf } from './link-resolver.ts';

/** Parses YAML that starts in line `firstLine` of a file. */
export function readYaml<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
  firstLine = 1,
): z.infer<Schema> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const complain = (offset: number, message: string) =>
    new Error(`${file}:${firstLine - 1 + counter.linePos(offset).line}: ${message}`);
  const [broken] = document.errors;
  if (broken) throw complain(broken.pos[0], broken.message);
  const result = schema.safeParse(document.toJS());
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: 'Not readable' }] = result.error.issues.map(narrowIssue);
  throw complain(offsetOf(document, path), path.length > 0 ? `${path.join('.')}: ${message}` : message);
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** The problem of a value that matches no branch of a union: that of the branch with the fewest problems. */
function narrowIssue(issue: z.core.$ZodIssue): Issue {
  if (issue.code === 'unrecognized_keys') {
    return { path: [...issue.path, ...issue.keys.slice(0, 1)], message: issue.message };
  }
  if (issue.code !== 'invalid_union') return issue;
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
  const [first] = nearest ?? [];
  if (!first) return issue;
  const { path, message } = narrowIssue(first);
  return { path: [...issue.path, ...path], message };
}

/** The offset of a value in a document, or of its nearest ancestor. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  const node = document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

/**
 * Reads the pages of a Markdown file, in order. Each starts with front matter, followed by its text. `parent` is the
 * path of the parent page, which must come first.
 */
export function readPages(file: string, text: string): PageText[] {
  // Unlike front matter, a rule between paragraphs is followed by an empty line.
  const heads = [...text.matchAll(/^---[^\S\n]*\n(?=\S)([^]*?)\n---$/gm)];
  if (heads[0]?.index !== 0) throw new Error(`${file}:1: A page must start with front matter`);
  const pages: PageText[] = [];
  const byPath = new Map<string, PageText>();
  heads.forEach((head, index) => {
    const line = text.slice(0, head.index).split('\n').length;
    const { parent, ...fields } = readYaml(frontMatterSchema, file, head[1] ?? '', line + 1);
    const body = text.slice(head.index + head[0].length, heads[index + 1]?.index).trim();
    const page: PageText = body === '' ? fields : { ...fields, text: body };
    const slug = page.slug ?? slugOf(page.title);
    if (slug === '') throw new Error(`${file}:${line}: A title without Latin letters needs a slug beside it`);
    const path = parent === undefined ? slug : `${parent}/${slug}`;
    if (byPath.has(path)) throw new Error(`${file}:${line}: There is another page ${path} before this one`);
    byPath.set(path, page);
    if (parent === undefined) {
      pages.push(page);
      return;
    }
    const above = byPath.get(parent);
    if (!above) throw new Error(`${file}:${line}: There is no page ${parent} before this one`);
    above.pages = [...(above.pages ?? []), page];
  });
  return pages;
}
