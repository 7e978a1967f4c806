/** The rules by which a change is told, and whether it breaks callers. */
export const rules = {
  'operation-added': { breaks: false, says: 'New operations disturb nobody.' },
  'operation-removed': { breaks: true, says: 'Callers of the operation get an error.' },
  'operation-deprecated': { breaks: false, says: 'The operation still works.' },
  'path-parameter-renamed': { breaks: false, says: 'The address stays the same.' },
  'authentication-required': { breaks: true, says: 'Callers without credentials are refused.' },
  'required-parameter-added': { breaks: true, says: 'Callers that do not send it are refused.' },
  'optional-parameter-added': { breaks: false, says: 'Callers may leave it out.' },
  'parameter-became-required': { breaks: true, says: 'Callers that leave it out are refused.' },
  'parameter-became-optional': { breaks: false, says: 'Callers that send it are still served.' },
  'parameter-removed': { breaks: true, says: 'Callers that rely on it get other results, or are refused.' },
  'body-became-required': { breaks: true, says: 'Callers without a body are refused.' },
  'body-removed': { breaks: true, says: 'What callers send is not read any more.' },
  'body-added': { breaks: false, says: 'Callers may leave it out.' },
  'request-media-type-removed': { breaks: true, says: 'Callers that send it are refused.' },
  'media-type-added': { breaks: false, says: 'What there was is still there.' },
  'response-media-type-removed': { breaks: true, says: 'Callers that ask for it do not get it.' },
  'response-status-removed': { breaks: true, says: 'Callers wait for an answer that does not come.' },
  'response-status-added': { breaks: false, says: 'Callers should know it, but get what they got.' },
  'required-request-field-added': { breaks: true, says: 'Callers that do not send it are refused.' },
  'optional-request-field-added': { breaks: false, says: 'Callers may leave it out.' },
  'request-field-became-required': { breaks: true, says: 'Callers that leave it out are refused.' },
  'request-field-became-optional': { breaks: false, says: 'Callers that send it are still served.' },
  'request-field-removed': {
    breaks: true,
    says: 'What callers send there is not read any more, or is refused.',
  },
  'response-field-removed': { breaks: true, says: 'Callers that read it find nothing.' },
  'response-field-added': { breaks: false, says: 'Callers may ignore it.' },
  'response-field-became-optional': { breaks: true, says: 'Callers that count on it may find nothing.' },
  'response-field-became-required': { breaks: false, says: 'Callers get more than was promised.' },
  'request-type-narrowed': { breaks: true, says: 'Values that were accepted are refused.' },
  'request-type-widened': { breaks: false, says: 'What was accepted still is.' },
  'response-type-widened': { breaks: true, says: 'Callers get values of a type they do not expect.' },
  'response-type-narrowed': { breaks: false, says: 'Callers get fewer kinds of values.' },
  'request-enum-value-removed': { breaks: true, says: 'Callers that send it are refused.' },
  'request-enum-value-added': { breaks: false, says: 'What was accepted still is.' },
  'response-enum-value-removed': { breaks: false, says: 'Callers get fewer values.' },
  'response-enum-value-added': { breaks: true, says: 'Callers get a value that they may not know.' },
  'request-limit-tightened': { breaks: true, says: 'Values that were accepted are refused.' },
  'response-limit-loosened': { breaks: true, says: 'Callers get values outside of what was promised.' },
  'limit-changed': { breaks: false, says: 'Nobody is refused or surprised by it.' },
  'format-changed': { breaks: true, says: 'Values look different.' },
  'alternatives-changed': { breaks: true, says: 'One of several forms came, went or changed; look at it.' },
} as const;

/** Names a rule. */
export type Rule = keyof typeof rules;

/** One thing about an operation that is different. */
export interface Difference {
  rule: Rule;
  /** Where: "query parameter limit", "response 200: items.name". */
  place: string;
  /** What is different: "string → integer". */
  says: string;
}

/** What became of an operation. */
export interface OperationChange {
  kind: 'added' | 'removed' | 'changed';
  key: string;
  method: string;
  path: string;
  summary: string;
  /** At least one. */
  differences: readonly Difference[];
}

/** What is different between two specifications. */
export interface SpecComparison {
  changes: readonly OperationChange[];
  /** How many operations are the same. */
  unchanged: number;
  /** How many were not compared because the time was over. */
  notCompared: number;
}

/** Whether callers have to be changed because of it. */
export const isBreaking = ({ differences }: Pick<OperationChange, 'differences'>): boolean =>
  differences.some(({ rule }) => rules[rule].breaks);
