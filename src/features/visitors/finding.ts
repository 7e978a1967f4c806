/** A problem found in a condition. */
export interface Finding {
  /** `error`: it does not do what was meant; `warning`: it may not. */
  severity: 'mistake' | 'remark';
  message: string;
}
