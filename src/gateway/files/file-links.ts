/**
 * Download links (access rule 9): sealed capabilities for one file, or for an archive of a transaction's files, because a browser sends no
 * bearer token when it follows a link. A link contains the sealed id of what it opens, so opening the link checks ownership by the same
 * rule as the id itself. It also contains its expiry and, for the audit log, its caller.
 */
import { type FileFilter, fileFilterEntries } from '@realty-forms/contract/calls/file-requests.ts';
import type { FileGrant, TransactionGrant } from '../callers/grants.ts';
import { type Principal, type Role, shortSubject } from '../callers/principal.ts';
import { GatewayFault, notFound } from '../fault.ts';
import type { Parts } from '../parts.ts';

export interface LinkOptions {
  /** How long a link is valid. */
  readonly linkSeconds: number;
  /** The gateway's public URL; without it, links are paths from the root. */
  readonly publicUrl?: string | undefined;
}

/** What a link opens, and the caller for whom it was made. */
export interface OpenedLink {
  readonly transaction: TransactionGrant;
  /** Null for an archive. */
  readonly file: FileGrant | null;
  readonly filter: FileFilter;
  /** The file's name when the link was made. Null if it had none or one too long for a link, and for an archive. */
  readonly name: string | null;
  readonly role: Role;
  readonly subject: string;
}

export type FileLinks = Readonly<ReturnType<typeof createFileLinks>>;

/** The path at which links begin. */
export const FILES_PATH = '/files';

const MAX_NAME_BYTES = 255;

export function createFileLinks({
  sealer,
  access,
  clock,
  ...options
}: LinkOptions & Pick<Parts, 'access' | 'clock' | 'sealer'>) {
  const base = (options.publicUrl ?? '').replace(/\/+$/, '');

  const mint = (
    { role, subject }: Principal,
    { holder, office = '' }: TransactionGrant,
    id: string,
    rest: readonly string[],
  ): string => {
    const expires = clock.now() + options.linkSeconds * 1000;
    const parts = [
      String(expires),
      role,
      shortSubject(subject),
      holder,
      id,
      ...(hasOffice(role) ? [office] : []),
      ...rest,
    ];
    return `${base}${FILES_PATH}/${sealer.seal('link', parts)}`;
  };

  return {
    // The id is sealed again, because the one that the caller presented may not contain the folder.
    toFile: (principal: Principal, { id: _, ...grant }: FileGrant, name: string | null) =>
      mint(
        principal,
        grant.transaction,
        access.fileId(grant),
        name === null || Buffer.byteLength(name) > MAX_NAME_BYTES ? [] : [name],
      ),
    toArchive: (principal: Principal, grant: TransactionGrant, filter: FileFilter) =>
      mint(principal, grant, access.transactionId(grant), fileFilterEntries(filter).flat()),
    async open(sealed: string): Promise<OpenedLink> {
      const [expires, role, subject = '', holder = '', id = '', ...more] = sealer.open('link', sealed) ?? [];
      if (role !== 'agent' && role !== 'coordinator' && role !== 'service') throw notFound();
      if (clock.now() >= Number(expires)) {
        throw new GatewayFault('LINK_EXPIRED', 'The link has expired; request a new one');
      }
      const [office = '', ...rest] = hasOffice(role) ? more : ['', ...more];
      // A link does not say what its caller may act for today, so it grants the one agent, as long as the agent belongs to the same office.
      const acting =
        office === '' ? { nrdsIds: role === 'service' ? [] : [holder] } : { nrdsIds: [], officeNrdsIds: [office] };
      const caller: Principal = { role, subject, ...acting, scopes: new Set() };
      if (sealer.typeOf(id) === 'file') {
        const file = await access.openFile(caller, id);
        const filter = { fileId: file.fileId, folderId: file.folderId === '' ? null : file.folderId };
        return { transaction: file.transaction, file, filter, name: rest[0] ?? null, role, subject };
      }
      const transaction = await access.openTransaction(caller, id);
      return { transaction, file: null, filter: readFilter(rest), name: null, role, subject };
    },
  };
}

/** Whether the link contains the agent's office: its caller may see the agent's data only while the agent belongs to it. */
function hasOffice(role: Role): boolean {
  return role === 'coordinator';
}

/** Reads the filter from its sealed form of alternating keys and values. */
function readFilter(parts: readonly string[]): FileFilter {
  return Object.fromEntries(
    parts.flatMap((key, index) => (index % 2 === 0 ? [[key, parts[index + 1] ?? '']] : [])),
  ) as FileFilter;
}
