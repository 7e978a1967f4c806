import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import {
  editChangeRequestContentMutation,
  getChangeRequestPageOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentEdit, Page } from '#api/generated/types.gen.ts';
import { fetchFresh, type OperationId, useApiMutation } from '#src/api/queries.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { TextField } from '../field/text-field.ts';
import type { EditSession } from '../session/edit-session.ts';
import { type EditedPage, editOf } from '../session/session-server.ts';
import { headingsOf } from '../text/headings.ts';
import { looseLines, moveLinesTo, removeLines, withLinesAtEnd } from '../text/move-lines.ts';
import { toEditedText, toStoredText } from '../text/stored-text.ts';
import { useSelectedBlock } from './selected-block.ts';

interface MoveBlockDialogProps {
  page: EditedPage;
  /** The pages of the change request. */
  pages: readonly Page[];
  session: EditSession;
  /** The operations that the edit invalidates. */
  invalidates: readonly OperationId[];
  field: RefObject<TextField | null>;
  onClose: () => void;
}

/** A place that the selected block can go to. */
interface BlockPlace {
  id: string;
  label: string;
  /** What it is in: this page, or another one. */
  hint: string;
  move: () => void | Promise<void>;
}

/** Moves the selected block below a heading of this page, or to the end of another one. */
export function MoveBlockDialog(props: MoveBlockDialogProps) {
  const { page, pages, field, onClose } = props;
  const [query, setQuery] = useState('');
  const [isPending, setPending] = useState(false);
  const moveToPage = useMoveToPage(props);
  const [here] = useState(() => placesHere(field.current?.text() ?? ''));
  const places: BlockPlace[] = [
    ...here.map(({ id, label, line }) => ({
      ...{ id, label, hint: 'This page' },
      move() {
        onClose();
        field.current?.apply(moveLinesTo(line));
      },
    })),
    ...documentsOf(pages)
      .filter(({ id }) => id !== page.pageId)
      .map((other) => ({
        ...{ id: other.id, label: other.title, hint: 'To the end of the page' },
        move: () => moveToPage(other),
      })),
  ];
  const words = query.trim().toLocaleLowerCase();
  const found = places.filter(({ label }) => label.toLocaleLowerCase().includes(words));
  const pick = async (id: string) => {
    if (isPending) return;
    setPending(true);
    try {
      await places.find((place) => place.id === id)?.move();
    } catch (error) {
      toastFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title="Move block" description="Choose a place in this page, or another page." onClose={onClose}>
      <PickList
        label="Search places"
        query={query}
        onQuery={setQuery}
        pending={isPending}
        empty="Nothing found."
        options={found.map(({ id, label, hint }) => ({
          id,
          content: (
            <span className="flex min-w-0 items-baseline gap-2">
              <span dir="auto" className="truncate">
                {label}
              </span>
              <span className="shrink-0 text-xs text-ink-soft">{hint}</span>
            </span>
          ),
        }))}
        onPick={(id) => void pick(id)}
      />
    </Dialog>
  );
}

/** The start, the lines below headings, and the end of a text. */
function placesHere(text: string): { id: string; label: string; line: number }[] {
  const lines = text.split('\n');
  const isUnderlined = (line: number) => !/^ {0,3}#/.test(lines[line] ?? '');
  return [
    { id: 'start', label: 'Start of this page', line: 0 },
    ...headingsOf(text).map(({ title, line }) => ({
      ...{ id: `line-${line}`, label: `Below “${title}”` },
      line: line + (isUnderlined(line) ? 2 : 1),
    })),
    { id: 'end', label: 'End of this page', line: Infinity },
  ];
}

const documentsOf = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...documentsOf(page.pages ?? [])]);

/** Both pages change in one edit: the block is in one of them, whatever fails. */
function useMoveToPage({ page, session, invalidates, field, onClose }: MoveBlockDialogProps) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useApiMutation(editChangeRequestContentMutation(), {
    invalidates,
    optional: 'editChangeRequestContent',
  });
  const { block, save, carryOut } = useSelectedBlock(session, field);
  return async (other: Page) => {
    const saved = await save('move the block again');
    const { text, revision, range } = saved;
    const { spaceId, changeRequestId } = page;
    const path = { spaceId, changeRequestId };
    const stored =
      (
        await fetchFresh(
          queryClient,
          getChangeRequestPageOptions({ path: { ...path, pageId: other.id }, query: { format: 'markdown' } }),
        )
      ).markdown ?? '';
    const longer = withLinesAtEnd(toEditedText(stored), looseLines(block));
    const { from, to } = removeLines(text, range);
    const changes: ContentEdit[] = [
      {
        operation: 'update_page',
        page: other.id,
        document: { markdown: toStoredText(longer, stored) },
      },
      {
        ...editOf(page),
        document: { markdown: session.toStored(text.slice(0, from) + text.slice(to)) },
      },
    ];
    const send = async () => {
      const result = await mutateAsync({ path, body: { changes, revision } });
      onClose();
      return result;
    };
    await carryOut(saved, send, () => removeLines);
    toast(`Moved the block to “${other.title}”`);
  };
}
