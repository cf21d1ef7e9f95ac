/** File names in Content-Disposition headers (RFC 6266, RFC 8187): parses upstream's header, formats the one of an attachment. */
import { withoutInvisible } from './hidden-characters.ts';

const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const PLAIN = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i;

/** The file name without any folder, or null if the header contains none. */
export function readFileName(header: string | null): string | null {
  if (header === null) return null;
  const extended = EXTENDED.exec(header)?.[1];
  const name = (extended && percentDecoded(extended)) || QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  return lastSegment(name ?? PLAIN.exec(header)?.[1] ?? '') || null;
}

/** The header of an attachment with this name: an ASCII fallback for old clients, and the exact name in `filename*`. */
export function attachment(name: string): string {
  const clean =
    withoutInvisible(lastSegment(name))
      .replaceAll(/\p{Cc}/gu, '_')
      .toWellFormed() || 'file';
  // Decomposed, so that é is shown as e without its accent; a folder's separator may come from a compatibility character.
  const plain = clean
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trim();
}
