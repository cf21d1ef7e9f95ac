/** Reads submitted forms, and finds the errors that the gateway reports for a field. */

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A user error, as in every mutation's payload. */
export interface UserError {
  readonly field?: string | null;
  readonly message: string;
}

/** The message about a field or anything below it: `providers.0.contact` also matches `providers.0.contact.phone`. */
export function errorOf(errors: readonly UserError[], field: string): string | undefined {
  return errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))?.message;
}

/** The messages that none of the form's fields shows. */
export function errorsBeside(errors: readonly UserError[], fields: readonly string[]): string[] {
  return errors
    .filter((error) => !fields.some((field) => errorOf([error], field) !== undefined))
    .map(({ message }) => message);
}
