/**
 * Base64 (RFC 4648, section 4) decoded as it comes, in pieces cut anywhere. Line breaks are skipped, padding may be left out;
 * any other character, or anything after the padding, makes the text none.
 */
export interface Base64Decoder {
  /** The next bytes; null once the text is no base64. */
  readonly decode: (text: string) => Buffer | null;
  /** The last bytes; null where the text is no base64. */
  readonly end: () => Buffer | null;
}

const QUADS = /^[A-Za-z0-9+/]*={0,2}$/;

export function createBase64Decoder(): Base64Decoder {
  let rest = '';
  let isPadded = false;
  let isBroken = false;
  const take = (text: string): Buffer | null => {
    if (isBroken || (isPadded && text !== '') || !QUADS.test(text)) {
      isBroken = true;
      return null;
    }
    isPadded ||= text.endsWith('=');
    return Buffer.from(text, 'base64');
  };
  return {
    decode(text) {
      const all = rest + text.replaceAll(/[\r\n]/g, '');
      const whole = all.length - (all.length % 4);
      rest = all.slice(whole);
      return take(all.slice(0, whole));
    },
    end() {
      // One character is no byte, and padding that does not fill the quad is none.
      if (rest.length === 1 || rest.includes('=')) isBroken = true;
      return take(rest);
    },
  };
}
