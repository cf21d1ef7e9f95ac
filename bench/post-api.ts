/** A client of the embedded POST API, for what a benchmark asks of it beside the gateway. */
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { CallName } from '@realty-forms/contract/calls/messages.ts';

/** To be among the clients of the POST API. */
export const client = {
  id: 'bench',
  secret: 'bench',
  vendorEmail: 'bench@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

/** Calls an endpoint, as the vendor; throws unless it succeeds. */
export type Call = (endpoint: CallName, body: object) => Promise<unknown>;

export async function connect(url: string): Promise<Call> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const credentials = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const { access_token } = (await post(endpoints.token.path, credentials)) as { access_token: string };
  return (endpoint, body) =>
    post(
      endpoints[endpoint].path,
      { userId: client.vendorEmail, ...body },
      { Authorization: `Bearer ${access_token}` },
    );
}
