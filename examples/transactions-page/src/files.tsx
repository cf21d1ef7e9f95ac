/** The files of a transaction, in a separate query, so that a failing file store does not affect the rest of the page. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { DownloadButton } from './download-button.tsx';
import { graphql } from './gql/gql.ts';
import { day, joined } from './lib/format.ts';
import { Problem } from './problem.tsx';
import { UploadFile } from './upload-file.tsx';

const TransactionFiles = graphql(`
  query TransactionFiles($id: ID!) {
    transaction(by: { id: $id }) {
      id
      files(first: 100) {
        totalCount
        nodes {
          id
          name
          description
          insertDate
        }
      }
    }
  }
`);

// A link expires after some minutes, so each is fetched when it is needed. The link itself needs no token.
const FileLink = graphql(`
  query FileLink($id: ID!) {
    node(id: $id) {
      __typename
      ... on TransactionFile {
        id
        downloadUrl
      }
    }
  }
`);

const ArchiveLink = graphql(`
  query ArchiveLink($id: ID!) {
    transaction(by: { id: $id }) {
      id
      archiveUrl
    }
  }
`);

export function Files({ transactionId }: { readonly transactionId: string }) {
  const client = useApolloClient();
  const { data, error, loading, refetch } = useQuery(TransactionFiles, { variables: { id: transactionId } });
  const files = data?.transaction?.files?.nodes.flatMap((file) => (file ? [file] : [])) ?? [];
  const count = data?.transaction?.files?.totalCount ?? 0;

  async function linkOf(id: string): Promise<string | null | undefined> {
    const { data } = await client.query({ query: FileLink, variables: { id }, fetchPolicy: 'no-cache' });
    return data?.node?.__typename === 'TransactionFile' ? data.node.downloadUrl : null;
  }

  async function archiveLink(): Promise<string | null | undefined> {
    const variables = { id: transactionId };
    const { data } = await client.query({ query: ArchiveLink, variables, fetchPolicy: 'no-cache' });
    return data?.transaction?.archiveUrl;
  }

  return (
    <section className="card" aria-labelledby="files">
      <header className="split">
        <h2 id="files">Files</h2>
        {count > 1 && <DownloadButton label={`Download all ${count}`} findLink={archiveLink} />}
      </header>
      {error && <Problem error={error} onRetry={refetch} />}
      {loading && files.length === 0 && <p className="quiet">Loading…</p>}
      {!loading && !error && files.length === 0 && <p className="quiet">None yet.</p>}
      <ul className="file-rows">
        {files.map(({ id, name, description, insertDate }) => (
          <li className="split" key={id}>
            <span>
              <span className="file-name">{name}</span>
              <span className="quiet">{joined(' · ', description, day(insertDate))}</span>
            </span>
            <DownloadButton label="Download" about={name ?? 'file'} findLink={() => linkOf(id)} />
          </li>
        ))}
      </ul>
      {count > files.length && files.length > 0 && <p className="quiet">The first {files.length} are shown.</p>}
      <UploadFile transactionId={transactionId} onUploaded={refetch} />
    </section>
  );
}
