import { Columns2, Eye, MessageSquareDiff, SlidersHorizontal, Type } from 'lucide-react';
import { type FocusEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Page, WritingView } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import type { OperationId } from '#src/api/queries.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import type { ReaderAnswer } from '#src/domain/answers/reader-answer.ts';
import type { PageVersion, ReadDraft } from '#src/domain/page-drafts/page-drafts.ts';
import { findPassage, type Passage, type PassageLines } from '#src/lib/compare/passage.ts';
import type { Store } from '#src/lib/store.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorNotices } from './editor-notices.tsx';
import {
  chooseVisual,
  type LoadedCodeField,
  loadCodeField,
  prefersPlainField,
  setPrefersPlainField,
  visualChoiceOf,
} from './field/field-choice.ts';
import { createPlainField } from './field/plain-field.ts';
import type { Inserted } from './field/text-field.ts';
import { checkEditedText } from './links/check-edited-text.ts';
import type { LinkSource } from './links/link-source.ts';
import { useLinkSource } from './links/use-link-source.ts';
import { useOptionsChoice } from './options/options-choice.ts';
import './page-editor.css';
import { TitleField } from './options/title-field.tsx';
import { OutlineButton, PageOutline } from './outline/page-outline.tsx';
import { usePreviewChoice } from './preview/preview-choice.ts';
import { createScrollLink } from './preview/scroll-link.ts';
import type { EditSession } from './session/edit-session.ts';
import { saveStatusOf } from './session/save-status.tsx';
import type { EditedPage } from './session/session-server.ts';
import type { SessionServer } from './session/session-types.ts';
import { useEditSession } from './session/use-edit-session.ts';
import { Toolbar, ToolbarSpace } from './toolbar.tsx';
import { FileDrop } from './uploads/file-drop.tsx';
import { UploadPanel } from './uploads/upload-panel.tsx';
import { usePageUploads } from './uploads/use-page-uploads.ts';
import { useEditorParts } from './use-editor-parts.ts';
import { useLeftParagraph } from './use-left-paragraph.ts';
import { type OpenedField, useTextField } from './use-text-field.ts';

export interface PageEditorProps {
  page: EditedPage;
  title: string;
  /** The pages of the change request, which links can lead to. */
  pages: readonly Page[];
  /** Identifies the draft in this browser. */
  draftKey: string;
  /** The text at the time the screen was opened. */
  version: PageVersion;
  draft: ReadDraft;
  /** The change request's revision now. */
  revision: string;
  codeField: LoadedCodeField;
  /** The view that its space begins in; absent where the server has none. */
  firstView: WritingView | undefined;
  /** Anchor of the heading to begin at. */
  anchor: string;
  /** A passage of the text to begin at instead, selected. */
  passage?: Passage | undefined;
  /** What a reader said about the page, which is changed for it. */
  answer?: ReaderAnswer | undefined;
  /** A line of the text, from 1, to begin at instead. */
  line?: number | undefined;
  /** The page was just added: begins at its title. */
  isNew: boolean;
  /** The operations that a save invalidates. */
  invalidates: readonly OperationId[];
  /** Where saves are suggestions: what makes them, and the text stays. */
  suggestions?: SessionServer | undefined;
  /** Has the field while it is on the screen, for what is drawn in its text. */
  opened?: Store<OpenedField | null> | undefined;
  /** Changes between edits and suggestions; absent where the person can do one of them only. */
  onSuggest?: (() => void) | undefined;
  /** Beside the title. */
  actions?: ReactNode;
  /** In wide windows the place for the outline beside the text: null until it is there, absent where there is none. */
  outlinePlace?: Element | null | undefined;
  /** Below the text: who else is editing it. */
  others?: ReactNode;
}

/** A line of a text that may have become shorter. */
function linesAt(text: string, line: number): PassageLines {
  const startLine = Math.min(line, text.split('\n').length);
  return { startLine, endLine: startLine };
}

