import { crc32, deflateSync } from 'node:zlib';
import type { ImageSeed } from './content-schemas.ts';
import { seedRandom } from './seed-ids.ts';

/** A drawn image; sizes in pixels. */
export interface SeedImage {
  contentType: 'image/png' | 'image/svg+xml';
  width: number;
  height: number;
  data: Buffer;
}

/** Twice as many pixels as most windows show of it. */
const WIDTH = 1280;
const HEIGHT = 400;
type Color = readonly [red: number, green: number, blue: number];

const PALETTES: readonly (readonly Color[])[] = [
  [
    [232, 240, 246],
    [190, 214, 229],
    [132, 176, 203],
    [74, 128, 164],
    [33, 79, 113],
    [250, 204, 140],
  ],
  [
    [238, 243, 236],
    [200, 222, 203],
    [143, 184, 158],
    [83, 140, 119],
    [38, 86, 82],
    [247, 226, 150],
  ],
  [
    [245, 238, 234],
    [230, 204, 192],
    [204, 156, 140],
    [160, 104, 98],
    [97, 60, 68],
    [255, 214, 165],
  ],
  [
    [236, 236, 246],
    [202, 202, 232],
    [154, 156, 208],
    [102, 106, 170],
    [56, 60, 112],
    [250, 220, 170],
  ],
];

/** Draws an image of a space; deterministic. */
export function drawImage(space: string, seed: ImageSeed): SeedImage {
  if (seed.kind === 'diagram') return drawDiagram(seed.labels ?? []);
  const random = seedRandom(`${space}/${seed.name}`);
  const canvas = new Canvas(PALETTES[Math.floor(random() * PALETTES.length)] ?? []);
  if (seed.kind === 'cover') paintSea(canvas, random);
  else paintChart(canvas, random);
  const data = encodePng(canvas.pixels, canvas.palette);
  return { contentType: 'image/png', width: WIDTH, height: HEIGHT, data };
}

/** Shades between two colors: enough for edges that look smooth. */
const SHADES = 15;

/** Pixels as indexes of a palette, to which the shades of edges are added. */
class Canvas {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT);
  readonly palette: Color[];
  readonly #shades = new Map<string, number>();

  constructor(colors: readonly Color[]) {
    this.palette = [...colors];
  }

  /** Covers a part (0 to 1) of a pixel with a color. */
  cover(x: number, y: number, color: number, part: number): void {
    const at = y * WIDTH + x;
    const shade = Math.round(Math.min(Math.max(part, 0), 1) * SHADES);
    if (shade === SHADES) this.pixels[at] = color;
    else if (shade > 0) this.pixels[at] = this.#shade(this.pixels[at] ?? 0, color, shade);
  }

  #shade(from: number, to: number, shade: number): number {
    const key = `${from} ${to} ${shade}`;
    const cachedShade = this.#shades.get(key);
    if (cachedShade !== undefined) return cachedShade;
    // A palette has 256 colors.
    if (this.palette.length === 256) return 2 * shade < SHADES ? from : to;
    const mix = (channel: 0 | 1 | 2): number => {
      const start = this.palette[from]?.[channel] ?? 0;
      return Math.round(start + (((this.palette[to]?.[channel] ?? 0) - start) * shade) / SHADES);
    };
    const added = this.palette.push([mix(0), mix(1), mix(2)]) - 1;
    this.#shades.set(key, added);
    return added;
  }
}

/** Four rows of waves under a low sun. */
function paintSea(canvas: Canvas, random: () => number): void {
  const sun = { x: 160 + random() * 960, y: 80 + random() * 80, radius: 48 };
  for (let y = Math.floor(sun.y - sun.radius) - 1; y <= sun.y + sun.radius + 1; y += 1) {
    for (let x = Math.floor(sun.x - sun.radius) - 1; x <= sun.x + sun.radius + 1; x += 1)
      canvas.cover(x, y, 5, sun.radius + 0.5 - Math.hypot(x - sun.x, y - sun.y));
  }
  for (let depth = 1; depth <= 4; depth += 1) {
    const height = 12 + random() * 20;
    const length = 120 + random() * 180;
    const phase = random() * Math.PI * 2;
    for (let x = 0; x < WIDTH; x += 1) {
      const crest = 120 + depth * 52 + height * Math.sin(x / length + phase);
      for (let y = Math.floor(crest); y < HEIGHT; y += 1) canvas.cover(x, y, depth, y + 1 - crest);
    }
  }
}

/** A line chart over a grid. */
function paintChart(canvas: Canvas, random: () => number): void {
  const [left, right] = [40, WIDTH - 40];
  for (let x = left; x < right; x += 1) {
    for (let y = 40; y <= HEIGHT - 40; y += 64) {
      canvas.cover(x, y, 1, 1);
      canvas.cover(x, y + 1, 1, 1);
    }
  }
  const swing = 40 + random() * 50;
  const phase = random() * 6;
  const levelAt = (x: number): number =>
    HEIGHT / 2 + swing * (Math.sin(x / 76 + phase) + Math.sin(x / 34 + phase) / 4);
  for (let x = left; x < right; x += 1) {
    const middle = levelAt(x);
    // The line is as thick where it is steep.
    const steepness = Math.hypot(1, levelAt(x + 1) - middle);
    for (let y = 0; y < HEIGHT; y += 1) canvas.cover(x, y, 4, 3 - Math.abs(y - middle) / steepness);
  }
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

function encodePng(pixels: Uint8Array, palette: readonly Color[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3, 0, 0, 0], 8);
  // Each row starts with its filter type, 0 = none.
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1)
    rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(palette.flat())),
    pngChunk('IDAT', deflateSync(rows, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Labeled boxes from left to right, joined by arrows. */
function drawDiagram(labels: readonly string[]): SeedImage {
  const width = labels.length * 170 - 10;
  const height = 96;
  const boxes = labels.map((label, index) => {
    const x = 10 + index * 170;
    const arrow = `<path d="M${x + 140} 48h24m-7-6 7 6-7 6" fill="none" stroke="#3d6f93" stroke-width="2"/>`;
    return (
      `<rect x="${x}" y="20" width="140" height="56" rx="8" fill="#e8f0f6" stroke="#3d6f93"/>` +
      `<text x="${x + 70}" y="53" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#173a54">${label}</text>` +
      (index < labels.length - 1 ? arrow : '')
    );
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${boxes.join('')}</svg>\n`;
  return { contentType: 'image/svg+xml', width, height, data: Buffer.from(svg) };
}
