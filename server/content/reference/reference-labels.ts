/**
 * The words of an API reference in English. Pages of published sites have them in their language (`messages/`), the
 * Markdown of the console has these. `{name}` is replaced by a value.
 */
export const referenceLabels = {
  apiVersion: 'Version {version}',
  apiLicense: 'License',
  apiContact: 'Contact',
  apiTerms: 'Terms of service',
  apiServers: 'Servers',
  apiAuthentication: 'Authentication',
  apiOperations: 'Operations',
  apiOtherOperations: 'Other operations',
  apiWebhooks: 'Webhooks',
  apiSchemas: 'Schemas',
  apiMoreOperations: 'The specification has {count} more operations.',
  apiBrief: 'The specification is too large to show more here.',
  apiFailed: 'The API specification can’t be shown.',

  apiDeprecated: 'deprecated',
  apiDeprecatedOperation: 'This operation is deprecated.',
  apiPathParameters: 'Path parameters',
  apiQueryParameters: 'Query parameters',
  apiHeaders: 'Headers',
  apiCookies: 'Cookies',
  apiBody: 'Request body',
  apiPayload: 'Payload',
  apiResponses: 'Responses',
  apiCallbacks: 'Callbacks',
  apiRequestSamples: 'Request samples',
  apiResponseSamples: 'Response samples',
  apiPayloadSample: 'Sample',

  apiRequired: 'required',
  apiReadOnly: 'read-only',
  apiWriteOnly: 'write-only',
  apiAny: 'any type',
  apiNever: 'nothing',
  apiArrayOf: 'array of {type}',
  apiMapOf: 'map of {type}',
  apiNullable: '{type} or null',
  apiOr: 'or',
  apiFieldsOf: 'Fields of {name}',
  apiItem: 'Each item',
  apiOption: 'Option {number}',
  apiOneOf: 'One of these:',
  apiAnyOf: 'Any of these:',
  apiNot: 'None of these:',
  apiDiscriminator: 'The field {name} tells which one.',
  apiMore: 'and {count} more',
  apiDefault: 'Default',
  apiExample: 'Example',
  apiValues: 'Allowed values',

  minimum: 'Minimum',
  exclusiveMinimum: 'Greater than',
  maximum: 'Maximum',
  exclusiveMaximum: 'Less than',
  multipleOf: 'Multiple of',
  minLength: 'Minimum length',
  maxLength: 'Maximum length',
  pattern: 'Pattern',
  minItems: 'Minimum number of items',
  maxItems: 'Maximum number of items',
  uniqueItems: 'No item twice',
  minProperties: 'Minimum number of fields',
  maxProperties: 'Maximum number of fields',
  contentEncoding: 'Encoding',
  contentMediaType: 'Media type',

  apiKeyHeader: 'API key in the header {name}',
  apiKeyQuery: 'API key in the query parameter {name}',
  apiKeyCookie: 'API key in the cookie {name}',
  basic: 'User name and password in the header {name} (HTTP Basic)',
  bearer: 'Bearer token in the header {name}',
  http: 'HTTP authentication with the scheme {name}',
  oauth2: 'Access token in the header {name} (OAuth 2.0)',
  openIdConnect: 'OpenID Connect: {name}',
  mutualTls: 'Client certificate (mutual TLS)',
  authorizationCode: 'Authorization code',
  implicit: 'Implicit',
  password: 'Password',
  clientCredentials: 'Client credentials',
  apiAuthorizationUrl: 'Authorization URL',
  apiTokenUrl: 'Token URL',
  apiScopes: 'Scopes',
  apiNoAccess: 'none',
};

/** The words of an API reference in some language. */
export type ReferenceLabels = Readonly<Record<keyof typeof referenceLabels, string>>;

/** The words of an API reference among the texts of a language. */
export function pickReferenceLabels(texts: ReferenceLabels): ReferenceLabels {
  const labels = { ...referenceLabels };
  for (const key of Object.keys(labels) as (keyof ReferenceLabels)[]) labels[key] = texts[key];
  return labels;
}

/** A label cut at the place of a value: before and after it. */
export function splitLabel(label: string): [string, string] {
  const [before = '', after = ''] = label.split(/\{\w+\}/, 2);
  return [before, after];
}

/** A label with its value. */
export function fillLabel(label: string, value: string): string {
  const [before, after] = splitLabel(label);
  return label.includes('{') ? before + value + after : label;
}
