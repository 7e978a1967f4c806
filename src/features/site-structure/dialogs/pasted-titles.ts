import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorMessage } from '#src/api/errors.ts';
import type { SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { findSpacesByTitle, newSpace, parseTitles } from '#src/domain/pickers/space-titles.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useMakesSpaces } from '../capabilities.ts';

/** What became of a pasted list. */
interface PastedList {
  tone: 'info' | 'warning';
  title: string;
  text: string;
}

/** Selects the spaces of pasted titles. A title without a space becomes a new one, where the server creates spaces. */
export function usePastedTitles(
  organizationId: string,
  selectedSpaces: readonly SelectedSpace[],
  onChange: (spaces: readonly SelectedSpace[]) => void,
) {
  const queryClient = useQueryClient();
  const canCreate = useMakesSpaces();
  const [pasted, setPasted] = useState<PastedList | null>(null);
  const latest = useRef(selectedSpaces);
  latest.current = selectedSpaces;

  const select = async (titles: readonly string[]) => {
    const text = formatCount(titles.length, 'title');
    setPasted({ tone: 'info', title: `Looking for ${text}…`, text: '' });
    try {
      const matches = await findSpacesByTitle(queryClient, organizationId, titles);
      const ambiguous = matches.filter(({ isAmbiguous }) => isAmbiguous);
      const missing = matches.filter(({ space, isAmbiguous }) => !space && !isAmbiguous);
      const added = matches.flatMap(({ title, space, isAmbiguous }): SelectedSpace[] => {
        if (space) return [{ id: space.id, title: space.title, emoji: space.emoji }];
        return canCreate && !isAmbiguous ? [newSpace(title)] : [];
      });
      const before = latest.current;
      onChange([...before, ...added.filter(({ id }) => !before.some((space) => space.id === id))]);
      const report = describePasted(matches.length, missing, ambiguous, canCreate);
      announce(`${report.title}. ${report.text}`);
      setPasted(report);
    } catch (failure) {
      setPasted({ tone: 'warning', title: 'Couldn’t look for the titles', text: errorMessage(failure) });
    }
  };

  const onPasteText = (text: string): boolean => {
    const list = parseTitles(text);
    if (!list) return false;
    if ('problem' in list) setPasted({ tone: 'warning', title: 'Couldn’t use the list', text: list.problem });
    else void select(list.titles);
    return true;
  };
  return { pasted, onPasteText };
}

type TitleMatch = Pick<SelectedSpace, 'title'>;

function describePasted(
  total: number,
  missing: readonly TitleMatch[],
  ambiguous: readonly TitleMatch[],
  canCreate: boolean,
): PastedList {
  const names = (matches: readonly TitleMatch[]) =>
    formatNameList(
      matches.map(({ title }) => `“${title}”`),
      matches.length,
    );
  const sentences: string[] = [];
  if (missing.length > 0)
    sentences.push(
      canCreate
        ? `No space has the title ${names(missing)}. Adding creates ${missing.length === 1 ? 'it' : 'them'}, empty.`
        : `No space has the title ${names(missing)}.`,
    );
  if (ambiguous.length > 0)
    sentences.push(`Several spaces have the title ${names(ambiguous)}. Select the right ones in the list.`);
  const isComplete = ambiguous.length === 0 && (canCreate || missing.length === 0);
  const count = total - ambiguous.length - (canCreate ? 0 : missing.length);
  return {
    tone: isComplete ? 'info' : 'warning',
    title: `Selected ${formatCount(count, 'space')} of ${formatCount(total, 'title')}`,
    text: sentences.join(' '),
  };
}
