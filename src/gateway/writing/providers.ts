/**
 * The use case of adding service providers to a transaction (4.9). The agent is the one in the transaction's sealed id. A service has to
 * name the agent, because its ids contain none. Invalid entries are rejected here, all in one response, before anything is sent.
 */
import { addProviders, type NewProvider, valuesOfProviders } from '@realty-forms/contract/calls/provider-requests.ts';
import { type ProviderKind, providerKinds } from '@realty-forms/contract/columns/fields.ts';
import type { Access } from '../callers/access.ts';
import type { TransactionGrant } from '../callers/grants.ts';
import { notationsOf } from '../callers/identifiers.ts';
import type { Principal } from '../callers/principal.ts';
import { badInput, isNotFound, notFound } from '../fault.ts';
import type { Author } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { Detail, Transaction } from '../reading/transactions.ts';
import {
  invalid,
  lengthErrors,
  NO_RESPONSE,
  notFoundError,
  payloadOf,
  type UserError,
  unknownAgent,
  unknownTransaction,
  type WritePayload,
} from './outcome.ts';

interface AddInput {
  /** A sealed id. */
  readonly transactionId: string;
  readonly agentNrdsId?: string | null;
  readonly providers: readonly NewProvider[];
}

export interface AddResult extends WritePayload {
  /** Reads the transaction as it is now; null if the providers were not added. */
  readonly readTransaction: ((detail?: Detail) => Promise<Transaction>) | null;
}

export function createAddServiceProviders({
  access,
  upstream,
  directory,
  transactions,
  writeOnce,
}: Pick<Parts, 'access' | 'directory' | 'writeOnce' | 'transactions' | 'upstream'>) {
  return async (loaders: Loaders, principal: Principal, author: Author, input: AddInput): Promise<AddResult> => {
    const grants = await openGrants(access, principal, author, input);
    const { transaction, transId } = grants;
    // A key and its retries need the agent in one notation. A load of the directory would take long only for an agent who does not exist.
    const isGranted = grants.error === null;
    const nrdsId = isGranted ? await directory.written(grants.nrdsId) : directory.spelling(grants.nrdsId);
    const requestFor = (agentNrdsId: string) => addProviders({ agentNrdsId, transId, providers: input.providers });
    const request = requestFor(nrdsId);
    const add = writeOnce<true>({
      operation: 'addServiceProviders',
      ifUnknown: `${NO_RESPONSE} the service providers may be stored: check the transaction before you add them again`,
      author,
      agent: nrdsId,
      elsewhere: () => notationsOf(nrdsId).map((agent) => ({ agent, request: requestFor(agent) })),
      changes: { transId },
      request,
      sent: valuesOfProviders(request),
      async check() {
        if (grants.error !== null) return [grants.error];
        const problems = validate(input.providers);
        return problems.length > 0 || (await directory.byNrdsId(nrdsId)) !== null ? problems : [unknownAgent()];
      },
      send: async () => {
        await upstream.call('serviceproviders', request);
        return true;
      },
      restore: (): true => true,
    });
    // The write may have been sent even if it failed.
    const recorded = await add.finally(() => loaders.forgetTransactions());
    const read = async (detail?: Detail) => {
      if (transaction === null) throw notFound();
      return await transactions.get(loaders, transaction, detail);
    };
    const readTransaction = recorded.result && read;
    return { ...payloadOf(recorded), readTransaction };
  };
}

/** The transaction of the write. Without a grant, the error says why a write is rejected that was not sent before. */
interface Grants {
  readonly transId: string;
  readonly nrdsId: string;
  readonly transaction: TransactionGrant | null;
  readonly error: UserError | null;
}

/** The grant for the transaction and the NRDS id of its agent. */
async function openGrants(
  access: Access,
  principal: Principal,
  { key }: Author,
  { transactionId, agentNrdsId }: AddInput,
): Promise<Grants> {
  const requestedAgent = agentNrdsId ?? null;
  let errorIfNotFound = unknownTransaction();
  try {
    const transaction = await access.openTransaction(principal, transactionId);
    if (principal.role === 'service' && requestedAgent === null) {
      const error = invalid('agentNrdsId', 'Required, because your token has the role service');
      // A key is scoped to an agent, so nobody knows what it was used for.
      if (key !== null) throw badInput('agentNrdsId', error.message);
      return { transId: transaction.transId, nrdsId: transaction.agentNrdsId, transaction, error };
    }
    errorIfNotFound =
      principal.role === 'service'
        ? unknownAgent()
        : notFoundError('agentNrdsId', 'The transaction does not belong to an agent with this NRDS id');
    const { nrdsId } = await access.agentOf(principal, transaction, requestedAgent);
    return { transId: transaction.transId, nrdsId, transaction, error: null };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { transId, holder } = access.lostTransaction(principal, transactionId);
    return { transId, nrdsId: requestedAgent ?? holder, transaction: null, error: errorIfNotFound };
  }
}

/** The errors in the entries, each with the path of its field. */
function validate(providers: readonly NewProvider[]): UserError[] {
  if (providers.length === 0) return [invalid('providers', 'Must have at least one entry')];
  const { length: most } = providerKinds;
  if (providers.length > most)
    return [invalid('providers', `Must have at most ${most} entries, one of each kind, not ${providers.length}`)];
  const seen = new Set<ProviderKind>();
  return providers.flatMap((provider, index) => {
    const isDuplicate = seen.has(provider.kind);
    seen.add(provider.kind);
    const errors = validateProvider(provider);
    if (isDuplicate)
      errors.unshift(invalid('kind', `Must be a different kind: a second ${provider.kind} would replace the first`));
    return errors.map((error) => ({ ...error, field: `providers.${index}.${error.field}` }));
  });
}

function validateProvider(provider: NewProvider): UserError[] {
  const { kind, represents, company, agentName, companyAddress, email, contact } = provider;
  const hasAgent = providerKinds.some((row) => row.kind === kind && row.hasAgent);
  const contactField =
    typeof contact.phone === 'string' ? { 'contact.phone': contact.phone } : { 'contact.fax': contact.fax };
  const problems = lengthErrors({
    ...(represents?.trim() && { represents }),
    company,
    ...(hasAgent && { agentName: agentName ?? '' }),
    companyAddress,
    email,
  });
  if (!hasAgent && (agentName ?? '').trim() !== '') {
    problems.push(invalid('agentName', `Must be omitted: a provider of the kind ${kind} has no agentName`));
  }
  return [...problems, ...lengthErrors(contactField as Record<string, string>)];
}
