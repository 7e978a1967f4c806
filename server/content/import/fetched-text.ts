/** Bytes that were fetched, with the encoding that the server named; empty where it named none. */
export interface FetchedText {
  body: Uint8Array;
  charset: string;
}

/** The text of an answer in the encoding that it names, or that an HTML page names at its beginning; else UTF-8. */
export function decodeFetchedText({ body, charset }: FetchedText): string {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1024)).toString('latin1');
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
