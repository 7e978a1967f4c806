import { TableOfContents } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { ScrollLink } from '../preview/scroll-link.ts';
import type { EditSession } from '../session/edit-session.ts';
import { headingsOf } from '../text/headings.ts';

/** More than a person reads down. */
const maxHeadings = 300;

const namedHeadings = (text: string) =>
  headingsOf(text)
    .filter(({ title }) => title !== '')
    .slice(0, maxHeadings);

interface PageOutlineProps {
  session: EditSession;
  scroll: ScrollLink;
  /** Leads to a line, from 0. */
  onLine: (line: number) => void;
}

/** The headings of the text beside it; that of what is at the top is marked. */
export function PageOutline({ session, scroll, onLine }: PageOutlineProps) {
  const text = useStore(session.textAtPause);
  const headings = useMemo(() => namedHeadings(text), [text]);
  const [top, setTop] = useState(1);
  useEffect(() => scroll.connectPreview(setTop), [scroll]);
  const least = Math.min(...headings.map(({ level }) => level));
  const current = headings.findLastIndex(({ line }) => line <= top);
  return (
    <nav aria-label="On this page" className="page-editor-outline">
      <h2>On this page</h2>
      {headings.length === 0 ? (
        <p>Headings of the text are listed here.</p>
      ) : (
        <ul>
          {headings.map(({ title, level, line }, index) => (
            <li key={line} data-depth={Math.min(level - least, 3)}>
              <button
                type="button"
                dir="auto"
                aria-current={index === current ? 'location' : undefined}
                onClick={() => onLine(line)}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** The same as a menu, where there is no room beside the text. */
export function OutlineButton({ session, onLine }: Omit<PageOutlineProps, 'scroll'>) {
  return (
    <MenuIconButton
      label="Headings"
      size="small"
      align="end"
      entries={() => {
        const headings = namedHeadings(session.text);
        const least = Math.min(...headings.map(({ level }) => level));
        if (headings.length === 0) return [{ heading: 'No headings yet' }];
        return headings.map(({ title, level, line }) => ({
          label: '\u2003'.repeat(Math.min(level - least, 3)) + title,
          onSelect: () => onLine(line),
        }));
      }}
    >
      <TableOfContents />
    </MenuIconButton>
  );
}
