/**
 * The fields of a transaction that the operator has selected for webhooks. The selection is parsed and validated, and its cost is
 * estimated, once and by the rules for operations. It is executed like the event of a stream.
 */
import { randomUUID } from 'node:crypto';
import { createRequestLog } from '@realty-forms/platform/observability/request-log.ts';
import { type DocumentNode, type GraphQLSchema, Kind, parse, specifiedRules, validate } from 'graphql';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createContext } from './context.ts';
import { type CostLimits, isWithin } from './cost/cost.ts';
import type { EstimateCost } from './cost/estimate.ts';
import { compileOperation } from './execution/compile.ts';
import { limitsRule } from './limits/validation-rules.ts';
import { summaryOf } from './operations.ts';
import type { Run } from './run.ts';
import { EventDelivery, neverAborted } from './subscriptions/result-stream.ts';

interface SelectionOptions {
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly estimateCost: EstimateCost;
  readonly limits: CostLimits;
  readonly run: Run;
}

/** The selected fields, or the code of a problem that may pass. */
type Selected = { readonly content: SelectedContent } | { readonly problem: string };

interface SelectedContent {
  /** Null if the transaction no longer exists. */
  readonly transaction: unknown;
  /** As in a response; left out if there are none. */
  readonly errors?: unknown;
}

type Select = (principal: Principal, id: string, changedAt: string | null) => Promise<Selected>;

/** Throws an error that names the problem of the selection. */
export type PrepareSelection = (selection: string) => Select;

interface Written {
  readonly data?: { readonly transaction: ({ readonly [UPDATED]?: string | null } & object) | null } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly retryable: boolean } }[];
}

/** The name under which each selection also reads when the transaction was last changed. */
const UPDATED = 'lastUpdateDate__';

const rules = [limitsRule, ...specifiedRules];

export function createSelections(options: SelectionOptions): PrepareSelection {
  const { gateway, schema, estimateCost, limits, run } = options;

  return (selection) => {
    const { document, operation } = parseSelection(schema, selection);
    const cost = estimateCost(operation, { fragments: {}, variableValues: { id: '' } });
    if (!isWithin({ ...limits, maxCalls: limits.maxEventCalls }, cost))
      throw new Error(
        `it may need ${cost.calls} upstream calls and ${cost.bytes} bytes, and at most ${limits.maxEventCalls} and ${limits.maxBytes} are allowed`,
      );

    const execute = compileOperation(schema, document, operation, {});
    const prepared = {
      summary: summaryOf(operation, {}),
      compiled: () => execute,
    };

    const read = async (principal: Principal, id: string, requestId: string): Promise<string> => {
      const delivery = new EventDelivery();
      const details = {
        requestId,
        signal: () => neverAborted,
        response: delivery,
        requestLog: createRequestLog(requestId),
        showsCost: false,
      };
      const context = createContext(gateway, principal, details);
      try {
        const { text } = await run(context, { prepared, variables: { id }, cost });
        return text;
      } finally {
        delivery.close();
      }
    };

    return async (principal, id, changedAt) => {
      const requestId = randomUUID();
      let text: string;
      try {
        text = await gateway.calls.runRequest(() => read(principal, id, requestId), requestId);
      } catch (fault) {
        if (fault instanceof GatewayFault) return { problem: `the selected fields cannot be read (${fault.code})` };
        throw fault;
      }
      const { data, errors = [] } = JSON.parse(text) as Written;
      const passing = errors.find(({ extensions }) => extensions.retryable);
      if (passing !== undefined) return { problem: `the selected fields cannot be read (${passing.extensions.code})` };
      const others = errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND');
      const { [UPDATED]: updated, ...fields } = data?.transaction ?? {};
      const transaction = data?.transaction == null ? null : fields;
      const isBehind = transaction === null || Date.parse(updated ?? '') < Date.parse(changedAt ?? '');
      if (changedAt !== null && isBehind) return { problem: 'the service does not return the change yet' };
      return { content: { transaction, ...(others.length > 0 && { errors: others }) } };
    };
  };
}

/** The selection as a single operation, whose only root field is the transaction. */
function parseSelection(schema: GraphQLSchema, selection: string) {
  const document: DocumentNode = parse(
    `query Webhook($id: ID!) { transaction(by: { id: $id }) ${selection.replace(/}\s*$/, ` ${UPDATED}: lastUpdateDate }`)} }`,
  );
  const [operation, ...others] = document.definitions;
  const isOne = operation?.kind === Kind.OPERATION_DEFINITION && operation.selectionSet.selections.length === 1;
  if (!isOne || others.length > 0) throw new Error('it is not one selection of fields, such as { name status }');
  const [error] = validate(schema, document, rules);
  if (error !== undefined) throw error;
  return { document, operation };
}
