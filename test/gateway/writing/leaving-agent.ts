/** A gateway over a service that executes each write, and Ann, an agent who writes until she leaves. */
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import type { KeyRing } from '../../../src/gateway/ids/seal.ts';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import { openAgent } from '../../../src/gateway/writing/create-transaction.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';
import type { World } from '../files/uploading.ts';

export const ann = agentOf('111');
export const RELOAD_MS = 2 * 3_600_000;
export const bob = { agentNRDSID: '222', email: 'bob@example.com' };
export const creation = {
  stateId: 'MI',
  name: 'Elm Street',
  streetAddress: '1 Elm Street',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
} as const;
const escrow = {
  kind: 'ESCROW',
  company: 'Safe Escrow',
  agentName: 'Esther',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555' },
} as const;
export const ringOf = ([first, ...more]: readonly [number, ...number[]]): KeyRing => [
  sealKey(first),
  ...more.map(sealKey),
];

interface Options {
  readonly written?: string;
  /** The id keys. */
  readonly ids?: readonly [number, ...number[]];
  readonly store?: World['store'];
}

/** Ann's NRDS id as the directory has it is `written`, until she leaves. */
export async function startWriting({ written = '111', ids = [1], store }: Options = {}) {
  const annAsUser = { agentNRDSID: written, email: 'ann@example.com' };
  let users = [annAsUser, bob];
  const { gateway, upstream, clock } = gatewayOver(
    {
      activeUsers: (request) => batchOf(users, request),
      addTrans: () => [{ transName: 'Elm Street', streetAddress: '1 Elm Street', transId: 'T-77' }],
      serviceproviders: () => ({ result: 'Success' }),
      getTransById: () => [{ transName: 'Elm Street' }],
    },
    undefined,
    { idKeys: ringOf(ids), ...(store && { ledgerStore: store }) },
  );
  const { access } = gateway;
  const ownId = async (of: Principal, nrdsId: string) =>
    access.transactionId(access.ownTransaction(await access.agent(of, nrdsId), 'T-1'));
  const id = await ownId(ann, '111');
  return {
    gateway,
    id,
    ownId,
    create: async (
      key: string | null,
      caller: Principal = ann,
      agentNrdsId: string | null = null,
      input: object = {},
    ) =>
      gateway.createTransaction(
        gateway.loaders(),
        await openAgent(access, caller, authorOf(caller, key), agentNrdsId),
        authorOf(caller, key),
        { ...creation, ...input },
        true,
      ),
    addProviders: (key: string | null, caller: Principal = ann, input: object = {}) =>
      gateway.addProviders(gateway.loaders(), caller, authorOf(caller, key), {
        transactionId: id,
        providers: [escrow],
        ...input,
      }),
    sent: () => upstream.requestsTo('addTrans').length + upstream.requestsTo('serviceproviders').length,
    read: () => upstream.requestsTo('getTransById').length,
    leave() {
      users = [bob];
      clock.advance(RELOAD_MS);
    },
    comeBack() {
      users = [annAsUser, bob];
      clock.advance(RELOAD_MS);
    },
  };
}
