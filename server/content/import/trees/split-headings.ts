import { plainTitle } from '../../source/summary-lines.ts';
import { FenceTracker } from '../conversions/fences.ts';
import type { PlannedPage } from '../import-plan.ts';

/** More headings than that stay in the text. */
const MAX_PAGES = 1000;

/** Makes pages of the headings of the first two levels that a text has. */
export function splitHeadings(page: PlannedPage): void {
  const lines = (page.markdown ?? '').split('\n');
  const fences = new FenceTracker();
  const headings = lines.flatMap((line, at) => {
    const [, marks = '', title = ''] = fences.isCode(line) ? [] : (/^(#{1,6})[ \t]+(.*)$/.exec(line) ?? []);
    return marks === '' ? [] : [{ at, level: marks.length, title }];
  });
  const top = Math.min(...headings.map(({ level }) => level));
  const starts = headings.filter(({ level }) => level <= top + 1).slice(0, MAX_PAGES);
  const [first] = starts;
  if (!first) return;
  const stem = (page.git?.path ?? page.key).replace(/\.md$/, '');
  page.markdown = lines.slice(0, first.at).join('\n').trim();
  for (const [index, { at, level, title }] of starts.entries()) {
    const below: PlannedPage = {
      key: `${page.key}#${index + 1}`,
      type: 'document',
      title: plainTitle(title).slice(0, 200) || 'Untitled',
      markdown: lines
        .slice(at + 1, starts[index + 1]?.at)
        .join('\n')
        .trim(),
      git: { path: `${stem}-${index + 1}.md` },
      isConverted: true,
      pages: [],
    };
    const parent = level > top ? page.pages.findLast(({ key }) => key.startsWith(`${page.key}#`)) : undefined;
    (parent ?? page).pages.push(below);
  }
}
