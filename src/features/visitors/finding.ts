/** Something about a condition that somebody should know. */
export interface Finding {
  /** `mistake`: it does not do what was meant; `remark`: it perhaps does not. */
  severity: 'mistake' | 'remark';
  message: string;
}
