/** HTML in which all outside input is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** The input of `html`: markup as is, text escaped, lists concatenated, nothing for `false`. */
export type Renderable = Markup | string | number | false | undefined | readonly Renderable[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function render(part: Renderable): string {
  if (part instanceof Markup) return part.text;
  if (part === false || part === undefined) return '';
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** Template tag that creates markup; parts are escaped unless they are markup. */
export function html(literals: TemplateStringsArray, ...parts: Renderable[]): Markup {
  return new Markup(literals.map((literal, index) => literal + render(parts[index])).join(''));
}

function inline(text: string): Renderable[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`;
    return piece;
  });
}

/** Renders the markdown that the contract's descriptions use: paragraphs, lists, `**bold**` and code. */
export function renderMarkdown(markdown: string): Renderable {
  return markdown.split(/\n{2,}/).map((block) => {
    if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
    const items = block.slice(2).split(/\n- /);
    return html`<ul>
      ${items.map((item) => html`<li>${inline(item)}</li>`)}
    </ul>`;
  });
}

/** A block of code that scrolls by keyboard too. */
export function codeBlock(label: string, code: string): Markup {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
}

const abbreviations = new Map([
  ['api', 'API'],
  ['oidc', 'OIDC'],
  ['saml', 'SAML'],
]);

/** The heading for a tag: `team-members` becomes "Team members", and `sign-in` stays one word. */
export function toTitle(tag: string): string {
  const title = tag
    .split(/(?<!sign)-/)
    .map((word) => abbreviations.get(word) ?? word)
    .join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
