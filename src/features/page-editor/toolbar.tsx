import {
  Blocks,
  Bold,
  ChevronsDownUp,
  Code,
  FileSymlink,
  Heading,
  ImagePlus,
  Info,
  Italic,
  Link as LinkIcon,
  List,
  ListChecks,
  ListOrdered,
  PanelTop,
  Search,
  Smile,
  SpellCheck,
  SquareCode,
  SquarePlus,
  Table,
  TextQuote,
} from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { fileLimit } from '#src/domain/uploads/upload-rules.ts';
import { keyCaps } from '#src/lib/shortcut-keys.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { buttonStyle, IconButton } from '#src/ui/button.tsx';
import { isMac } from '#src/ui/kbd.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { CheckedText } from './links/check-edited-text.ts';
import { insertBlock } from './text/text-blocks.ts';
import type { TextOperation } from './text/text-edit.ts';
import { toggleHeading, toggleLines } from './text/text-lines.ts';
import { insertLink, toggleMark } from './text/text-marks.ts';

interface ToolbarProps {
  onOperation: (operation: TextOperation) => void;
  /** Asks what a link leads to. */
  onChooseLink: () => void;
  /** Asks which block to insert. */
  onChooseBlock: () => void;
  /** Finds what readers may stumble over. */
  onCheck: () => Promise<CheckedText>;
  /** Goes to a line, from 0. */
  onLine: (line: number) => void;
  /** Asks for a picture. */
  onChoosePicture: () => void;
  /** Asks for an emoji or an icon. */
  onChooseSign: (kind: 'emoji' | 'icon') => void;
  /** Absent at servers without reusable contents. */
  reusable: ReusableMenuProps | undefined;
  /** Opens search; absent where the browser's own has to do. */
  onSearch: (() => void) | undefined;
}

interface ReusableMenuProps {
  /** Asks which one to insert. */
  onChoose: () => void;
  /** Makes the selected lines one; absent where that can't be done. */
  onExtract: (() => void) | undefined;
  /** Whether something is selected. */
  hasSelection: () => boolean;
}

interface Tool {
  label: string;
  keys?: string;
  icon: ReactNode;
  operation: TextOperation;
}

const marks: readonly Tool[] = [
  { label: 'Bold', keys: 'mod+b', icon: <Bold />, operation: toggleMark('**') },
  { label: 'Italic', keys: 'mod+i', icon: <Italic />, operation: toggleMark('_') },
  { label: 'Code', keys: 'mod+e', icon: <Code />, operation: toggleMark('`') },
  { label: 'Link', keys: 'mod+k', icon: <LinkIcon />, operation: insertLink },
];

const lists: readonly Tool[] = [
  { label: 'Bulleted list', keys: 'mod+shift+8', icon: <List />, operation: toggleLines('bullets') },
  { label: 'Numbered list', keys: 'mod+shift+7', icon: <ListOrdered />, operation: toggleLines('numbers') },
  { label: 'Task list', icon: <ListChecks />, operation: toggleLines('tasks') },
  { label: 'Quote', keys: 'mod+shift+9', icon: <TextQuote />, operation: toggleLines('quote') },
];

const inserts: readonly Tool[] = [
  { label: 'Code block', icon: <SquareCode />, operation: insertBlock('code') },
  { label: 'Table', icon: <Table />, operation: insertBlock('table') },
  { label: 'Hint', icon: <Info />, operation: insertBlock('tag-hint') },
  { label: 'Tabs', icon: <PanelTop />, operation: insertBlock('tag-tabs') },
  { label: 'Expandable', icon: <ChevronsDownUp />, operation: insertBlock('expandable') },
];

/** As many as the menu of problems shows. */
const maxProblems = 50;

const levels = [1, 2, 3] as const;

/** "Bold (Ctrl+B)". */
const tipOf = ({ label, keys }: Tool): string => withKeys(label, keys);

const linkToLabel = 'Link to page or file';
const signLabel = 'Emoji or icon';
const blockLabel = 'Insert block';
const reusableLabel = 'Reusable content';

const withKeys = (label: string, keys: string | undefined): string => {
  const caps = keys === undefined ? [] : (keyCaps(keys, isMac)[0] ?? []);
  return caps.length === 0 ? label : `${label} (${caps.join(isMac ? '' : '+')})`;
};

/** Left and right move between the buttons, of which one is in the tab order. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  const next = to === undefined ? undefined : buttons[(to + buttons.length) % buttons.length];
  if (!next) return;
  event.preventDefault();
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

const labelsOf = (tools: readonly Tool[]) => tools.map(({ label }) => label);

const gap = (name: string) => `gap ${name}`;

/** The tools and the gaps between them, in their order. */
const placesOf = (hasReusable: boolean) => [
  'heading',
  ...labelsOf(marks),
  linkToLabel,
  gap('lists'),
  ...labelsOf(lists),
  gap('inserts'),
  ...labelsOf(inserts),
  'picture',
  signLabel,
  blockLabel,
  ...(hasReusable ? [reusableLabel] : []),
  gap('text'),
  'check',
];

