/** Work that goes on after its screen was left, such as saving a page. */
interface UnsavedWork {
  /** Resolves once it has tried. */
  save(): Promise<unknown>;
  /** Stops for good, and stores nothing anymore. */
  abandon(): void;
}

const registered = new Set<UnsavedWork>();

export function registerUnsavedWork(work: UnsavedWork): void {
  registered.add(work);
}

export const saveUnsavedWork = (): Promise<unknown> =>
  Promise.all([...registered].map((work) => work.save()));

export const abandonUnsavedWork = (): void => registered.forEach((work) => work.abandon());
