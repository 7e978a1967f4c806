/** The page of the same nodes: captured from the console, built and served. */
import react from '@vitejs/plugin-react';
import type { Browser } from 'playwright';
import type { Plugin } from 'vite';
import { untilQuiet } from '../../e2e/support/quiet.ts';
import { openPage, type Screen, type ScreenName, type Target } from '../browser/browser.ts';
import { type BuiltSite, serveBuiltPage } from '../browser/targets.ts';
import type { BenchEnvironment } from '../environment.ts';

/** A captured screen; `requests` were answered before its rows were visible. */
interface Capture {
  path: string;
  markup: Markup;
  firstRows: number;
  requests: string[];
}

/** Captures the screens of `console`, builds the page of the same nodes and serves it. */
export async function serveSameNodes(
  browser: Browser,
  console: Target,
  environment: BenchEnvironment,
): Promise<BuiltSite> {
  const names: ScreenName[] = ['members', 'teams', 'sites', 'structure'];
  const captures: Capture[] = [];
  for (const name of names) captures.push(await captureScreen(browser, console, console.screens[name]));
  return await serveBuiltPage('same-nodes', environment, [
    react(),
    virtualModules(describeModules(captures)),
  ]);
}

async function captureScreen(browser: Browser, target: Target, screen: Screen): Promise<Capture> {
  const { page, close } = await openPage(browser, target, false, screen);
  const requests: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/v1/')) requests.push(pathname + search);
  });
  await page.goto(target.origin + screen.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.benchProbe.rowsVisible > 0, undefined, { timeout: 60_000 });
  const answered = [...requests];
  await untilQuiet(page);
  await page.waitForTimeout(1000);
  const firstRows = await page.evaluate(() => window.benchProbe.firstRows);
  const markup = await page.evaluate(captureMarkup, { row: '[data-row]' });
  await close();
  return { path: screen.path, markup, firstRows, requests: answered };
}

/** The modules by their names. Only what some of the screens ask for belongs to a screen. */
function describeModules(captures: Capture[]): Map<string, string> {
  const [first] = captures;
  if (first === undefined) throw new Error('There is no screen to capture.');
  const modules = new Map([
    ['virtual:frame', `import 'virtual:console.css';\n${frameModule(first.markup)}`],
    ['virtual:console.css', captures.map(({ markup }) => markup.css).join('\n')],
  ]);
  const entries = captures.map(({ path, markup, firstRows, requests }, index) => {
    const missingUrls = requests.filter((url) => !captures.every((other) => other.requests.includes(url)));
    const code = [
      screenModule(markup),
      `export const firstRows = ${firstRows};`,
      `export const requests = ${JSON.stringify(missingUrls)};`,
      `export const isTree = ${path.endsWith('/structure')};`,
    ];
    modules.set(`virtual:screen-${index}`, code.join('\n'));
    return `{ path: ${JSON.stringify(path)}, load: () => import('virtual:screen-${index}') }`;
  });
  return modules.set('virtual:screens', `export const screens = [${entries.join(', ')}];`);
}

/** Serves modules from memory to the build. */
const virtualModules = (modules: Map<string, string>): Plugin => ({
  name: 'captured-screens',
  resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
  load: (id) => modules.get(id.replace('\0', '')),
});

/** An element; `rows` in place of a child stands for the rows of the screen, `main` for the element of that name. */
interface MarkupElement {
  tag: string;
  attributes: Record<string, string>;
  children: MarkupNode[];
}
type MarkupNode = MarkupElement | string | { place: 'rows' | 'main' };

/** A captured screen: what `main` contains, its rows, and what is around it. */
interface Markup {
  frame: MarkupElement;
  main: MarkupElement;
  rows: MarkupElement[];
  /** The texts of all style sheets. */
  css: string;
}

