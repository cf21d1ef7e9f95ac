/** Small files of the accepted types, as far as they are looked at; none is a real document. */

export const pdf = (text = 'a page') => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);

export const jpg = () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** The signature of OLE compound files, which documents and workbooks share, and something after it. */
const compound = (text: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text)]);

export const doc = () => compound('a document');
export const xls = () => compound('a workbook');
