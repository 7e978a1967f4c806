import { Words } from '#src/domain/document/difference-line.tsx';
import { excerptAround, type Match } from '#src/lib/compare/find-replace.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Checkbox, LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { matchKey, type PageMatches } from './find-in-pages.ts';

interface MatchListProps {
  pages: readonly PageMatches[];
  replacement: string;
  /** Keys of the matches that stay as they are. */
  excluded: ReadonlySet<string>;
  onExclude: (excluded: ReadonlySet<string>) => void;
}

/** The matches by page, each with what it becomes, to choose from. */
export function MatchList({ pages, replacement, excluded, onExclude }: MatchListProps) {
  const toggle = (keys: readonly string[], isIncluded: boolean) => {
    const next = new Set(excluded);
    for (const key of keys)
      if (isIncluded) next.delete(key);
      else next.add(key);
    onExclude(next);
  };
  return (
    <ul aria-label="Matches" className="difference flex flex-col gap-4">
      {pages.map((page) => {
        const keys = page.matches.map((match) => matchKey(page, match));
        const selectedCount = keys.filter((key) => !excluded.has(key)).length;
        return (
          <li key={page.id}>
            <label className="mb-1 flex items-center gap-2 font-medium">
              <Checkbox
                checked={selectedCount > 0}
                indeterminate={selectedCount > 0 && selectedCount < keys.length}
                onChange={({ target }) => toggle(keys, target.checked)}
              />
              <bdi className="min-w-0 truncate">{page.title}</bdi>
              <span className="shrink-0 font-normal text-ink-soft">
                {formatCount(keys.length, 'match', 'matches')}
              </span>
            </label>
            <ul aria-label={page.title} className="rounded-md border border-line py-1">
              {page.matches.map((match, index) => (
                <li key={keys[index]}>
                  <LabelledCheckbox
                    className="px-2 py-1 hover:bg-hover"
                    checked={!excluded.has(keys[index] ?? '')}
                    onChange={({ target }) => toggle([keys[index] ?? ''], target.checked)}
                    label={<MatchText text={page.text} match={match} replacement={replacement} />}
                  />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

interface MatchTextProps {
  text: string;
  match: Match;
  replacement: string;
}

function MatchText({ text, match, replacement }: MatchTextProps) {
  const { before, after } = excerptAround(text, match);
  const runs = [
    { kind: 'same', text: before },
    { kind: 'removed', text: text.slice(match.start, match.end) },
    { kind: 'added', text: replacement },
    { kind: 'same', text: after },
  ] as const;
  return (
    <span dir="auto" className="difference-lines min-w-0 wrap-anywhere">
      <Words runs={runs.filter((run) => run.text !== '')} />
    </span>
  );
}
