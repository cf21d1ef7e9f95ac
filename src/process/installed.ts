/** Packages that a production install lacks: the embedded service, and the doctor. They are loaded only if they are used. */
import { Fault } from '@realty-forms/platform/fault.ts';

/** The imported package, or a fault that says what to do; `otherwise` is what helps apart from installing it. */
export async function installed<T>(name: string, imported: Promise<T>, otherwise = ''): Promise<T> {
  try {
    return await imported;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Fault(
      'NOT_INSTALLED',
      `${name} is not installed here: ${otherwise}install all packages with \`npm ci\``,
      {
        cause,
      },
    );
  }
}
