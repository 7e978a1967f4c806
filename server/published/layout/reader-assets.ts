import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

declare module 'fastify' {
  interface FastifyInstance {
    readerAssets: ReaderAssets;
  }
}

/** A file of the reader. Its name changes with its content, so that browsers may keep it for ever. */
export interface ReaderAsset {
  /** Such as `reader-3f9c0a1b2c3d.css`. */
  name: string;
  /** Content type with charset. */
  type: string;
  body: Buffer;
  /** The body compressed. */
  brotli: Buffer;
  gzip: Buffer;
}

/** Sites have few looks; what is left out is made again. */
const MAX_STYLES = 200;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** The built script and style sheet of published sites. Without a build there are none, and pages do without. */
export class ReaderAssets {
  /** The script of all sites. */
  readonly script: ReaderAsset | undefined;
  /** The script of pages that are previewed while they are written. */
  readonly writingScript: ReaderAsset | undefined;
  /** The style sheets that pages with an API reference, with blocks, or with both have beside the other. */
  readonly referenceStyle: ReaderAsset | undefined;
  readonly blocksStyle: ReaderAsset | undefined;
  readonly referenceBlocksStyle: ReaderAsset | undefined;
  readonly #style: string | undefined;
  readonly #styles = new Map<string, ReaderAsset>();

  /** `directory`: `dist/reader`, with `reader.js`, `writing.js`, `reader.css`, `reference.css` and `blocks.css`. */
  constructor(directory: string | undefined) {
    const script = readFrom(directory, 'reader.js');
    const writing = readFrom(directory, 'writing.js');
    const reference = readFrom(directory, 'reference.css');
    const blocks = readFrom(directory, 'blocks.css');
    this.script = script === undefined ? undefined : toAsset('js', SCRIPT_TYPE, script);
    this.writingScript = writing === undefined ? undefined : toAsset('js', SCRIPT_TYPE, writing);
    this.referenceStyle = reference === undefined ? undefined : toAsset('css', STYLE_TYPE, reference);
    this.blocksStyle = blocks === undefined ? undefined : toAsset('css', STYLE_TYPE, blocks);
    this.referenceBlocksStyle =
      reference === undefined || blocks === undefined
        ? undefined
        : toAsset('css', STYLE_TYPE, reference + blocks);
    this.#style = readFrom(directory, 'reader.css');
  }

  /** The style sheet with the look of a site (`lookCss`) after it. */
  style(look: string): ReaderAsset | undefined {
    if (this.#style === undefined) return undefined;
    const cachedStyle = this.#styles.get(look);
    if (cachedStyle) return cachedStyle;
    const asset = toAsset('css', STYLE_TYPE, this.#style + look);
    const [oldest] = this.#styles.keys();
    if (this.#styles.size >= MAX_STYLES && oldest !== undefined) this.#styles.delete(oldest);
    this.#styles.set(look, asset);
    return asset;
  }

  /** The file of a name, for a site with this look; undefined for a name of another release or another look. */
  find(name: string, look: string): ReaderAsset | undefined {
    const { script, writingScript, referenceStyle, blocksStyle, referenceBlocksStyle } = this;
    const more = [referenceStyle, blocksStyle, referenceBlocksStyle];
    const assets = [script, writingScript, ...more, this.style(look)];
    return assets.find((asset) => asset?.name === name);
  }
}

function readFrom(directory: string | undefined, file: string): string | undefined {
  const path = directory === undefined ? undefined : join(directory, file);
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

const HASH_LENGTH = 12;

function toAsset(suffix: string, type: string, text: string): ReaderAsset {
  const body = Buffer.from(text);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  return {
    name: `reader-${hash}.${suffix}`,
    type,
    body,
    brotli: brotliCompressSync(body),
    gzip: gzipSync(body),
  };
}
