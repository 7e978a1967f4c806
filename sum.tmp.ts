import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planSource } from './server/content/import/plan-import.ts';
import { isTextFile } from './server/content/import/import-plan.ts';
import { revisionOf } from './server/content/import/testing/book-revision.ts';
import { listBookFiles } from './server/content/source/write-book.ts';
const root = process.argv[2]!;
const files: any[] = []; const texts = new Map<string, Uint8Array>();
for (const e of readdirSync(root, { recursive: true, withFileTypes: true })) { if (!e.isFile()) continue; const a = join(e.parentPath, e.name); const path = a.slice(root.length + 1); files.push({ path, size: statSync(a).size }); if (isTextFile(path)) texts.set(path, readFileSync(a)); }
const plan = await planSource({ files, texts });
for (const book of plan.books) { const rev = revisionOf(book); for (const e of listBookFiles(rev.content)) if (e.path.endsWith('SUMMARY.md') && 'text' in e) writeFileSync('/tmp/SUMMARY.out.md', (e as any).text(rev.texts)); }
const flat = (ps: any[], d = 0): any[] => ps.flatMap((p) => ['  '.repeat(d) + p.title + ' ' + (p.git?.path ?? p.type), ...flat(p.pages, d + 1)]);
writeFileSync('/tmp/tree.txt', flat(plan.books[0]!.pages).join('\n'));