/** Edits a page or a reusable content: title, text, options, and how far they are saved. */
// oxlint-disable-next-line max-lines-per-function -- joins the parts of the screen: the state that they share, then one element each
export function PageEditor(props: PageEditorProps) {
  const { page, title, pages, revision, anchor, passage, line, isNew, others } = props;
  const isSuggesting = props.suggestions !== undefined;
  const session = useEditSession({ ...props, server: props.suggestions });
  const [lines] = useState(() =>
    line === undefined ? passage && findPassage(session.text, passage) : linesAt(session.text, line),
  );
  const [isConflictOpen, setConflictOpen] = useState(true);
  const [isRestoredShown, setRestoredShown] = useState(session.isRestored);
  const isPlain = useStore(prefersPlainField);
  const [codeField, setCodeField] = useState(() => props.codeField);
  // A new page begins in its title: its text has nothing to show first.
  const isPainted = useIsPainted(isNew);
  const previewChoice = usePreviewChoice();
  const optionsChoice = useOptionsChoice();
  // A reusable content has neither a page of its own nor options. A suggestion is of the text.
  const isPage = page.isReusable !== true;
  const hasOptions = isPage && !isSuggesting;
  const preview = isPage ? previewChoice : { ...previewChoice, isPossible: false, isOpen: false };
  const options = hasOptions ? optionsChoice : { ...optionsChoice, isOpen: false };
  // The field keeps its name, so that it is not made again while the title is written.
  const [fieldTitle] = useState(title);
  const [scroll] = useState(createScrollLink);
  const [asked, setAsked] = useState<Inserted | null>(null);
  const links = useLinkSource(page, pages, revision, session);
  const uploads = usePageUploads(page.spaceId, session);
  const create = isPlain || !codeField ? createPlainField : codeField;
  const askNothing = useCallback(() => setAsked(null), []);
  const parts = useEditorParts(asked !== null || preview.isOpen || options.isOpen, askNothing);
  const hasReusable = useCan('listChangeRequestReusableContents') === true;
  const [visual] = useState(() => visualChoiceOf(props.firstView));
  const isVisual = useStore(visual);
  const { field, mount } = useTextField({
    create,
    session,
    title: fieldTitle,
    spaceId: page.spaceId,
    anchor,
    lines,
    hasFocus: !isNew,
    visual,
    scroll,
    links,
    ask: setAsked,
    hasReusable,
    uploads,
    opened: props.opened,
  });
  const followCaret = useLeftParagraph(session, field);
  useEffect(() => void session.pull(revision), [session, revision]);

  const save = async () => {
    await session.save();
    setConflictOpen(true);
    announce(saveStatusOf(session));
  };
  useShortcuts([
    { keys: 'mod+s', label: 'Save page', group: 'Editing', whileTyping: true, run: () => void save() },
    {
      keys: 'mod+alt+v',
      label: 'Visual view or source',
      group: 'Editing',
      whileTyping: true,
      run: () => chooseVisual(!isVisual),
    },
  ]);
  const leaveField = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) void session.flush();
  };
  const togglePreview = () => {
    // Where the preview takes the place of the text, the text has no scroll area.
    if (preview.place === 'instead' && !preview.isOpen) scroll.textScrolled(field.current?.caretLine() ?? 1);
    flushSync(preview.toggle);
    if (preview.place === 'instead' && preview.isOpen) field.current?.showCaret();
  };
  const toggleField = async () => {
    if (isPlain && !codeField) {
      const loaded = await loadCodeField(isVisual);
      setCodeField(() => loaded);
    }
    setPrefersPlainField(!isPlain);
  };
  const { onSuggest } = props;
  const toggles = [
    ...(onSuggest
      ? [
          {
            label: 'Suggest changes',
            icon: <MessageSquareDiff />,
            isOn: isSuggesting,
            onToggle: () => void session.flush().then(onSuggest),
          },
        ]
      : []),
    ...(preview.isPossible
      ? [{ label: 'Preview', icon: <Columns2 />, isOn: preview.isOpen, onToggle: togglePreview }]
      : []),
    ...(codeField === null
      ? []
      : [
          ...(isPlain
            ? []
            : [
                {
                  label: 'Visual view',
                  icon: <Eye />,
                  isOn: isVisual,
                  onToggle: () => chooseVisual(!isVisual),
                },
              ]),
          { label: 'Plain text field', icon: <Type />, isOn: isPlain, onToggle: () => void toggleField() },
        ]),
    ...(hasOptions
      ? [
          {
            label: 'Page options',
            icon: <SlidersHorizontal />,
            isOn: options.isOpen,
            onToggle: options.toggle,
          },
        ]
      : []),
  ];
  const showLine = (line: number) => {
    // Where the preview takes the place of the text, the text comes back first.
    if (preview.place === 'instead' && preview.isOpen) flushSync(preview.toggle);
    field.current?.showLine(line);
    field.current?.focus();
  };
  const isWide = useMatches('(width >= 64rem)');
  const hasOutline = isWide && props.outlinePlace !== undefined && !preview.isOpen;
  const actions = hasOutline ? (
    props.actions
  ) : (
    <>
      <OutlineButton session={session} onLine={showLine} />
      {props.actions}
    </>
  );
  return (
    <section aria-label={`Editor of ${title}`} className="page-editor" onBlur={leaveField}>
      <EditorBar
        title={
          isSuggesting ? (
            <div className="page-editor-title">
              <h2 dir="auto">{title}</h2>
            </div>
          ) : (
            <TitleField
              session={session}
              pageId={page.pageId}
              pages={pages}
              isNew={isNew}
              onEnter={() => field.current?.focus()}
            />
          )
        }
        session={session}
        toggles={toggles}
        actions={actions}
        isSuggesting={isSuggesting}
        onSave={() => void save()}
        onShowConflict={() => setConflictOpen(true)}
      />
      <EditorNotices
        hasNoCodeField={codeField === null}
        isSuggesting={isSuggesting}
        missingText={lines ? undefined : passage?.text}
        answer={props.answer}
        session={session}
        isRestored={isRestoredShown}
        onDiscard={() => {
          setRestoredShown(false);
          void session.discard();
        }}
      />
      <div className="page-editor-sides" data-preview={preview.isOpen ? preview.place : undefined}>
        <FileDrop className="page-editor-text">
          {isPainted ? (
            <Toolbar
              onOperation={(operation) => field.current?.apply(operation)}
              onChooseLink={() => setAsked('link')}
              onChooseBlock={() => setAsked('block')}
              onChoosePicture={() => setAsked('picture')}
              onChooseSign={setAsked}
              reusable={
                hasReusable
                  ? {
                      onChoose: () => setAsked('reusable'),
                      onExtract: hasOptions ? () => setAsked('extraction') : undefined,
                      hasSelection: () => {
                        const { from = 0, to = 0 } = field.current?.selected() ?? {};
                        return from < to;
                      },
                    }
                  : undefined
              }
              onCheck={() => checkEditedText(session, links)}
              onLine={showLine}
              onSearch={isPlain || !codeField ? undefined : () => field.current?.search?.()}
            />
          ) : (
            <ToolbarSpace hasSearch={!isPlain && Boolean(codeField)} hasReusable={hasReusable} />
          )}
          <UploadPanel uploads={uploads} />
          <div
            ref={mount}
            className="page-editor-field"
            {...(isSuggesting && { onKeyUp: followCaret, onPointerUp: followCaret })}
          />
        </FileDrop>
        {parts && preview.isOpen && (
          <parts.PagePreview page={page} title={title} session={session} scroll={scroll} />
        )}
        {parts && options.isOpen && (
          <parts.PageOptions
            page={page}
            session={session}
            pages={pages}
            place={options.place}
            onSave={() => void save()}
            onClose={options.toggle}
          />
        )}
      </div>
      {props.outlinePlace &&
        createPortal(<PageOutline session={session} scroll={scroll} onLine={showLine} />, props.outlinePlace)}
      {others}
      {parts && asked !== null && (
        <parts.InsertDialog
          inserted={asked}
          page={page}
          // A block that goes to another page changes both.
          pages={isSuggesting ? [] : pages}
          session={session}
          invalidates={props.invalidates}
          hasReusable={hasReusable}
          links={links}
          field={field}
          uploads={uploads}
          onAsk={setAsked}
        />
      )}
      {isConflictOpen && (
        <Conflict session={session} show={links.show} onClose={() => setConflictOpen(false)} />
      )}
    </section>
  );
}

interface ConflictProps {
  session: EditSession;
  show: LinkSource['show'];
  onClose: () => void;
}

/** The lines that two people changed, while there are any. On its own: the first key of a change renders no toolbar. */
function Conflict({ session, show, onClose }: ConflictProps) {
  const isConflict = useStore(session.state).kind === 'conflict';
  const parts = useEditorParts(isConflict);
  if (!parts || !isConflict) return null;
  return (
    <parts.ConflictDialog
      regions={session.conflict()}
      fields={session.fieldConflicts()}
      show={show}
      onClose={onClose}
      onResolve={(text, given) => void session.resolve(text, given)}
    />
  );
}
