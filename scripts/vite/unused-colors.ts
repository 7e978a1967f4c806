import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const scaleStep = /--(?:sage|teal|red|amber|grass|blue)-a?\d+\b/g;

/** The steps of the color scales that the stylesheets import but no stylesheet uses; the tokens use about half. */
export function unusedColors(styleFolder: string, scaleFolder: string): string[] {
  const stepsIn = (folder: string, isWanted: (file: string) => boolean) =>
    readdirSync(folder)
      .filter(isWanted)
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(scaleStep) ?? []);
  const used = new Set(stepsIn(styleFolder, (file) => file.endsWith('.css')));
  const all = new Set(
    stepsIn(scaleFolder, (file) => /^(sage|teal|red|amber|grass|blue)(-alpha)?\.css$/.test(file)),
  );
  return [...all].filter((step) => !used.has(step));
}
