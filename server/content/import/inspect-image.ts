/** The type of an image; its size in pixels if known. */
export interface ImageInfo {
  contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  /** The file extension. */
  extension: string;
  width: number | null;
  height: number | null;
}

/** Detects the image type from the bytes; undefined for everything else. */
export function inspectImage(content: Uint8Array): ImageInfo | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
  if (startsWith('89504e470d0a1a0a') && bytes.length >= 24)
    return {
      contentType: 'image/png',
      extension: 'png',
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
    };
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) && bytes.length >= 10)
    return {
      contentType: 'image/gif',
      extension: 'gif',
      width: bytes.readUInt16LE(6),
      height: bytes.readUInt16LE(8),
    };
  if (startsWith('ffd8ff')) return { contentType: 'image/jpeg', extension: 'jpg', ...sizeOfJpeg(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { contentType: 'image/webp', extension: 'webp', ...sizeOfWebp(bytes) };
  const text = bytes.toString('utf8', 0, 4096);
  if (SVG_START.test(text)) return { contentType: 'image/svg+xml', extension: 'svg', ...sizeOfSvg(text) };
  return undefined;
}

/** A comment cannot contain its own end, so the pattern is unambiguous and runs in linear time. */
const SVG_START = /^\s*(?:(?:<\?xml[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE svg[^>]*>)\s*)*<svg[\s>]/i;

type Size = Pick<ImageInfo, 'width' | 'height'>;
const UNKNOWN_SIZE: Size = { width: null, height: null };

/** The size is in the first frame header, after any number of segments. */
function sizeOfJpeg(bytes: Buffer): Size {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return UNKNOWN_SIZE;
}

function sizeOfWebp(bytes: Buffer): Size {
  if (bytes.length < 30) return UNKNOWN_SIZE;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    default:
      return UNKNOWN_SIZE;
  }
}

function sizeOfSvg(text: string): Size {
  const [tag = ''] = /<svg[^>]*>/i.exec(text) ?? [];
  const read = (name: string) => Number(new RegExp(`\\s${name}=["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1]);
  const [, boxWidth, boxHeight] =
    /\sviewBox=["'][\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)["']/.exec(tag) ?? [];
  return {
    width: rounded(read('width') || Number(boxWidth)),
    height: rounded(read('height') || Number(boxHeight)),
  };
}

function rounded(size: number): number | null {
  return Number.isFinite(size) && size >= 1 ? Math.round(size) : null;
}
