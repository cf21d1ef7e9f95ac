/** Names by which only this machine reaches itself: traffic to them never leaves it. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Of a name or an address, as it is or as it stands in a URL. */
export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
