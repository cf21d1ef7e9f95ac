/** Builds the body of an operation with a file in its variables, following the GraphQL multipart request specification. */
import { FILE } from './values.ts';

const BOUNDARY = 'a-boundary-of-isolation';

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`;

/** The path of the file in the variables; null if there is none. */
export function pathOfFile(value: unknown, path = 'variables'): string | null {
  if (value === FILE) return path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const found = pathOfFile(each, `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

export function multipartBody(operation: object, filePath: string, name: string, content: string): Buffer {
  const operations = JSON.stringify(operation, (_, value) => (value === FILE ? null : value));
  const parts = [
    ['name="operations"', operations],
    ['name="map"', JSON.stringify({ 0: [filePath] })],
    [`name="0"; filename="${name}"`, content],
  ];
  const text = parts.map(
    ([head, body]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`,
  );
  return Buffer.from(`${text.join('')}--${BOUNDARY}--\r\n`);
}
