/** Whether a response's text is `Success` (4.7, 4.8, 4.9), in any letter case. */
export function isSuccess(text: unknown): boolean {
  return typeof text === 'string' && text.trim().toLowerCase() === 'success';
}
