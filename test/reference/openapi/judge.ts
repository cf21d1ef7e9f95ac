/**
 * Judges answers by the service's own OpenAPI document: documented is a status that the operation names, with a body of that
 * status's schema. Reads nothing but the document.
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
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
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

interface Answered {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export interface Judge {
  /** What is wrong with the answer of an endpoint, in one line, or null. */
  readonly endpoint: (path: string, answer: Answered) => string | null;
  /** The same for a response that stands outside the endpoints, by its name among the components. */
  readonly outside: (name: string, status: number, answer: Answered) => string | null;
  readonly schema: (pointer: string) => ValidateFunction;
}

export function createJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();

  function schema(pointer: string): ValidateFunction {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  }

  function body(pointer: string, { contentType, text }: Answered): string | null {
    if (!/^application\/json\b/.test(contentType ?? '')) return `the content type is ${contentType}`;
    const validate = schema(`${pointer}/content/application~1json/schema`);
    return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }

  return {
    schema,
    endpoint(path, answer) {
      const pointer = `/paths/${path.replaceAll('/', '~1')}/post/responses/${answer.status}`;
      if (document.paths[path]?.post?.responses[answer.status] === undefined)
        return `${answer.status} is not documented: ${answer.text.slice(0, 300)}`;
      return body(pointer, answer);
    },
    outside(name, status, answer) {
      if (answer.status !== status) return `${answer.status} in place of ${status}: ${answer.text.slice(0, 300)}`;
      return body(`/components/responses/${name}`, answer);
    },
  };
}
