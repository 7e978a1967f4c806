/** Turns places in built files into places in the sources, by their source maps. */
import { originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping';
import { basename, relative } from 'node:path';

/** A file of a build with its line and column: `https://docs.example/assets/list-1a2B3c4.js:1:2345`. */
const PLACE = /(?:https?|file):\/\/[^\s()]+?\.js:\d+:\d+|[^\s()]*dist\/server\/[^\s()]+?\.js:\d+:\d+/g;

/**
 * @param trace as browsers and Node print it, lines and columns from 1
 * @param mapOf the source map of a file of the build by its name, with sources as absolute paths; null if there is none
 * @param root the folder of the checkout
 * @returns the trace with `server/app.ts:12:3` wherever a map tells
 */
export function translateTrace(
  trace: string,
  mapOf: (name: string) => TraceMap | null,
  root: string,
): string {
  return trace.replaceAll(PLACE, (place) => {
    const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const map = mapOf(basename(file));
    if (!map) return place;
    const position = originalPositionFor(map, {
      line: Number(line),
      column: Math.max(0, Number(column) - 1),
    });
    if (position.source === null) return place;
    return `${relative(root, position.source)}:${position.line}:${position.column + 1}`;
  });
}
