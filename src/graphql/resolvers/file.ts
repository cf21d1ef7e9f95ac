/** Transaction.files and archiveUrl, the fields of TransactionFile that need a resolver, and Mutation.uploadFile. */
import { checkFileFilter } from '../../gateway/files/files.ts';
import { openUpload } from '../../gateway/files/upload-file.ts';
import { authorOf } from '../../gateway/ledger/write-command.ts';
import { grantOf } from '../../gateway/reading/transactions.ts';
import type { MutationResolvers, TransactionFileResolvers, TransactionResolvers } from '../../generated/graphql.ts';
import { callerOf } from '../context.ts';
import { hasScope, local } from '../schema/access-checks.ts';
import { responsePaths } from './lookahead.ts';
import { filesSelection, recordDetail } from './selections.ts';

export const ofTransaction: Pick<TransactionResolvers, 'files' | 'archiveUrl'> = {
  files: (transaction, args, context, info) =>
    context.gateway.files.list(context.loaders, grantOf(transaction), args, filesSelection(info)),

  archiveUrl(transaction, { filter }, context) {
    checkFileFilter(filter ?? {});
    return context.gateway.links.toArchive(callerOf(context), grantOf(transaction), filter ?? {});
  },
};

export const fields: TransactionFileResolvers = {
  id: local((file, _args, { gateway }) => gateway.files.idOf(file)),

  downloadUrl: ({ grant, name }, _args, context) =>
    grant === null ? null : context.gateway.links.toFile(callerOf(context), grant, name),

  transaction: ({ owner }, _args, context, info) =>
    context.gateway.transactions.get(context.loaders, owner, recordDetail(info)),
};

export const mutation: Pick<MutationResolvers, 'uploadFile'> = {
  async uploadFile(_root, { input: { transactionId, idempotencyKey, ...input } }, context, info) {
    const { access, uploadFile } = context.gateway;
    const caller = callerOf(context);
    const author = authorOf(caller, idempotencyKey);
    const grant = await openUpload(access, caller, transactionId);
    const wantsFile = hasScope(context, 'files.read') && responsePaths(info, ['file']).length > 0;
    // Whatever the outcome, the file may have been sent.
    return await uploadFile(grant, author, input, wantsFile).finally(() => context.loaders.forgetFiles());
  },
};
