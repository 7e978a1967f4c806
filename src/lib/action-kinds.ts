/** The kinds of actions, safest first. */
export const actionKinds = [
  /** Opens a screen. */
  'navigate',
  /** Shows, copies or exports something. */
  'view',
  /** Creates or changes something. */
  'edit',
  /** Deletes something, or takes it from visitors. */
  'destructive',
] as const;

export type ActionKind = (typeof actionKinds)[number];
