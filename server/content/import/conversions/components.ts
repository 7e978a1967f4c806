import { marked } from 'marked';
import { slugOf } from '#api/slug.ts';
import {
  dedent,
  escapeAttribute,
  escapeHtml,
  isHintType,
  trimLines,
  writeDetails,
  writeHint,
  writeTab,
  writeTabs,
} from './hint.ts';

/** A component with its attributes as data and its text converted. */
export interface Component {
  name: string;
  attribute: (name: string) => string | undefined;
  value: (name: string) => unknown;
  /** Without the indentation of its lines. */
  content: string;
  /** The name of the component around it. */
  parent: string | undefined;
  parentValue: (name: string) => unknown;
}

/** What becomes of a component: a block, or a text in its line. */
export type Rendered = { block: string } | { inline: string };

type Render = (component: Component) => Rendered;

const block = (text: string): Rendered => ({ block: text });
const inline = (text: string): Rendered => ({ inline: text });
const asContent: Render = ({ content }) => block(trimLines(content));
const asNothing: Render = () => inline('');

/** How the components of Docusaurus, Starlight and Mintlify are written here, by their names. */
export const COMPONENTS: Readonly<Record<string, Render>> = {
  ...Object.fromEntries(
    [
      'Note',
      'Info',
      'Tip',
      'Warning',
      'Danger',
      'Caution',
      'Check',
      'Important',
      'Callout',
      'Error',
      'Success',
    ].map((name) => [
      name,
      ({ attribute, content }: Component) =>
        block(writeHint(hintType(attribute('type'), name), attribute('title'), content)),
    ]),
  ),
  Aside: ({ attribute, content }) =>
    block(writeHint(attribute('type') ?? 'note', attribute('title'), content)),
  Admonition: ({ attribute, content }) =>
    block(writeHint(attribute('type') ?? 'note', attribute('title'), content)),
  Tabs: ({ content }) => block(`{% tabs %}\n${trimLines(content)}\n{% endtabs %}`),
  TabItem: tabItem,
  Tab: tabItem,
  CodeGroup: ({ content }) => block(writeCodeGroup(content)),
  Steps: ({ content }) => block(writeSteps(content)),
  Step: ({ attribute, content }) => {
    const title = attribute('title');
    const heading = title === undefined ? '' : `### ${title}\n\n`;
    return block(`{% step %}\n${heading}${trimLines(content)}\n{% endstep %}`);
  },
  Accordion: ({ attribute, content, value }) =>
    block(writeDetails(attribute('title') ?? 'Details', content, value('defaultOpen') === true)),
  Expandable: ({ attribute, content, value }) =>
    block(writeDetails(attribute('title') ?? 'Details', content, value('defaultOpen') === true)),
  Details: ({ attribute, content }) =>
    block(writeDetails(attribute('summary') ?? attribute('title') ?? 'Details', content)),
  AccordionGroup: asContent,
  Card: writeCard,
  LinkCard: writeCard,
  CardGroup: writeCards,
  CardGrid: writeCards,
  Columns: ({ content, ...rest }) =>
    content.includes(CARD) ? writeCards({ content, ...rest }) : block(trimLines(content)),
  LinkButton: writeButton,
  Button: writeButton,
  Frame: ({ attribute, content }) => block(writeFrame(content, attribute('caption'))),
  FileTree: asContent,
  Tree: asContent,
  'Tree.Folder': ({ attribute, content }) =>
    block(`- ${attribute('name') ?? ''}/\n${indented(trimLines(content))}`.trimEnd()),
  'Tree.File': ({ attribute }) => block(`- ${attribute('name') ?? ''}`),
  Badge: ({ attribute, content }) => inline(`**${(attribute('text') ?? content).trim()}**`),
  Icon: asNothing,
  Tooltip: ({ attribute, content }) => {
    const tip = attribute('tip');
    return inline(tip === undefined ? content.trim() : `${content.trim()} (${tip})`);
  },
  ParamField: writeField,
  ResponseField: writeField,
  Update: ({ attribute, content }) =>
    block(
      [`## ${attribute('label') ?? ''}`, attribute('description') ?? '', trimLines(content)]
        .filter((part) => part.trim() !== '')
        .join('\n\n'),
    ),
  Prompt: ({ attribute, content }) =>
    block(
      `{% prompt description="${escapeAttribute(attribute('description') ?? '')}" %}\n${trimLines(content)}\n{% endprompt %}`,
    ),
  Visibility: (component) => (component.attribute('for') === 'agents' ? inline('') : asContent(component)),
  Latex: ({ content }) => inline(`$$${content.trim()}$$`),
  Code: writeCode,
  CodeBlock: writeCode,
  LiteYouTubeEmbed: writeVideo,
  YouTube: writeVideo,
  ThemedImage: writeThemedImage,
  Image: ({ attribute }) => inline(writeImage(attribute('src'), attribute('alt'))),
  Fragment: asContent,
  BrowserOnly: asNothing,
  DocCardList: asNothing,
  TOCInline: asNothing,
  ...Object.fromEntries(
    ['Column', 'Panel', 'RequestExample', 'ResponseExample', 'APITable', 'Snippet', 'Head'].map((name) => [
      name,
      asContent,
    ]),
  ),
};

