type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/** The values of a histogram for one set of labels. */
export interface Distribution {
  labels: Labels;
  /** How many values each bucket has; the last one is for those above all bounds. */
  counts: readonly number[];
  sum: number;
}

/**
 * Metrics in the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
export class MetricsText {
  readonly #lines: string[] = [];

  /** Values that go up and down. */
  gauge(name: string, help: string, samples: readonly Sample[]): void {
    this.#write(name, 'gauge', help, samples);
  }

  /** Values that only go up while the server runs. */
  counter(name: string, help: string, samples: readonly Sample[]): void {
    this.#write(name, 'counter', help, samples);
  }

  /** @param bounds The upper bounds of the buckets, ascending. */
  histogram(name: string, help: string, bounds: readonly number[], rows: readonly Distribution[]): void {
    this.#head(name, 'histogram', help);
    for (const { labels, counts, sum } of rows) {
      let total = 0;
      for (const [at, count] of counts.entries()) {
        total += count;
        const le = bounds[at] === undefined ? '+Inf' : String(bounds[at]);
        this.#lines.push(sampleLine(`${name}_bucket`, { ...labels, le }, total));
      }
      this.#lines.push(sampleLine(`${name}_sum`, labels, sum), sampleLine(`${name}_count`, labels, total));
    }
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #write(name: string, type: string, help: string, samples: readonly Sample[]): void {
    this.#head(name, type, help);
    for (const [labels, value] of samples) this.#lines.push(sampleLine(name, labels, value));
  }

  #head(name: string, type: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }
}

function sampleLine(name: string, labels: Labels, value: number): string {
  const parts = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${parts.length === 0 ? '' : `{${parts.join(',')}}`} ${value}`;
}

function escapeLabel(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
