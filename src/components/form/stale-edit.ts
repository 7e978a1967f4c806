/** What a form needs to detect concurrent changes by others. */
export interface StaleGuard<Values> {
  /** Fetches the current values. */
  fetchCurrent: () => Promise<Values>;
  /** The resource's path, `/v1/spaces/abc`, if it has an ETag; the server then checks too. */
  path?: string;
  /** Labels of the compared fields; others are not compared. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** Formats values that are not readable text. */
  formatters?: Partial<Record<keyof Values & string, (values: Values) => string>>;
}

/** A field changed by both, or by someone else. */
export interface StaleField {
  name: string;
  label: string;
  theirs: string;
  mine: string;
  /** Both changed it, differently. */
  isConflict: boolean;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const valueOf = (values: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(values)).get(name);

const textOf = (values: object, name: string): string => asText(valueOf(values, name));

const displayText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.map(asText).join(', ') : asText(value);
};

/** The fields changed by others since the form was opened. */
export function staleFields<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  { labels, formatters = {} }: Pick<StaleGuard<Values>, 'labels' | 'formatters'>,
): StaleField[] {
  const writers = new Map<string, ((values: Values) => string) | undefined>(Object.entries(formatters));
  const display = (values: Values, name: string) =>
    writers.get(name)?.(values) ?? displayText(valueOf(values, name));
  return Object.entries<string | undefined>(labels).flatMap(([name, label = name]) => {
    const [before, mineText, theirsText] = [base, mine, theirs].map((values) => textOf(values, name));
    if (theirsText === before || theirsText === mineText) return [];
    const isContested = mineText !== before;
    return [
      { name, label, theirs: display(theirs, name), mine: display(mine, name), isConflict: isContested },
    ];
  });
}

/** The base after an earlier save reached the server without a response: our own change is not a conflict. */
export function rebaseOnSent<Values extends object>(
  before: Values,
  mine: Values,
  theirs: Values,
  sent: Values,
): Values {
  const arrived = Object.entries(theirs).filter(([name, value]) => {
    const there = asText(value);
    const isSent = there === textOf(sent, name) && there !== textOf(before, name);
    return isSent && there !== textOf(mine, name);
  });
  return arrived.length === 0 ? before : { ...before, ...Object.fromEntries(arrived) };
}

/** The values to save: mine, but theirs where I changed nothing or selected theirs. */
export function mergeChoices<Values extends object>(
  mine: Values,
  theirs: Values,
  fields: readonly StaleField[],
  takeTheirs: ReadonlySet<string>,
): Values {
  const names = new Set(
    fields.filter(({ name, isConflict }) => !isConflict || takeTheirs.has(name)).map(({ name }) => name),
  );
  const accepted = Object.entries(theirs).filter(([name]) => names.has(name));
  return { ...mine, ...Object.fromEntries(accepted) };
}
