/** Icons as elements, where there is no React. Has the drawings of all of them, which are loaded when the first one is shown. */
import { drawingOf } from '#api/icons.ts';

const svgNames = 'http://www.w3.org/2000/svg';

/** The drawing that readers see of an icon; undefined for a name without one. It is not read out. */
export function iconElement(name: string): SVGSVGElement | undefined {
  const path = drawingOf(name);
  return path === undefined ? undefined : drawPath(path);
}

/** The same lines as on published sites. */
export function drawPath(path: string): SVGSVGElement {
  const svg = document.createElementNS(svgNames, 'svg');
  const attributes = {
    ...{ viewBox: '0 0 24 24', width: '16', height: '16', 'aria-hidden': 'true', fill: 'none' },
    ...{ stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const lines = document.createElementNS(svgNames, 'path');
  lines.setAttribute('d', path);
  svg.append(lines);
  return svg;
}
