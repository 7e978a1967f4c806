import { useCallback, useEffect, useRef } from 'react';
import { highlightCode } from '#api/generated/sdk.gen.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { ShownText } from '#src/domain/document/link-paths.ts';
import type { PassageLines } from '#src/lib/compare/passage.ts';
import type { Store } from '#src/lib/store.ts';
import { afterSecondPaint } from '#src/ui/browser/after-paint.ts';
import { chooseVisual, type VisualChoice } from './field/field-choice.ts';
import type { BeginLines, CreateTextField, Inserted, TextField } from './field/text-field.ts';
import type { LinkSource } from './links/link-source.ts';
import type { ScrollLink } from './preview/scroll-link.ts';
import type { EditSession } from './session/edit-session.ts';
import { showOnScreen } from './session/open-sessions.ts';
import { showPathsIn } from './shown-paths.ts';
import { findHeading } from './text/headings.ts';
import type { PastedPlace } from './text/pasted-place.ts';
import type { PageUploads } from './uploads/page-uploads.ts';
import type { Highlight } from './visual/drawing/code-colors.ts';

/** Empty where the plain text is pasted instead. */
async function convertHtml(html: string, place: PastedPlace): Promise<string> {
  try {
    const { htmlToMarkdown, fitPasted } = await import('./text/html-to-markdown.ts');
    return fitPasted(htmlToMarkdown(html), place);
  } catch {
    toast('Couldn’t convert what you pasted. It was pasted as plain text.', { tone: 'error' });
    return '';
  }
}

/** Asks the server; where it doesn't have the operation, nothing is sent. */
const highlightIn =
  (spaceId: string): Highlight =>
  async (blocks) =>
    (await highlightCode({ path: { spaceId }, body: { blocks }, throwOnError: true })).data.blocks;

/** The view that the person chose, if it loads. */
async function showChosenView(field: TextField, visual: VisualChoice): Promise<void> {
  try {
    await field.showVisual?.(visual.get());
  } catch {
    toast('Couldn’t load the visual view. Check your connection and try again.', { tone: 'error' });
    chooseVisual(false);
  }
}

/** A field on the screen, and what saves its text. */
export interface OpenedField {
  field: TextField;
  /** The stored form of its text. */
  texts: ShownText;
  save: () => Promise<unknown>;
}

interface TextFieldSetup {
  create: CreateTextField;
  session: EditSession;
  title: string;
  spaceId: string;
  /** Anchor of the heading to begin at. */
  anchor: string;
  /** Lines to begin at instead, selected. */
  lines: PassageLines | undefined;
  hasFocus: boolean;
  /** Whether texts are shown as readers see them. */
  visual: VisualChoice;
  scroll: ScrollLink;
  links: LinkSource;
  /** Asks what to insert. */
  ask: (inserted: Inserted) => void;
  hasReusable: boolean;
  uploads: PageUploads;
  /** Has the field while it is on the screen. */
  opened: Store<OpenedField | null> | undefined;
}

function beginAtHeading(text: string, anchor: string): BeginLines | undefined {
  const line = anchor === '' ? undefined : findHeading(text, anchor)?.line;
  return line === undefined ? undefined : { startLine: line + 1 };
}

/** The field of a session, in the element that `mount` is the ref of. */
export function useTextField(setup: TextFieldSetup) {
  const { create, session, title, spaceId, anchor, lines, hasFocus, scroll, links } = setup;
  const { ask, hasReusable, uploads, visual, opened } = setup;
  const field = useRef<TextField | null>(null);
  const start = useRef<((text: string) => BeginLines | undefined) | undefined>(
    (text) => lines ?? beginAtHeading(text, anchor),
  );
  const startsFocused = useRef(hasFocus);
  // Known after the field is made, which must not be made again then.
  const knowsReusable = useRef(hasReusable);
  useEffect(() => {
    knowsReusable.current = hasReusable;
  }, [hasReusable]);
  const mount = useCallback(
    (host: HTMLElement | null) => {
      if (!host) return undefined;
      // A shadow root cannot be removed from its element, so each field gets its own.
      const parent = host.appendChild(document.createElement('div'));
      parent.className = 'h-full';
      const texts = new ShownText(session.text, links.place());
      const created = create(parent, {
        text: texts.shown,
        label: `Text of ${title}`,
        begin: start.current?.(session.text),
        whenPainted: afterSecondPaint,
        onChange: () => session.touch(),
        onScroll: scroll.textScrolled,
        links,
        highlight: highlightIn(spaceId),
        isVisual: visual.get(),
        onSource: () => chooseVisual(false),
        onAsk: ask,
        hasReusable: () => knowsReusable.current,
        onFiles: (files, at) => void uploads.add(files, at),
        convertHtml,
      });
      const shown = showPathsIn(created, texts, links);
      session.attach(shown);
      field.current = created;
      opened?.set({ field: created, texts, save: () => session.save() });
      const detachUploads = uploads.attach(created, links, texts);
      const leave = showOnScreen(session);
      const unfollow = visual.subscribe(() => void showChosenView(created, visual));
      const disconnect = scroll.connectText((line) => created.scrollToLine(line));
      start.current = undefined;
      if (startsFocused.current) created.focus();
      startsFocused.current = true;
      return () => {
        opened?.set(null);
        detachUploads();
        leave();
        unfollow();
        disconnect();
        shown.end();
        created.destroy();
        parent.remove();
      };
    },
    [ask, create, links, opened, scroll, session, spaceId, title, uploads, visual],
  );
  return { field, mount };
}
