/** The Content-Disposition of an attachment (RFC 6266, RFC 8187): an ASCII name for old clients, and the exact one in `filename*`. */
export function attachmentHeader(name: string): string {
  // Decomposed, so that é is shown as e without its accent; a folder's separator may come from a compatibility character.
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
