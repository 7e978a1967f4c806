/** Fetched bytes with the charset from the response; empty if it has none. */
export interface FetchedText {
  body: Uint8Array;
  charset: string;
}

/** Decodes a response with its charset, or the one that an HTML page declares; else as UTF-8. */
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
