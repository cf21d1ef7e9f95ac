/**
 * Validates responses against the service's own OpenAPI document: a response is documented if the operation lists its status
 * and its body matches that status's schema. Reads nothing but the document.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly contentEncoding?: string;
  readonly format?: string;
}

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<string, { readonly post?: Operation; readonly get?: Operation; readonly head?: Operation }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export interface ResponseValidator {
  /** What is wrong with an endpoint's response, in one line, or null. */
  readonly endpoint: (path: string, response: ReceivedResponse) => string | null;
  /** The same for a response outside the endpoints, by its name among the components. */
  readonly component: (name: string, status: number, response: ReceivedResponse) => string | null;
  readonly schema: (pointer: string) => ValidateFunction;
}

export function createResponseValidator(document: Document): ResponseValidator {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();

  function schema(pointer: string): ValidateFunction {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  }

  function body(pointer: string, { status, contentType, text }: ReceivedResponse): string | null {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    if (contentType?.split(';')[0] !== type) return `the content type is ${contentType}`;
    const validate = schema(`${pointer}/content/${type.replace('/', '~1')}/schema`);
    return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }

  return {
    schema,
    endpoint(path, response) {
      const pointer = `/paths/${path.replaceAll('/', '~1')}/post/responses/${response.status}`;
      const documented = document.paths[path]?.post?.responses[response.status];
      if (documented === undefined) return `${response.status} is not documented: ${response.text.slice(0, 300)}`;
      return body(documented.$ref?.slice('#'.length) ?? pointer, response);
    },
    component(name, status, response) {
      if (response.status !== status) return `${response.status} in place of ${status}: ${response.text.slice(0, 300)}`;
      return body(`/components/responses/${name}`, response);
    },
  };
}
