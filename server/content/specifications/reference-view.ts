/**
 * The page of an API specification, ready to be written as HTML or Markdown. Texts called `description` are
 * Markdown by people; all others are plain.
 */
import type { LinkedPage } from '../pages/reference-part.ts';
import type { LimitKind } from './schema-shape.ts';

/** A type in parts, so that it can be said in any language. */
export type TypeView =
  /** `string`, `object` or the name of a definition; empty for any type. */
  | { kind: 'name'; name: string }
  | { kind: 'array' | 'map'; of: TypeView }
  | { kind: 'either'; types: TypeView[] };

/** A limit of a value; `value` is empty where its name says all. */
export interface LimitView {
  kind: LimitKind;
  value: string;
}

/** A schema as a tree that is as deep as is shown. */
export interface SchemaView {
  type: TypeView;
  isNullable: boolean;
  format: string;
  description: string;
  isDeprecated: boolean;
  isReadOnly: boolean;
  isWriteOnly: boolean;
  limits: LimitView[];
  /** The only values that are allowed, as JSON without quotation marks. */
  values: string[];
  /** How many more are allowed. */
  moreValues: number;
  /** As JSON. */
  default?: string;
  example?: string;
  fields: FieldView[];
  /** How many more fields it has. */
  moreFields: number;
  /** Of a list or map. */
  item?: SchemaView;
  /** The first items of a list, one by one. */
  tuple: SchemaView[];
  choices: ChoiceView[];
  /** The name of the definition. */
  name?: string;
  /** The address of the definition: `#anchor` on this page, else as `referenceLink` writes it. */
  href?: string;
  /** Whether it has more inside than is shown here. */
  isCut: boolean;
}

/** A field of an object. */
export interface FieldView {
  name: string;
  isRequired: boolean;
  schema: SchemaView;
}

export interface ChoiceView {
  kind: 'oneOf' | 'anyOf' | 'not';
  options: OptionView[];
  moreOptions: number;
  /** The field whose value selects the option. */
  field?: string;
}

export interface OptionView {
  /** Title or name; empty if it has none. */
  title: string;
  /** The value of the field that selects the option. */
  value?: string;
  schema: SchemaView;
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** A parameter of a request, or a header of a response. */
export interface ParameterView extends FieldView {
  description: string;
  isDeprecated: boolean;
}

export interface ExampleView {
  /** Empty for the only one. */
  title: string;
  /** Of highlighting: `json`, `xml`; empty for plain text. */
  language: string;
  text: string;
}

/** A body in one or more media types with the same schema. */
export interface ContentView {
  types: string[];
  schema?: SchemaView;
  /** Never more than a few; made from the schema where the specification has none. */
  examples: ExampleView[];
}

export interface ResponseView {
  /** `200`, `4XX` or `default`. */
  status: string;
  description: string;
  headers: ParameterView[];
  contents: ContentView[];
}

/** A request in one language. */
export interface SampleView {
  title: string;
  language: string;
  text: string;
}

/** One way to be let in: all of these schemes together. Without any, nothing is needed. */
export type AccessView = { name: string; scopes: string[] }[];

export interface OperationView {
  anchor: string;
  /** In lower case, such as `get`. */
  method: string;
  path: string;
  title: string;
  description: string;
  isDeprecated: boolean;
  /** Whether the API sends it. */
  isWebhook: boolean;
  /** Undefined where the specification doesn't say. */
  access?: AccessView[];
  parameters: Partial<Record<ParameterPlace, ParameterView[]>>;
  body?: { description: string; isRequired: boolean; contents: ContentView[] };
  responses: ResponseView[];
  samples: SampleView[];
  /** Requests that the API sends because of it. */
  callbacks: CallbackView[];
  /** Whether only its first lines are shown, because the page would be too large. */
  isBrief: boolean;
}

/** A request to an address that the caller names. */
export interface CallbackView {
  name: string;
  operation: OperationView;
}

export interface OperationGroup {
  kind: 'tag' | 'others' | 'webhooks';
  /** Of a tag. */
  title: string;
  description: string;
  anchor: string;
  operations: OperationView[];
}

export interface ServerView {
  url: string;
  description: string;
  variables: { name: string; default: string; values: string[]; description: string }[];
}

/** A way to prove who sends a request. */
export interface AccessSchemeView {
  name: string;
  kind:
    | 'apiKeyHeader'
    | 'apiKeyQuery'
    | 'apiKeyCookie'
    | 'basic'
    | 'bearer'
    | 'http'
    | 'oauth2'
    | 'openIdConnect'
    | 'mutualTls';
  /** The name of the header, parameter, cookie or HTTP scheme, the format of a token, or the URL of OpenID Connect. */
  detail: string;
  description: string;
  flows: {
    kind: 'authorizationCode' | 'implicit' | 'password' | 'clientCredentials';
    authorizationUrl: string;
    tokenUrl: string;
    scopes: { name: string; description: string }[];
  }[];
}

/** A definition that operations share. */
export interface DefinitionView {
  name: string;
  anchor: string;
  schema: SchemaView;
}

export interface ReferenceView {
  title: string;
  version: string;
  description: string;
  /** URLs are harmless or empty. */
  license: { name: string; url: string };
  contact: { name: string; url: string };
  termsUrl: string;
  servers: ServerView[];
  schemes: AccessSchemeView[];
  groups: OperationGroup[];
  definitions: DefinitionView[];
  /** Pages with the rest, where this is one of several. */
  pages: readonly LinkedPage[];
  /** How many operations are left out: there are too many for one page. */
  moreOperations: number;
}
