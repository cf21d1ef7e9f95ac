/** Operations with files, following the GraphQL multipart request specification. The gateway takes one file per request. */

interface FilePart {
  /** Its place in the operation, such as `variables.input.file`. */
  readonly path: string;
  readonly file: File;
}

export function holdsFile(variables: unknown): boolean {
  return filesIn(variables, 'variables').length > 0;
}

/** The operation with null in place of each file, then the map of the files' places, then the files: the gateway needs this order. */
export function formOf(operation: { readonly variables?: unknown }): FormData {
  const files = filesIn(operation.variables, 'variables');
  const form = new FormData();
  form.append(
    'operations',
    JSON.stringify(operation, (_, value) => (value instanceof File ? null : value)),
  );
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  return form;
}

function filesIn(value: unknown, path: string): FilePart[] {
  if (value instanceof File) return [{ path, file: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => filesIn(part, `${path}.${key}`));
}
