/** Names by which a machine reaches only itself: traffic to them never leaves it. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Accepts a name or an address, with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
