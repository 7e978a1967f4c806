const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that neither HTML nor the database can store: NUL and halves of surrogate pairs. */
const BROKEN = /[\0\p{Cs}]/gu;

/** Escapes a plain text for the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(BROKEN, '\ufffd')
    .replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}

/** The same for a text with character references, which stay: Markdown and HTML contain them. */
export function escapeText(text: string): string {
  return text
    .replace(BROKEN, '\ufffd')
    .replace(/&(?!(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});)|[<>"']/g, (character) => {
      return REFERENCES[character] ?? character;
    });
}
