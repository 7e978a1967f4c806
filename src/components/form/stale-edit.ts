/** What a form needs to notice that somebody else has changed meanwhile what it is about. */
export interface StaleGuard<Values> {
  /** Reads what is true now, in the form's own terms. */
  fetchCurrent: () => Promise<Values>;
  /** The path of the thing, `/v1/spaces/abc`, where the server tells its versions: it then checks once more itself. */
  path?: string;
  /** What the fields are called, for the choice between theirs and mine. Only these are compared. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** How a field is written in that choice, where what the form holds is no text to read. */
  formatters?: Partial<Record<keyof Values & string, (values: Values) => string>>;
}

/** One field that both have changed, or that somebody else has. */
export interface StaleField {
  name: string;
  label: string;
  theirs: string;
  mine: string;
  /** Both have changed it, to different things. */
  isConflict: boolean;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const valueOf = (values: object, name: string): unknown =>
  new Map<string, unknown>(Object.entries(values)).get(name);

const textOf = (values: object, name: string): string => asText(valueOf(values, name));

/** A value as people read it. */
const displayText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.map(asText).join(', ') : asText(value);
};

/**
 * The fields that somebody else has changed since a form was opened.
 *
 * @param base what the form began with
 * @param mine what is written in it now
 * @param theirs what is true now
 */
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

/**
 * What is to be replaced, once the server turns out to have what the form has sent before, although no answer said so:
 * that is nobody else's change.
 *
 * @param before what the form began with
 * @param sent what it has sent already
 * @returns `before` itself where nothing of that has arrived, or is still wanted as it was sent
 */
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

/**
 * What is to be saved: mine, but theirs where I have changed nothing, and where their version was chosen.
 *
 * @param takeTheirs names of contested fields for which theirs was chosen
 */
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
