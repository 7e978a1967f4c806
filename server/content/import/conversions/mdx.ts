import { readStaticExpression, UNREADABLE } from '../trees/static-data.ts';
import type { Tell } from './admonitions.ts';
import { COMPONENTS, type Component } from './components.ts';
import { dedent, escapeHtml, indent, trimLines } from './hint.ts';
import { type MdxToken, type MdxValue, tokenizeMdx } from './mdx-tokens.ts';

export interface MdxContext {
  tell: Tell;
  /** The converted text of an imported file; undefined if it is none. */
  readPartial: (specifier: string) => string | undefined;
}

/** Components nest no deeper in documentation; deeper ones are text. */
const MAX_DEPTH = 60;

/** The picture of the light theme beside that of the dark one. */
const IMAGE_PAIR =
  /<img\b(?=[^<>]*\ssrc=")(?=[^<>]*\sclass="[^"]*\bdark:hidden\b)[^<>]*>\s*<img\b(?=[^<>]*\ssrc=")(?=[^<>]*\sclass="[^"]*\bhidden dark:block\b)[^<>]*>/g;

interface Frame {
  name: string;
  attributes: Map<string, MdxValue>;
  line: number;
  parts: string[];
}

/** Converts the components, modules and expressions of MDX. */
export function convertMdx(text: string, context: MdxContext): string {
  if (!/<[A-Za-z>]|\{|^(?:import|export)\s/m.test(text)) return text;
  return new MdxConverter(context).convert(tokenizeMdx(text)).replaceAll(IMAGE_PAIR, (pair) => {
    const [light = '', dark = ''] = [...pair.matchAll(/\bsrc="([^"]*)"/g)].map(([, src = '']) => src);
    const alt = /\balt="([^"]*)"/.exec(pair)?.[1] ?? '';
    return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${light}" alt="${alt}"></picture>`;
  });
}

class MdxConverter {
  readonly #context: MdxContext;
  /** What imports name: paths of files. */
  readonly #imports = new Map<string, unknown>();
  readonly #stack: Frame[] = [{ name: '', attributes: new Map(), line: 0, parts: [] }];

  constructor(context: MdxContext) {
    this.#context = context;
  }

  convert(tokens: readonly MdxToken[]): string {
    for (const token of tokens) this.#add(token);
    while (this.#stack.length > 1) this.#close();
    return this.#top.parts.join('');
  }

  get #top(): Frame {
    const top = this.#stack.at(-1);
    if (!top) throw new Error('The stack of components is empty.');
    return top;
  }

  #add(token: MdxToken): void {
    switch (token.type) {
      case 'text':
        this.#top.parts.push(token.text);
        return;
      case 'module':
        this.#readModule(token.source, token.line);
        return;
      case 'expression':
        this.#addExpression(token);
        return;
      case 'close': {
        const at = this.#stack.findLastIndex(({ name }, index) => index > 0 && name === token.name);
        if (at === -1) {
          if (!isComponent(token.name)) this.#top.parts.push(token.raw);
          return;
        }
        while (this.#stack.length > at) this.#close();
        return;
      }
      case 'open':
        this.#open(token);
    }
  }

  #open(token: MdxToken & { type: 'open' }): void {
    if (!isComponent(token.name)) {
      this.#top.parts.push(this.#writeElement(token));
      return;
    }
    if (this.#stack.length > MAX_DEPTH) return;
    this.#stack.push({ name: token.name, attributes: token.attributes, line: token.line, parts: [] });
    if (token.isEmpty) this.#close();
  }

  /** Writes the innermost open component into the one around it. */
  #close(): void {
    const frame = this.#stack.pop();
    if (!frame) return;
    const parent = this.#top;
    const content = dedent(frame.parts.join(''));
    const partial = content.trim() === '' ? this.#partialOf(frame.name) : undefined;
    const render = Object.hasOwn(COMPONENTS, frame.name) ? COMPONENTS[frame.name] : undefined;
    if (partial !== undefined) {
      this.#context.tell(frame.line, `The imported text <${frame.name}> is part of the page.`);
      this.#pushBlock(trimLines(partial));
    } else if (render) {
      const rendered = render(this.#componentOf(frame, parent, content));
      this.#context.tell(frame.line, `The component <${frame.name}> is written with this server's blocks.`);
      if ('inline' in rendered) parent.parts.push(rendered.inline);
      else this.#pushBlock(rendered.block);
    } else if (frame.name === '') parent.parts.push(content);
    else {
      const isEmpty = content.trim() === '';
      const rest = isEmpty ? 'it is left out' : 'its text is kept';
      const message = `The component <${frame.name}> has no counterpart: ${rest}.`;
      this.#context.tell(frame.line, message, isEmpty ? 'left-out' : 'changed');
      if (content.includes('\n')) this.#pushBlock(trimLines(content));
      else parent.parts.push(content.trim());
    }
  }

