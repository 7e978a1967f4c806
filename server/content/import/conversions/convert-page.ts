import { relativePath } from '#api/source-paths.ts';
import type { TreeKind } from '../import-plan.ts';
import { joinPath, nameOf, relativeFolder, resolvePath } from '../trees/paths.ts';
import type { Report } from '../trees/report.ts';
import type { SourceFiles } from '../trees/source-files.ts';
import { wikiName, wikiPages } from '../trees/wiki-tree.ts';
import { convertColons, convertExclamations, type Tell } from './admonitions.ts';
import { convertMdx } from './mdx.ts';
import { convertMdbook, convertMkdocsMarks } from './mkdocs.ts';
import { convertAsides } from './notion.ts';
import { convertWikiLinks } from './wiki-links.ts';

export interface PageContext {
  kind: TreeKind;
  /** The folder of the book. */
  root: string;
  path: string;
  /** The lines of the file in front of the text. */
  lines: number;
  files: SourceFiles;
  report: Report;
}

export interface ConvertedPageText {
  markdown: string;
  /** Pictures that the text had inline. */
  inlineFiles: { path: string; base64: string }[];
}

/** A callout of MkDocs with content, which no other text looks like. */
const EXCLAMATION = /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+\w.*\n(?:[ \t]*\n)?(?: {4}|\t)[ \t]*\S/m;
/** Texts that are included in others, which are included in others, … */
const MAX_PARTIALS = 5;

/** Converts the syntax of other tools into this server's; a text that has none stays the same. */
export function convertPage(body: string, context: PageContext): ConvertedPageText {
  const wasHtml = context.files.fetchedPage(context.path)?.anchors !== undefined;
  const converted = context.kind === 'gitbook' || wasHtml ? body : convertSyntax(body, context, 0);
  return extractPictures(converted, context);
}

function convertSyntax(body: string, context: PageContext, depth: number): string {
  const { kind, path, lines, files, report } = context;
  const tell: Tell = (line, message, entryKind = 'converted') =>
    report.add({ path, line: lines + line + 1, kind: entryKind, message });
  const readFile = (target: string) => {
    const resolved = files.findFirst(
      [
        resolvePath(target, path),
        resolvePath(target, joinPath(context.root, 'x')),
        resolvePath(target, 'x'),
      ].filter((file) => file !== undefined),
    );
    return resolved === undefined ? undefined : files.text(resolved);
  };
  let text = body;
  if (kind === 'mdbook') text = convertMdbook(text, readFile, tell);
  if (kind === 'notion') text = convertAsides(text, tell);
  // Of a folder of pages alone, nothing says what they were written for.
  if (kind === 'mkdocs' || (kind === 'markdown' && EXCLAMATION.test(text)))
    text = convertExclamations(text, tell);
  if (kind === 'mkdocs') text = convertMkdocsMarks(text, readFile, tell);
  if (kind === 'docusaurus' || kind === 'mintlify' || /\.mdx$/i.test(path)) {
    const readPartial = (specifier: string) => {
      const partialFile = partialPath(specifier, context);
      if (partialFile === undefined || depth >= MAX_PARTIALS) return undefined;
      const partial = files.text(partialFile)?.replace(/^---\n[\s\S]*?\n---\n/, '') ?? '';
      const converted = convertSyntax(partial, { ...context, path: partialFile, lines: 0 }, depth + 1);
      return relativeFolder(converted, partialFile, path);
    };
    text = convertMdx(text, { tell, readPartial });
  }
  if (kind !== 'mdbook') text = convertColons(text, tell);
  if (kind === 'github-wiki' || kind === 'markdown') {
    const pages = wikiPages(files);
    const page = (name: string) => {
      const target = pages.get(wikiName(name)) ?? pages.get(wikiName(nameOf(name)));
      return target === undefined ? undefined : relativePath(path, target);
    };
    text = convertWikiLinks(text, { page, isLabelFirst: kind === 'github-wiki' }, tell);
  }
  return text;
}

function partialPath(specifier: string, { path, files, root }: PageContext): string | undefined {
  const target = specifier.replace(/^@site\//, '/').replace(/^~\//, '/src/');
  const candidates = [
    resolvePath(target, path),
    resolvePath(target, path, root),
    resolvePath(target, path, 'website'),
  ];
  return files.findFirst(candidates.filter((file) => file !== undefined));
}

const DATA_PICTURE = /data:image\/(png|jpe?g|gif|webp|svg\+xml);base64,([A-Za-z\d+/=\s]{40,}?)(?=["')\s>])/g;

/** Makes files of pictures that are written as data. */
function extractPictures(markdown: string, { path, root, lines, report }: PageContext): ConvertedPageText {
  if (!markdown.includes('data:image/')) return { markdown, inlineFiles: [] };
  const inlineFiles: ConvertedPageText['inlineFiles'] = [];
  const within = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  let line = lines + 1;
  let counted = 0;
  const text = markdown.replaceAll(DATA_PICTURE, (_, type: string, base64: string, at: number) => {
    for (; counted < at; counted += 1) if (markdown[counted] === '\n') line += 1;
    const extension = type === 'svg+xml' ? 'svg' : type.replace('jpeg', 'jpg');
    const name = `${nameOf(within).replace(/\.[^.]*$/, '')}-${inlineFiles.length + 1}.${extension}`;
    inlineFiles.push({ path: `${within.slice(0, within.length - nameOf(within).length)}${name}`, base64 });
    report.add({ path, line, kind: 'converted', message: 'A picture within the text became a file.' });
    return name.replaceAll(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  });
  return { markdown: text, inlineFiles };
}