function hintType(type: string | undefined, name: string): string {
  return type !== undefined && isHintType(type) ? type : name;
}

function tabItem({ attribute, value, content, parentValue }: Component): Rendered {
  const values = parentValue('values');
  const key = attribute('value');
  const labelled = Array.isArray(values)
    ? values.find(
        (entry: unknown) =>
          typeof entry === 'object' && entry !== null && Reflect.get(entry, 'value') === key,
      )
    : undefined;
  const label: unknown = labelled === undefined ? undefined : Reflect.get(Object(labelled), 'label');
  const title =
    attribute('label') ??
    (typeof label === 'string' ? label : undefined) ??
    attribute('title') ??
    key ??
    String(value('name') ?? 'Tab');
  return block(writeTab(title, content));
}

const FENCED = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\n]*)\n([\s\S]*?)^[ \t]*\2[`~]*[ \t]*$/gm;

/** A tab for each block of code; the title is behind the language. */
function writeCodeGroup(content: string): string {
  const tabs = [...content.matchAll(FENCED)].map(([, , fence = '```', info = '', code = ''], index) => {
    const [language = '', ...rest] = info.trim().split(/\s+/);
    const written = rest.join(' ');
    const title =
      /\btitle=["']([^"']*)["']/.exec(written)?.[1] ??
      written
        .replaceAll(/\{[^{}]*\}|\b[\w-]+=(?:"[^"]*"|'[^']*'|\S+)|\b(?:lines|wrap|expandable)\b/g, '')
        .trim();
    const name = title === '' ? language || `Code ${index + 1}` : title;
    return writeTab(name, `${fence}${language}\n${dedent(code).trimEnd()}\n${fence}`);
  });
  return tabs.length === 0 ? trimLines(content) : writeTabs(tabs);
}

/** Steps that are written as a numbered list. */
function writeSteps(content: string): string {
  if (content.includes('{% step %}')) return `{% stepper %}\n${trimLines(content)}\n{% endstepper %}`;
  const steps: string[][] = [];
  const before: string[] = [];
  for (const line of content.split('\n')) {
    const [marker] = /^\d{1,9}[.)][ \t]+/.exec(line) ?? [];
    if (marker !== undefined) steps.push([line.slice(marker.length)]);
    else (steps.at(-1) ?? before).push(line);
  }
  if (steps.length === 0) return trimLines(content);
  const written = steps.map(
    ([first = '', ...rest]) =>
      `{% step %}\n${trimLines(`${first}\n${dedent(`\n${rest.join('\n')}`).slice(1)}`)}\n{% endstep %}`,
  );
  return `${trimLines(before.join('\n'))}\n\n{% stepper %}\n${written.join('\n\n')}\n{% endstepper %}`.trimStart();
}

/** Marks rows of a table of cards until the group around them is written. */
const CARD = '<tr data-card>';
const CARD_GROUPS = new Set(['CardGroup', 'CardGrid', 'Columns', 'Cards']);