  /** A block begins on its own line, with the indentation of its tag. */
  #pushBlock(text: string): void {
    const { parts } = this.#top;
    const before = lastLine(parts);
    const isAlone = before.trim() === '';
    if (!isAlone) parts.push('\n\n');
    parts.push(indent(text, isAlone ? before : ''), '\n');
  }

  #componentOf(frame: Frame, parent: Frame, content: string): Component {
    const value = (name: string) => this.#valueOf(frame.attributes.get(name));
    return {
      name: frame.name,
      content,
      value,
      attribute: (name) => {
        const read = value(name);
        return typeof read === 'string' || typeof read === 'number' ? String(read) : undefined;
      },
      parent: parent.name === '' ? undefined : parent.name,
      parentValue: (name) => this.#valueOf(parent.attributes.get(name)),
    };
  }

  #valueOf(value: MdxValue | undefined): unknown {
    if (value === undefined || typeof value !== 'object') return value;
    const read = readStaticExpression(value.expression, this.#imports);
    return read === UNREADABLE ? undefined : read;
  }

  #partialOf(name: string): string | undefined {
    const specifier = this.#imports.get(name);
    return typeof specifier === 'string' && /\.mdx?$/i.test(specifier)
      ? this.#context.readPartial(specifier)
      : undefined;
  }

  #readModule(source: string, line: number): void {
    const imports =
      /\bimport\s+(?:(\w+)\s*,?\s*)?(?:\{([^{}]*)\}\s*)?(?:\*\s+as\s+\w+\s*)?from\s*['"]([^'"\n]+)['"]/g;
    for (const [, name, names = '', specifier = ''] of source.replaceAll('\\_', '_').matchAll(imports)) {
      if (name !== undefined) this.#imports.set(name, specifier);
      for (const imported of names.split(',')) {
        const local =
          imported
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '';
        if (local !== '' && /\.(?:mdx?|png|jpe?g|gif|svg|webp)$/i.test(specifier))
          this.#imports.set(local, specifier);
      }
    }
    this.#context.tell(line, 'Imports and exports are left out.');
  }

  #addExpression({ source, raw, line }: MdxToken & { type: 'expression' }): void {
    const trimmed = source.trim();
    if (/^\/\*[\s\S]*\*\/$/.test(trimmed) || trimmed === '') {
      this.#context.tell(line, 'A comment is left out.');
      return;
    }
    const value = readStaticExpression(trimmed, this.#imports);
    if (typeof value === 'string' || typeof value === 'number') this.#top.parts.push(String(value));
    else if (/^[\w .|:-]*$/.test(trimmed) && !/^(?:props|frontMatter|\w+\.\w)/.test(trimmed))
      this.#top.parts.push(raw);
    else this.#context.tell(line, 'An expression that needs a program is left out.', 'left-out');
  }

  /** An element of HTML with attributes that are no expressions. */
  #writeElement({ name, attributes, isEmpty, raw }: MdxToken & { type: 'open' }): string {
    const needsWriting = [...attributes].some(
      ([key, value]) => typeof value === 'object' || key === 'className',
    );
    const src = attributes.get('src');
    if (name === 'iframe' && typeof src === 'string' && /^https?:/.test(src))
      return `\n\n{% embed url="${escapeHtml(src)}" %}\n\n`;
    if (!needsWriting) return raw;
    const written = [...attributes].flatMap(([key, value]) => {
      if (key === 'style' || /^on[A-Z]/.test(key)) return [];
      const read = this.#valueOf(value);
      const named = key === 'className' ? 'class' : key;
      if (read === true) return [named];
      return typeof read === 'string' || typeof read === 'number'
        ? [`${named}="${escapeHtml(String(read))}"`]
        : [];
    });
    return `<${[name, ...written].join(' ')}${isEmpty ? ' /' : ''}>`;
  }
}

function isComponent(name: string): boolean {
  return name === '' || /^[A-Z]|\./.test(name);
}

/** The text since the last line break. */
function lastLine(parts: readonly string[]): string {
  let line = '';
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    const end = part.lastIndexOf('\n');
    line = part.slice(end + 1) + line;
    if (end !== -1 || line.length > 200) break;
  }
  return line;
}
