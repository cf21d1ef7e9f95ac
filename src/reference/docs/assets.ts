/**
 * The static files of the page at /docs: those of the Swagger UI package and our boot script. Each is read and compressed
 * once, on first use, so that a start without visitors pays nothing for them.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

interface Asset {
  readonly type: string;
  readonly content: Buffer;
  readonly gzipped: Buffer;
  /** Weak, because the plain and the compressed representation share it. */
  readonly etag: string;
}

const gzip = promisify(gzipCallback);

const sources = {
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', url: import.meta.resolve('swagger-ui-dist/swagger-ui.css') },
  'favicon-32x32.png': { type: 'image/png', url: import.meta.resolve('swagger-ui-dist/favicon-32x32.png') },
  'boot.js': { type: 'text/javascript; charset=utf-8', url: import.meta.resolve('./boot.js') },
} as const;

export type AssetName = keyof typeof sources;

export const assetNames = Object.keys(sources) as AssetName[];

const assets = new Map<AssetName, Promise<Asset>>();

export function loadAsset(name: AssetName): Promise<Asset> {
  const asset = assets.get(name) ?? readAsset(name);
  assets.set(name, asset);
  // A failed read is not cached: the file may be readable the next time.
  asset.catch(() => assets.delete(name));
  return asset;
}

async function readAsset(name: AssetName): Promise<Asset> {
  const { type, url } = sources[name];
  const content = await readFile(new URL(url));
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { type, content, etag, gzipped: await gzip(content) };
}