function writeCard(component: Component): Rendered {
  const { attribute, content, parent, name } = component;
  const title = attribute('title') ?? attribute('label') ?? '';
  const text = name === 'LinkCard' ? (attribute('description') ?? '') : content;
  const href = attribute('href') ?? '';
  const cover = attribute('img') ?? '';
  const html = marked
    .parse(text.trim(), { async: false })
    .trim()
    .replaceAll(/\n+/g, ' ')
    .replace(/^<p>((?:(?!<p>).)*)<\/p>$/, '$1');
  const link = (target: string) =>
    target === '' ? '' : `<a href="${escapeHtml(target)}">${escapeHtml(target)}</a>`;
  const row = `${CARD}<td><strong>${escapeHtml(title)}</strong></td><td>${html}</td><td>${link(href)}</td><td>${link(cover)}</td></tr>`;
  return block(parent !== undefined && CARD_GROUPS.has(parent) ? row : writeTable([row]));
}

function writeCards({ content }: Component): Rendered {
  const rows: string[] = [];
  const rest: string[] = [];
  for (const line of content.split('\n')) (line.trim().startsWith(CARD) ? rows : rest).push(line);
  const table = rows.length === 0 ? '' : writeTable(rows);
  return block([trimLines(rest.join('\n')), table].filter((part) => part !== '').join('\n\n'));
}

function writeTable(rows: readonly string[]): string {
  const head =
    '<thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead>';
  const body = rows.map((row) => row.trim().replace(CARD, '<tr>')).join('');
  return `<table data-view="cards">${head}<tbody>${body}</tbody></table>`;
}

function writeButton({ attribute, content }: Component): Rendered {
  const href = attribute('href') ?? attribute('to') ?? '';
  const kind = attribute('variant') === 'secondary' ? 'secondary' : 'primary';
  return inline(
    href === ''
      ? content.trim()
      : `<a href="${escapeHtml(href)}" class="button ${kind}">${content.trim()}</a>`,
  );
}

function writeFrame(content: string, caption: string | undefined): string {
  const text = trimLines(content);
  if (caption === undefined) return text;
  const [, alt = '', src] = /^!\[([^\]]*)\]\(<?([^()\s<>]+)>?\)$/.exec(text) ?? [];
  if (src === undefined && !/^<img\b[^<>]*>$/.test(text)) return `${text}\n\n*${caption}*`;
  const image = src === undefined ? text : `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}<figcaption><p>${escapeHtml(caption)}</p></figcaption></figure>`;
}

function writeField({ attribute, value, content }: Component): Rendered {
  const name =
    attribute('path') ??
    attribute('query') ??
    attribute('body') ??
    attribute('header') ??
    attribute('name') ??
    '';
  const facts = [
    attribute('type'),
    value('required') === true ? 'required' : undefined,
    value('deprecated') === true ? 'deprecated' : undefined,
    attribute('default') === undefined ? undefined : `default: \`${attribute('default')}\``,
  ].filter((fact) => fact !== undefined);
  // Links lead to fields by these names.
  const anchor = name === '' ? '' : `<a id="param-${slugOf(name)}"></a>`;
  return block(`${anchor}**\`${name}\`** ${facts.join(' · ')}`.trimEnd() + `\n\n${trimLines(content)}`);
}

function writeCode({ attribute, value, content }: Component): Rendered {
  const code = typeof value('code') === 'string' ? String(value('code')) : trimLines(content);
  const language = attribute('lang') ?? attribute('language') ?? '';
  const title = attribute('title');
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const written = `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
  return block(
    title === undefined ? written : `{% code title="${escapeAttribute(title)}" %}\n${written}\n{% endcode %}`,
  );
}

function writeVideo({ attribute }: Component): Rendered {
  const id = attribute('id') ?? attribute('videoId') ?? '';
  return id === ''
    ? inline('')
    : block(`{% embed url="https://www.youtube.com/watch?v=${escapeAttribute(id)}" %}`);
}

function writeThemedImage({ attribute, value }: Component): Rendered {
  const sources = Object(value('sources') ?? {});
  const light: unknown = Reflect.get(sources, 'light') ?? Reflect.get(sources, 'dark');
  const dark: unknown = Reflect.get(sources, 'dark');
  if (typeof light !== 'string') return inline('');
  const image = writeImage(light, attribute('alt'));
  if (typeof dark !== 'string' || dark === light) return inline(image);
  return inline(
    `<picture><source srcset="${escapeHtml(dark)}" media="(prefers-color-scheme: dark)">${image}</picture>`,
  );
}

function writeImage(src: string | undefined, alt = ''): string {
  return src === undefined ? '' : `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
}

function indented(text: string): string {
  return text === '' ? '' : text.replaceAll(/^(?=.)/gm, '  ');
}
