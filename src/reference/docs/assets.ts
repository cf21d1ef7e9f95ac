/**
 * The files that the page at /docs is made of: Swagger UI's own, out of its package, and our boot script. Each is read and
 * compressed once, at its first use, so that a start that nobody looks at pays nothing.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

interface Asset {
  readonly type: string;
  readonly content: Buffer;
  readonly gzipped: Buffer;
  /** Weak, since the plain and the compressed form share it. */
  readonly etag: string;
}

const gzip = promisify(gzipCallback);

const sources = {
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    at: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', at: import.meta.resolve('swagger-ui-dist/swagger-ui.css') },
  'favicon-32x32.png': { type: 'image/png', at: import.meta.resolve('swagger-ui-dist/favicon-32x32.png') },
  'boot.js': { type: 'text/javascript; charset=utf-8', at: import.meta.resolve('./boot.js') },
} as const;

export type AssetName = keyof typeof sources;

export const assetNames = Object.keys(sources) as AssetName[];

const assets = new Map<AssetName, Promise<Asset>>();

export function loadAsset(name: AssetName): Promise<Asset> {
  const asset = assets.get(name) ?? readAsset(name);
  assets.set(name, asset);
  // A file that could not be read this time may be there the next.
  asset.catch(() => assets.delete(name));
  return asset;
}

async function readAsset(name: AssetName): Promise<Asset> {
  const { type, at } = sources[name];
  const content = await readFile(new URL(at));
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { type, content, etag, gzipped: await gzip(content) };
}
