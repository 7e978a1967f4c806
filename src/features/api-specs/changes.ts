/** Rules for changes, and whether they break callers. */
export const rules = {
  'operation-added': { breaks: false, says: 'New operations don’t affect existing callers.' },
  'operation-removed': { breaks: true, says: 'Callers get an error.' },
  'operation-deprecated': { breaks: false, says: 'The operation still works.' },
  'path-parameter-renamed': { breaks: false, says: 'The URL stays the same.' },
  'authentication-required': { breaks: true, says: 'Requests without credentials are rejected.' },
  'required-parameter-added': { breaks: true, says: 'Requests without it are rejected.' },
  'optional-parameter-added': { breaks: false, says: 'Callers can omit it.' },
  'parameter-became-required': { breaks: true, says: 'Requests without it are rejected.' },
  'parameter-became-optional': { breaks: false, says: 'Existing requests still work.' },
  'parameter-removed': { breaks: true, says: 'Callers that use it get different results or errors.' },
  'body-became-required': { breaks: true, says: 'Requests without a body are rejected.' },
  'body-removed': { breaks: true, says: 'The body is ignored.' },
  'body-added': { breaks: false, says: 'Callers can omit it.' },
  'request-media-type-removed': { breaks: true, says: 'Requests with it are rejected.' },
  'media-type-added': { breaks: false, says: 'Existing media types still work.' },
  'response-media-type-removed': {
    breaks: true,
    says: 'Callers that request it get another type or an error.',
  },
  'response-status-removed': { breaks: true, says: 'Callers that expect this status no longer get it.' },
  'response-status-added': { breaks: false, says: 'Existing responses don’t change.' },
  'required-request-field-added': { breaks: true, says: 'Requests without it are rejected.' },
  'optional-request-field-added': { breaks: false, says: 'Callers can omit it.' },
  'request-field-became-required': { breaks: true, says: 'Requests without it are rejected.' },
  'request-field-became-optional': { breaks: false, says: 'Existing requests still work.' },
  'request-field-removed': {
    breaks: true,
    says: 'Sent values are ignored or rejected.',
  },
  'response-field-removed': { breaks: true, says: 'Callers that read it get no value.' },
  'response-field-added': { breaks: false, says: 'Callers can ignore it.' },
  'response-field-became-optional': { breaks: true, says: 'The field can be missing.' },
  'response-field-became-required': { breaks: false, says: 'The field is always present.' },
  'request-type-narrowed': { breaks: true, says: 'Some accepted values are now rejected.' },
  'request-type-widened': { breaks: false, says: 'Existing requests still work.' },
  'response-type-widened': { breaks: true, says: 'Callers can get unexpected types.' },
  'response-type-narrowed': { breaks: false, says: 'Callers get fewer types.' },
  'request-enum-value-removed': { breaks: true, says: 'Requests with it are rejected.' },
  'request-enum-value-added': { breaks: false, says: 'Existing requests still work.' },
  'response-enum-value-removed': { breaks: false, says: 'Callers get fewer values.' },
  'response-enum-value-added': { breaks: true, says: 'Callers can get an unknown value.' },
  'request-limit-tightened': { breaks: true, says: 'Some accepted values are now rejected.' },
  'response-limit-loosened': { breaks: true, says: 'Callers can get values outside the previous limits.' },
  'limit-changed': { breaks: false, says: 'Existing callers are not affected.' },
  'format-changed': { breaks: true, says: 'Values have a different format.' },
  'alternatives-changed': { breaks: true, says: 'Alternatives were added, removed or changed. Review them.' },
} as const;

/** Names a rule. */
export type Rule = keyof typeof rules;

/** One difference of an operation. */
export interface Difference {
  rule: Rule;
  /** "query parameter limit", "response 200: items.name". */
  location: string;
  /** "string → integer". */
  text: string;
}

export interface OperationChange {
  kind: 'added' | 'removed' | 'changed';
  key: string;
  method: string;
  path: string;
  summary: string;
  /** At least one. */
  differences: readonly Difference[];
}

export interface SpecComparison {
  changes: readonly OperationChange[];
  /** Unchanged operations. */
  unchanged: number;
  /** Operations not compared because of the timeout. */
  notCompared: number;
}

/** Whether callers must change. */
export const isBreaking = ({ differences }: Pick<OperationChange, 'differences'>): boolean =>
  differences.some(({ rule }) => rules[rule].breaks);
