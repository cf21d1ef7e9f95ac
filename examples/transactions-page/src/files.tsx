/** The files of a transaction, in a separate query, so that a failing file store does not affect the rest of the page. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  ArchiveLinkDocument,
  FileLinkDocument,
  TransactionFilesDocument,
  uniqueById,
} from 'realty-forms-graphql-client';
import { DownloadButton } from './download-button.tsx';
import { FileRow } from './file-row.tsx';
import { useLasting } from './lib/use-lasting.ts';
import { Skeleton } from './skeleton.tsx';
import { Unloaded } from './unloaded.tsx';
import { UploadFile } from './upload-file.tsx';

export function Files({ transactionId }: { readonly transactionId: string }) {
  const client = useApolloClient();
  const query = useQuery(TransactionFilesDocument, {
    variables: { id: transactionId, first: 100 },
    errorPolicy: 'all',
  });
  const { shown: page, failure } = useLasting(query, query.data?.transaction?.files);
  const files = uniqueById(page?.nodes ?? []);
  const count = page?.totalCount ?? 0;

  // A link expires after a few minutes, so each is fetched when it is needed. The link itself needs no token.
  async function linkOf(id: string): Promise<string | null | undefined> {
    const { data } = await client.query({ query: FileLinkDocument, variables: { id }, fetchPolicy: 'no-cache' });
    return data?.node?.__typename === 'TransactionFile' ? data.node.downloadUrl : null;
  }

  async function archiveLink(): Promise<string | null | undefined> {
    const variables = { id: transactionId };
    const { data } = await client.query({ query: ArchiveLinkDocument, variables, fetchPolicy: 'no-cache' });
    return data?.transaction?.archiveUrl;
  }

  return (
    <section className="card" aria-labelledby="files">
      <header className="split">
        <h2 id="files">Files</h2>
        {count > 1 && <DownloadButton label={`Download all ${count}`} findLink={archiveLink} />}
      </header>
      {failure && <Unloaded failure={failure} onRetry={query.refetch} />}
      {query.loading && !page && <Skeleton shape="lines" />}
      {page && count === 0 && <p className="quiet">No files yet.</p>}
      <ul className="file-rows">
        {files.map((file) => (
          <FileRow key={file.id} file={file}>
            <DownloadButton label="Download" about={file.name ?? 'file'} findLink={() => linkOf(file.id)} />
          </FileRow>
        ))}
      </ul>
      {count > files.length && files.length > 0 && <p className="quiet">The first {files.length} are shown.</p>}
      <UploadFile transactionId={transactionId} />
    </section>
  );
}
