/** Whether an answer's text is the one that says that it was done (4.7, 4.8, 4.9), in any case of letters. */
export function isSuccess(text: unknown): boolean {
  return typeof text === 'string' && text.trim().toLowerCase() === 'success';
}
