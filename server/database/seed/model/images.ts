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

const WIDTH = 640;
const HEIGHT = 200;
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
  const palette = PALETTES[Math.floor(random() * PALETTES.length)] ?? [];
  const pixels = seed.kind === 'cover' ? paintSea(random) : paintChart(random);
  return { contentType: 'image/png', width: WIDTH, height: HEIGHT, data: encodePng(pixels, palette) };
}

/** Four rows of waves under a low sun, as palette indexes. */
function paintSea(random: () => number): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const sun = { x: 80 + Math.round(random() * 480), y: 40 + Math.round(random() * 40), radius: 24 };
  for (let y = sun.y - sun.radius; y <= sun.y + sun.radius; y += 1) {
    const half = Math.round(Math.sqrt(sun.radius ** 2 - (y - sun.y) ** 2));
    pixels.fill(5, y * WIDTH + sun.x - half, y * WIDTH + sun.x + half);
  }
  for (let depth = 1; depth <= 4; depth += 1) {
    const height = 6 + random() * 10;
    const length = 60 + random() * 90;
    const phase = random() * Math.PI * 2;
    for (let x = 0; x < WIDTH; x += 1) {
      const crest = Math.round(60 + depth * 26 + height * Math.sin(x / length + phase));
      for (let at = crest * WIDTH + x; at < pixels.length; at += WIDTH) pixels[at] = depth;
    }
  }
  return pixels;
}

/** A line chart over a grid, as palette indexes. */
function paintChart(random: () => number): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let x = 40; x < WIDTH - 20; x += 1) {
    for (let y = 20; y <= HEIGHT - 20; y += 32) pixels[y * WIDTH + x] = 1;
  }
  const swing = 20 + random() * 25;
  const phase = random() * 6;
  for (let x = 40; x < WIDTH - 20; x += 1) {
    const tide = Math.sin(x / 38 + phase) * swing + Math.sin(x / 17 + phase) * swing * 0.25;
    const middle = Math.round(HEIGHT / 2 + tide + random() * 3);
    for (let y = middle - 1; y <= middle + 1; y += 1) pixels[y * WIDTH + x] = 4;
  }
  return pixels;
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
