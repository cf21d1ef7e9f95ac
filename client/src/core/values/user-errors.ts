/** The mistakes that users can fix, in a mutation's payload: which of them belongs to which field of a form. */

export interface UserErrorLike {
  /** The path of the input field, such as `providers.0.email`; null if it concerns none. */
  readonly field?: string | null | undefined;
  readonly message: string;
}

/** The message about a field, or about anything below it: `providers.0.contact` also stands for `providers.0.contact.phone`. */
export function userErrorAt(errors: readonly UserErrorLike[], field: string): string | undefined {
  return errors.find((error) => error.field === field || error.field?.startsWith(`${field}.`))?.message;
}

/** The messages that none of these fields shows. */
export function userErrorsBeside(errors: readonly UserErrorLike[], fields: readonly string[]): string[] {
  const isShown = (error: UserErrorLike) => fields.some((field) => userErrorAt([error], field) !== undefined);
  return errors.filter((error) => !isShown(error)).map(({ message }) => message);
}