/** Runs inside the page: the elements of `#root`, without handlers and contents of fields. */
async function captureMarkup({ row }: { row: string }): Promise<Markup> {
  const rows: MarkupElement[] = [];
  const isMain = (element: Element): boolean => element.id === 'main';
  const read = (element: Element): MarkupElement => {
    const children: MarkupNode[] = [];
    let hasRows = false;
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        children.push(child.data);
      } else if (child instanceof Element && isMain(child)) {
        children.push({ place: 'main' });
      } else if (child instanceof Element && child.matches(row)) {
        rows.push(read(child));
        if (!hasRows) children.push({ place: 'rows' });
        hasRows = true;
      } else if (child instanceof Element) {
        children.push(read(child));
      }
    }
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    return { tag: element.localName, attributes, children };
  };
  const [root, main] = [document.querySelector('#root'), document.querySelector('#main')];
  if (root === null || main === null) throw new Error('This is no page of the console.');
  const sheets = [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href]));
  const texts = await Promise.all(sheets.map(async (href) => (await fetch(href)).text()));
  return { frame: read(root), main: read(main), rows, css: texts.join('\n') };
}

/** Attributes that React names otherwise; those with other values are left out. */
const renamed: Record<string, string> = {
  class: 'className',
  tabindex: 'tabIndex',
  readonly: 'readOnly',
  for: 'htmlFor',
};
const leftOut = new Set(['value', 'checked', 'autofocus']);
const booleans = new Set(['readonly', 'disabled', 'hidden', 'inert', 'open', 'required', 'multiple']);

/** The same in all rows of one form; other attributes belong to one row. */
const isShared = (name: string): boolean =>
  ['class', 'type', 'role', 'tabindex', 'style', 'readonly', 'xmlns'].includes(name) ||
  /^(width|height|viewBox|fill|stroke.*|d|x|y|r[xy]?|c[xy]|x[12]|y[12]|points|aria-h.*|aria-expanded)$/.test(
    name,
  );

/** Collects the texts of one row; what it adds stands in the code instead of the text. */
type Slots = string[] | undefined;

/** An expression that makes the element; `h` makes one, `s` has the texts of a row. */
function elementCode(node: MarkupNode, slots?: Slots, extra = ''): string {
  const literal = (text: string, isOwn: boolean): string => {
    if (slots === undefined || !isOwn) return JSON.stringify(text);
    slots.push(text);
    return `s[${slots.length - 1}]`;
  };
  if (typeof node === 'string') return literal(node, true);
  if ('place' in node) return node.place;
  const attributes = Object.entries(node.attributes).flatMap(([name, value]) => {
    if (leftOut.has(name)) return [];
    if (name === 'style') return [`style: ${styleCode(value)}`];
    const code = booleans.has(name) && value === '' ? 'true' : literal(value, !isShared(name));
    return [`${JSON.stringify(renamed[name] ?? name)}: ${code}`];
  });
  const props = `{ ${[...attributes, ...(extra === '' ? [] : [extra])].join(', ')} }`;
  const children = node.children.map((child) => elementCode(child, slots));
  return `h(${[JSON.stringify(node.tag), props, ...children].join(', ')})`;
}

/** React takes styles as an object; custom properties keep their names. */
function styleCode(style: string): string {
  const members = style.split(';').flatMap((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    const key = name.trim().startsWith('--') ? name.trim() : camelCase(name.trim());
    return key === '' ? [] : [[key, value.join(':').trim()]];
  });
  return JSON.stringify(Object.fromEntries(members));
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A module of one screen: `main(rows)` makes what `main` contains, `forms` one function per form of a row, and `rows`
 * has the form and the texts of each.
 */
function screenModule({ main, rows }: Markup): string {
  const forms = new Map<string, number>();
  const texts = rows.map((row) => {
    const slots: string[] = [];
    const code = elementCode(row, slots, 'key, ...more');
    const form = forms.get(code) ?? forms.size;
    forms.set(code, form);
    return [form, slots];
  });
  return [
    "import { createElement as h } from 'react';",
    `export const main = (rows) => ${elementCode(main)};`,
    `export const forms = [${[...forms.keys()].map((code) => `(s, key, more) => ${code}`).join(',\n')}];`,
    `export const rows = ${JSON.stringify(texts)};`,
  ].join('\n');
}

/** The module of what is around the screens. */
const frameModule = ({ frame }: Markup): string =>
  [
    "import { createElement as h } from 'react';",
    `export const frame = (main) => ${elementCode(frame)};`,
  ].join('\n');
