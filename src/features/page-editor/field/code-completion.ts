/** Completion in the field with colors: blocks after `/`, emoji and icons after `:`, pages, headings and files after `[[` and in links. */
import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { LinkSource } from '../links/link-source.ts';
import { linkTo, type LinkTarget } from '../links/link-targets.ts';
import { findSlashBlocks } from '../text/slash-blocks.ts';
import type { TextOperation } from '../text/text-edit.ts';
import type { TextFieldOptions } from './text-field.ts';

/** Whether a position is in code, where nothing is completed and no link leads anywhere. */
export function isCodeAt(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); ;) {
    if (/Code/.test(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}

const kindLabels: Record<LinkTarget['kind'], string> = {
  page: 'Page',
  heading: 'Heading',
  file: 'File',
  reusable: 'Reusable content',
  web: 'Web address',
};

type Search = (context: CompletionContext) => CompletionResult | null;

/**
 * Each key filters the open list at once: a list that waits for a pause or for another source ignores Enter, and a fast typist
 * would get a new line instead of the selected entry.
 */
const filterAtOnce =
  (search: Search): Search =>
  (context) => {
    const result = search(context);
    return result && { ...result, update: (_result, _from, _to, next) => filterAtOnce(search)(next) };
  };

/** An operation on the text without what was typed to find it, as one edit. */
function replaceTyped(view: EditorView, from: number, to: number, operation: TextOperation): void {
  const remaining = view.state.doc.replace(from, to, view.state.toText(''));
  const edit = operation(remaining.toString(), { from, to: from });
  view.dispatch(
    { changes: { from, to } },
    {
      changes: { from: edit.from, to: edit.to, insert: edit.insert },
      selection: { anchor: edit.selection.from, head: edit.selection.to },
      sequential: true,
      scrollIntoView: true,
      userEvent: 'input.complete',
    },
  );
}

/** `/` at the start of a line. */
const findBlocks =
  ({ onAsk, hasReusable }: CompletionOptions): Search =>
  (context) => {
    const typed = context.matchBefore(/^[ \t]*\/[\p{L}\p{N} ]*$/u);
    if (!typed || isCodeAt(context.state, context.pos)) return null;
    const at = typed.from + typed.text.indexOf('/');
    const options = findSlashBlocks(typed.text.trim().slice(1), hasReusable()).map(
      ({ label, operation }): Completion => ({
        label,
        apply(view, _completion, from, to) {
          if (typeof operation === 'string') {
            view.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
            onAsk(operation);
            return;
          }
          replaceTyped(view, from, to, operation);
        },
      }),
    );
    return options.length === 0 ? null : { from: at, to: context.pos, options, filter: false };
  };

type FindSigns = typeof import('./sign-completion.ts').findSigns;

let loadedSigns: FindSigns | undefined;

/** What stands before the names of emoji and icons in their list. */
const signDrawings = new WeakMap<Completion, () => Node>();

/** `:` and letters, but not in times and addresses. */
function typedSign(context: CompletionContext) {
  const typed = context.matchBefore(/(?:^|[^\p{L}\p{N}:/"'=>]):[a-z+-][a-z\d_+-]+$/iu);
  if (!typed || isCodeAt(context.state, context.pos)) return null;
  const at = typed.text.lastIndexOf(':');
  return { query: typed.text.slice(at + 1), from: typed.from + at };
}

/** Emoji and icons, once they are loaded. */
const findSigns: Search = (context) => {
  const typed = typedSign(context);
  if (!typed || !loadedSigns) return null;
  const options = loadedSigns(typed.query).map(({ name, detail, operation, draw }) => {
    const option: Completion = {
      label: name,
      detail,
      apply: (view, _completion, from, to) => replaceTyped(view, from, to, operation),
    };
    signDrawings.set(option, draw);
    return option;
  });
  return options.length === 0 ? null : { from: typed.from, options, filter: false };
};

/** Loads emoji and icons for the first letters; false where there is nothing to wait for. Without a connection there are none. */
async function loadSigns(context: CompletionContext): Promise<boolean> {
  if (loadedSigns || !typedSign(context)) return false;
  loadedSigns = await import('./sign-completion.ts').then(
    (loaded) => loaded.findSigns,
    () => undefined,
  );
  return loadedSigns !== undefined && !context.aborted;
}

/** `[[Title` or `[text](target` before the cursor; null if there is neither. */
function typedLink(context: CompletionContext) {
  const wiki = context.matchBefore(/\[\[[^[\]\n]*$/);
  const typed = wiki ?? context.matchBefore(/\]\([^()\s]*$/);
  if (!typed || isCodeAt(context.state, context.pos)) return null;
  const query = typed.text.slice(2);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(query)) return null;
  return { query, from: wiki ? typed.from : typed.from + 2, isWhole: wiki !== null };
}

/** The target of a link, as far as it is known. */
const findLinks =
  (links: LinkSource): Search =>
  (context) => {
    const typed = typedLink(context);
    if (!typed) return null;
    const { query, from, isWhole } = typed;
    const options = links.find(query).targets.map((target): Completion => ({
      label: target.label,
      detail: target.kind === 'page' ? target.detail : `${kindLabels[target.kind]}, ${target.detail}`,
      apply: (view) =>
        insertTarget(view, { ...target, address: links.addressOf(target.address) }, from, isWhole),
    }));
    return options.length === 0 ? null : { from, options, filter: false };
  };

/** The address before the cursor of a reusable content, in a tag. */
function typedInclude(context: CompletionContext): { query: string; from: number } | null {
  const typed = context.matchBefore(/\{%\s*include\s+"[^"\n]*$/);
  if (!typed || isCodeAt(context.state, context.pos)) return null;
  const at = typed.text.indexOf('"') + 1;
  return { query: typed.text.slice(at), from: typed.from + at };
}

/** The reusable contents, as far as they are known. */
const findIncludes =
  (links: LinkSource): Search =>
  (context) => {
    const typed = typedInclude(context);
    if (!typed) return null;
    const options = links.findReusable(typed.query).targets.map(({ label, detail, address }): Completion => ({
      label,
      detail,
      apply(view, _completion, from) {
        const { head } = view.state.selection.main;
        const [end = ''] =
          /^"?\s*(?:%\})?/.exec(view.state.sliceDoc(head, view.state.doc.lineAt(head).to)) ?? [];
        const insert = `${address}" %}`;
        view.dispatch({
          changes: { from, to: head + end.length, insert },
          selection: { anchor: from + insert.length },
          scrollIntoView: true,
          userEvent: 'input.complete',
        });
      },
    }));
    return options.length === 0 ? null : { from: typed.from, options, filter: false };
  };

type CompletionOptions = Pick<TextFieldOptions, 'links' | 'onAsk' | 'hasReusable'>;

/**
 * The one source of all completions. Each key filters the open list at once: a list that waits for a pause or
 * for another source ignores Enter, and a fast typist would get a new line instead of the selected entry.
 */
function completeAll(options: CompletionOptions) {
  const { links, hasReusable } = options;
  const blocks = findBlocks(options);
  const targets = findLinks(links);
  const includes = findIncludes(links);
  const search = filterAtOnce(
    (context) =>
      blocks(context) ?? (hasReusable() ? includes(context) : null) ?? findSigns(context) ?? targets(context),
  );
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const result = search(context);
    if (result) return result;
    const included = hasReusable() ? typedInclude(context) : null;
    const typed = included ?? typedLink(context);
    if (!typed) return (await loadSigns(context)) ? search(context) : null;
    await (included ? links.findReusable(typed.query) : links.find(typed.query)).more;
    return context.aborted ? null : search(context);
  };
}

/** Writes what was typed from `from` on as a link, or as the address of one. */
function insertTarget(view: EditorView, target: LinkTarget, from: number, isWhole: boolean): void {
  const { head } = view.state.selection.main;
  const after = view.state.sliceDoc(head, head + 2);
  const insert = isWhole ? linkTo(target.address, target.label) : `${target.address})`;
  const to = head + (isWhole ? (after === ']]' ? 2 : 0) : after.startsWith(')') ? 1 : 0);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
}

/** Escape closes a list; while one is only looked for, as after each letter, it does what it does without one. */
const completionKeys = completionKeymap.map((binding) =>
  binding.key === 'Escape'
    ? {
        ...binding,
        run(view: EditorView) {
          const isOpen = completionStatus(view.state) === 'active';
          return closeCompletion(view) && isOpen;
        },
      }
    : binding,
);

const completeWith = (complete: CompletionSource): Extension => [
  autocompletion({
    override: [complete],
    addToOptions: [
      {
        position: 30,
        render(option) {
          const draw = signDrawings.get(option);
          if (!draw) return null;
          const sign = document.createElement('span');
          sign.className = 'cm-completion-sign';
          sign.ariaHidden = 'true';
          sign.append(draw());
          return sign;
        },
      },
    ],
    icons: false,
    defaultKeymap: false,
    // Lists open only after signs that request one, so an entry that has just appeared is not accepted by
    // mistake.
    interactionDelay: 0,
  }),
  Prec.highest(keymap.of(completionKeys)),
];

export const completion = (options: CompletionOptions): Extension => completeWith(completeAll(options));

const searchSigns = filterAtOnce(findSigns);

/** Emoji and icons alone, in the cells of tables. */
export const signCompletion: Extension = completeWith(
  async (context) => searchSigns(context) ?? ((await loadSigns(context)) ? searchSigns(context) : null),
);