/** The space of the toolbar, until the text is painted; it wraps like the buttons. */
export function ToolbarSpace({ hasSearch, hasReusable }: { hasSearch: boolean; hasReusable: boolean }) {
  return (
    <div className="page-editor-toolbar" aria-hidden="true">
      {[...placesOf(hasReusable), ...(hasSearch ? ['search'] : [])].map((place) => (
        <span
          key={place}
          className={
            place.startsWith('gap') ? 'page-editor-gap' : buttonStyle('quiet', 'small', 'button-square')
          }
        />
      ))}
    </div>
  );
}

function HeadingMenu({ onOperation }: Pick<ToolbarProps, 'onOperation'>) {
  return (
    <MenuIconButton
      label="Heading"
      size="small"
      entries={() =>
        levels.map((level) => ({
          label: `Heading ${level}`,
          keys: `mod+alt+${level}`,
          onSelect: () => onOperation(toggleHeading(level)),
        }))
      }
    >
      <Heading />
    </MenuIconButton>
  );
}

/** Asks for what stands among words. */
function SignMenu({ onChooseSign }: Pick<ToolbarProps, 'onChooseSign'>) {
  return (
    <MenuIconButton
      label={signLabel}
      size="small"
      tabIndex={-1}
      entries={() => [
        { label: 'Emoji…', onSelect: () => onChooseSign('emoji') },
        { label: 'Icon…', onSelect: () => onChooseSign('icon') },
      ]}
    >
      <Smile />
    </MenuIconButton>
  );
}

/** The problems of the text; each leads to its line. */
function CheckMenu({ onCheck, onLine }: Pick<ToolbarProps, 'onCheck' | 'onLine'>) {
  return (
    <MenuIconButton
      label="Check text"
      size="small"
      tabIndex={-1}
      entries={async () => {
        const { problems, isComplete } = await onCheck();
        return [
          ...problems.slice(0, maxProblems).map(({ line, message }) => ({
            label: `Line ${formatNumber(line + 1)}: ${message}`,
            onSelect: () => onLine(line),
          })),
          ...(problems.length === 0 && isComplete ? [{ heading: 'No problems found' }] : []),
          ...(problems.length > maxProblems
            ? [{ heading: `${formatNumber(problems.length - maxProblems)} more` }]
            : []),
          ...(isComplete ? [] : [{ heading: 'Couldn’t check all links. Open it again to retry.' }]),
        ];
      }}
    >
      <SpellCheck />
    </MenuIconButton>
  );
}

/** Inserts reusable content, and makes some. */
function ReusableMenu({ onChoose, onExtract, hasSelection }: ReusableMenuProps) {
  return (
    <MenuIconButton
      label={reusableLabel}
      size="small"
      tabIndex={-1}
      entries={() => [
        { label: 'Insert reusable content…', onSelect: onChoose },
        ...(onExtract
          ? [
              {
                label: 'Create from selection…',
                disabledReason: hasSelection() ? undefined : 'Select lines first.',
                onSelect: onExtract,
              },
            ]
          : []),
      ]}
    >
      <Blocks />
    </MenuIconButton>
  );
}

/** Buttons that edit the text. */
export function Toolbar({
  onOperation,
  onChooseLink,
  onChooseBlock,
  onChoosePicture,
  onChooseSign,
  onCheck,
  onLine,
  onSearch,
  reusable,
}: ToolbarProps) {
  const button = (tool: Tool, tabIndex = -1) => (
    <IconButton
      key={tool.label}
      label={tool.label}
      data-tip={tipOf(tool)}
      size="small"
      tabIndex={tabIndex}
      onClick={() => onOperation(tool.operation)}
    >
      {tool.icon}
    </IconButton>
  );
  return (
    <div role="toolbar" aria-label="Formatting" className="page-editor-toolbar" onKeyDown={moveFocus}>
      <HeadingMenu onOperation={onOperation} />
      {marks.map((tool) => button(tool))}
      <IconButton
        label={linkToLabel}
        data-tip={withKeys(linkToLabel, 'mod+shift+k')}
        size="small"
        tabIndex={-1}
        onClick={onChooseLink}
      >
        <FileSymlink />
      </IconButton>
      <span className="page-editor-gap" />
      {lists.map((tool) => button(tool))}
      <span className="page-editor-gap" />
      {inserts.map((tool) => button(tool))}
      <IconButton
        label="Picture…"
        data-tip={`Picture… (${fileLimit})`}
        size="small"
        tabIndex={-1}
        onClick={onChoosePicture}
      >
        <ImagePlus />
      </IconButton>
      <SignMenu onChooseSign={onChooseSign} />
      <IconButton
        label={blockLabel}
        data-tip={withKeys(blockLabel, 'mod+shift+e')}
        size="small"
        tabIndex={-1}
        onClick={onChooseBlock}
      >
        <SquarePlus />
      </IconButton>
      {reusable && <ReusableMenu {...reusable} />}
      <span className="page-editor-gap" />
      <CheckMenu onCheck={onCheck} onLine={onLine} />
      {onSearch && (
        <IconButton label="Find and replace" size="small" tabIndex={-1} onClick={onSearch}>
          <Search />
        </IconButton>
      )}
    </div>
  );
}
