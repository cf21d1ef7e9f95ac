/**
 * Decodes base64 (RFC 4648, section 4) incrementally, from chunks of any size. Line breaks are skipped and padding is
 * optional; any other character, or anything after the padding, makes the text invalid.
 */

const QUADS = /^[A-Za-z0-9+/]*={0,2}$/;

export function createBase64Decoder() {
  let rest = '';
  let isPadded = false;
  let isInvalid = false;
  const decodeQuads = (text: string): Buffer | null => {
    if (isInvalid || (isPadded && text !== '') || !QUADS.test(text)) {
      isInvalid = true;
      return null;
    }
    isPadded ||= text.endsWith('=');
    return Buffer.from(text, 'base64');
  };
  return {
    /** The next decoded bytes; null once the text is invalid. */
    decode(text: string): Buffer | null {
      const available = rest + text.replaceAll(/[\r\n]/g, '');
      const completeLength = available.length - (available.length % 4);
      rest = available.slice(completeLength);
      return decodeQuads(available.slice(0, completeLength));
    },
    /** The last decoded bytes; null if the text is invalid. */
    end(): Buffer | null {
      // A single leftover character does not encode a byte, and leftover padding does not complete a group of four.
      if (rest.length === 1 || rest.includes('=')) isInvalid = true;
      return decodeQuads(rest);
    },
  };
}
