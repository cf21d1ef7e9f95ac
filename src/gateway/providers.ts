/**
 * The use case of adding service providers to a transaction (4.9). The agent is the one whose id of the transaction it is; a
 * service, whose ids hold none, names it. What an entry cannot be is refused here, all of it at once, before it is sent once.
 */
import { type ProviderKind, providerKinds } from '../contract/fields.ts';
import { addProviders, type NewProvider, valuesOfProviders } from '../contract/provider-requests.ts';
import { isSuccess } from '../contract/success.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Access, AgentGrant, TransactionGrant } from './access.ts';
import type { Author } from './author.ts';
import type { Directory } from './directory.ts';
import { isNotFound } from './fault.ts';
import type { Once } from './ledger/intent.ts';
import type { Loaders } from './loaders.ts';
import {
  blanks,
  invalid,
  refusal,
  type Told,
  type UserError,
  unfound,
  unknownAgent,
  unknownTransaction,
} from './outcome.ts';
import type { Principal } from './principal.ts';
import type { Transaction, Transactions } from './transactions.ts';

interface AddInput {
  /** A sealed id. */
  readonly transactionId: string;
  readonly agentNrdsId?: string | null;
  readonly providers: readonly NewProvider[];
}

export interface AddResult extends Told {
  /** Reads the transaction as it is now; null where the providers were not added. */
  readonly readTransaction: (() => Promise<Transaction>) | null;
}

export type Add = (loaders: Loaders, principal: Principal, author: Author, input: AddInput) => Promise<AddResult>;

export interface AddOptions {
  readonly access: Access;
  readonly upstream: Upstream;
  readonly directory: Directory;
  readonly transactions: Transactions;
  readonly once: Once;
}

const ifUnknown =
  'The service gave no readable response, so the service providers may be there: read the transaction before you add them again';

export function createAdd({ access, upstream, directory, transactions, once }: AddOptions): Add {
  return async (loaders, principal, author, input) => {
    const grants = await openGrants(access, principal, input);
    if ('code' in grants) return refused([grants]);
    const { transaction, agent } = grants;
    const problems = judge(input.providers);
    if (problems.length > 0) return refused(problems);
    if ((await directory.byNrdsId(agent.nrdsId)) === null) return refused([unknownAgent()]);
    const { transId } = transaction;
    const request = addProviders({ agentNrdsId: agent.nrdsId, transId, providers: input.providers });
    const add = once<true>({
      operation: 'addServiceProviders',
      author,
      agent: agent.nrdsId,
      request,
      sent: valuesOfProviders(request),
      ifUnknown,
      send: async () => (isSuccess(await upstream.call('serviceproviders', request)) ? true : undefined),
      keep: () => ({}),
      recall: (): true => true,
    });
    // It may have been sent, however it ends.
    const { answer, possible: _, ...told } = await add.finally(() => loaders.forgetTransactions());
    return { ...told, readTransaction: answer && (() => transactions.get(loaders, transaction)) };
  };
}

function refused(userErrors: readonly UserError[]): AddResult {
  return { ...refusal(userErrors), readTransaction: null };
}

interface Grants {
  readonly transaction: TransactionGrant;
  readonly agent: AgentGrant;
}

/** The rights to the transaction and to its agent, or the field that gives none. */
async function openGrants(
  access: Access,
  principal: Principal,
  { transactionId, agentNrdsId }: AddInput,
): Promise<Grants | UserError> {
  const named = agentNrdsId ?? null;
  let refusal = unknownTransaction();
  try {
    const transaction = await access.openTransaction(principal, transactionId);
    if (principal.role === 'service' && named === null) {
      return invalid('agentNrdsId', 'Required, because your token has the role service');
    }
    refusal = principal.role === 'service' ? unknownAgent() : notItsAgent();
    return { transaction, agent: await access.agentOf(principal, transaction, named) };
  } catch (error) {
    if (isNotFound(error)) return refusal;
    throw error;
  }
}

function notItsAgent(): UserError {
  return unfound('agentNrdsId', 'The transaction does not belong to an agent with this NRDS id');
}

/** What no list of entries can be, by the path of each field. */
function judge(providers: readonly NewProvider[]): UserError[] {
  if (providers.length === 0) return [invalid('providers', 'Must not be empty')];
  if (providers.length > providerKinds.length) {
    return [
      invalid(
        'providers',
        `Must have at most ${providerKinds.length} entries, one of each kind, not ${providers.length}`,
      ),
    ];
  }
  const seen = new Set<ProviderKind>();
  return providers.flatMap((provider, index) => {
    const isSecond = seen.has(provider.kind);
    seen.add(provider.kind);
    const again = isSecond
      ? [invalid('kind', `Must be another kind: a second ${provider.kind} would replace the first`)]
      : [];
    return [...again, ...judgeOne(provider)].map((error) => ({ ...error, field: `providers.${index}.${error.field}` }));
  });
}

function judgeOne({ kind, company, agentName, companyAddress, email, contact }: NewProvider): UserError[] {
  const hasAgent = providerKinds.some((row) => row.kind === kind && row.hasAgent);
  const reached =
    typeof contact.phone === 'string' ? { 'contact.phone': contact.phone } : { 'contact.fax': contact.fax };
  const problems = blanks({ company, ...(hasAgent && { agentName: agentName ?? '' }), companyAddress, email });
  if (!hasAgent && (agentName ?? '').trim() !== '') {
    problems.push(invalid('agentName', `Must be left out: ${kind} has no place for it`));
  }
  return [...problems, ...blanks(reached as Record<string, string>)];
}
