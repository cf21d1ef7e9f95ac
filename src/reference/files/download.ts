/**
 * GET and HEAD of the addresses that downloadfiles answers with (4.8): one file as it is, with ranges and conditions, or several
 * as a zip. The ticket is all that is needed, and all that is looked at: the name in the path is for people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { outside } from '../failure.ts';
import { zipName } from '../handlers/files.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { decide } from './conditions.ts';
import { readFileFilter } from './file-filter.ts';
import { type FileType, mediaTypes } from './file-type.ts';
import { FILES_PATH } from './links.ts';
import { zipOf } from './zip.ts';

type Refuse = (reply: FastifyReply, body: ErrorBody) => FastifyReply;

export function serveDownloads(app: FastifyInstance, service: Service, refuse: Refuse): void {
  // A wildcard, because a named part of a path has a length of its own.
  const url = `${FILES_PATH}/*`;
  app.route<{ Querystring: { ticket?: string | string[] } }>({
    method: ['GET', 'HEAD'],
    url,
    async handler(request, reply) {
      const { ticket } = request.query;
      const selection = typeof ticket === 'string' ? service.fileLinks.read(ticket) : null;
      if (selection === null) return refuse(reply, outside.linkRefused);
      const { transactionId, filter, lastId } = selection;
      const { conditions } = readFileFilter('downloadfiles', filter, service.timeZone);
      const files = await service.files.list({ transactionId, conditions, lastId });
      const [first] = files;
      if (first === undefined) return refuse(reply, outside.notFound);
      protect(reply);
      return files.length === 1
        ? sendFile(request, reply, first, service, refuse)
        : await sendZip(request, reply, files, service);
    },
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    handler: (_request, reply) => refuse(reply.header('allow', 'GET, HEAD'), outside.wrongMethodOfFile),
  });
}

/** What was uploaded is data: never shown in the service's own name, never guessed at, never kept by caches for others. */
function protect(reply: FastifyReply): void {
  reply
    .header('cache-control', 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('referrer-policy', 'no-referrer');
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { fileBytes }: Service,
  refuse: Refuse,
): FastifyReply {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  const outcome = decide(request.method, request.headers, { size, etag, modified: file.last_update_date });
  reply.header('accept-ranges', 'bytes');
  if (outcome.status === 412) return refuse(reply, outside.preconditionFailed);
  if (outcome.status === 416) return refuse(reply.header('content-range', `bytes */${size}`), outside.outsideFile);
  reply.header('etag', etag).header('last-modified', new Date(file.last_update_date).toUTCString());
  if (outcome.status === 304) return reply.code(304).send();
  reply.type(mediaTypes[file.type as FileType]).header('content-disposition', attachment(file.name));
  if (outcome.status === 206) {
    const { start, end } = outcome.range;
    reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${size}`)
      .header('content-length', end - start + 1);
    return reply.send(fileBytes.read(file.stored_as, outcome.range));
  }
  reply.header('content-length', size);
  return request.method === 'HEAD' ? reply.send() : reply.send(fileBytes.read(file.stored_as));
}

async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  files: readonly StoredFile[],
  { fileBytes }: Service,
): Promise<FastifyReply> {
  const zip = await zipOf(
    files.map((file) => ({
      name: file.name,
      size: file.size,
      modified: file.last_update_date,
      open: () => fileBytes.read(file.stored_as),
    })),
  );
  reply
    .type('application/zip')
    .header('accept-ranges', 'none')
    .header('content-disposition', attachment(zipName(files[0]?.transaction_id ?? 0)))
    .header('content-length', zip.size);
  return request.method === 'HEAD' ? reply.send() : reply.send(zip.stream);
}

/** RFC 6266: a plain name for old readers, the true one as RFC 5987 has it. */
function attachment(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
