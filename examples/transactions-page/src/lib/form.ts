/** Reading a form that is sent, and finding what the gateway says of one of its fields. */

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** What stands in the way, as every mutation's payload has it. */
export interface UserError {
  readonly field?: string | null;
  readonly message: string;
}

/** The message about a field, or about anything under it: `providers.0.contact` takes `providers.0.contact.phone`. */
export function errorOf(errors: readonly UserError[], field: string): string | undefined {
  return errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))?.message;
}

/** The messages that no field of the form shows. */
export function errorsBeside(errors: readonly UserError[], fields: readonly string[]): string[] {
  return errors
    .filter((error) => !fields.some((field) => errorOf([error], field) !== undefined))
    .map(({ message }) => message);
}
