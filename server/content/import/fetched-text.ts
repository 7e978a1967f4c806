import type { Fetched } from '#server/fetching/guarded-fetch.ts';

/** The text of an answer in the encoding that it names, or that an HTML page names at its beginning; else UTF-8. */
export function textOfFetched({ body, charset }: Pick<Fetched, 'body' | 'charset'>): string {
  const start = body.toString('latin1', 0, 1024);
  const named = charset === '' ? (/<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8') : charset;
  return decoderFor(named).decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
