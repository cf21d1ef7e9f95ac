/** The files of a transaction (4.8, 4.10): their filter, and the hosts from which they may be read. Nothing is downloaded. */
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { fileUrlOf, selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import { assumed, type Finding, suits, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { list, recordsOf, type Survey, textOf } from '../survey.ts';
import { describeFault } from './access.ts';

const MAX_TRANSACTIONS = 8;

export async function checkFiles(survey: Survey): Promise<Finding[]> {
  const { asker } = survey;
  for (const transId of await recentTransactions(survey)) {
    const [file] = recordsOf(await asker.ask('listFiles', selectFiles(transId, {})));
    const fileId = textOf(file?.['fileID']);
    if (fileId !== null)
      return [await checkFileFilter(survey, transId, fileId), await checkFileUrl(survey, transId, fileId)];
  }
  return [questions.fileFilter, questions.fileUrl].map((question) =>
    unknown(question, `no file at ${MAX_TRANSACTIONS} transactions`),
  );
}

/** Transactions that were changed last are the most likely to have files. */
async function recentTransactions(survey: Survey): Promise<string[]> {
  if (survey.agent === null) return [];
  const answer = await list(survey, {
    order: { field: 'LAST_UPDATE_DATE', direction: 'DESC' },
    size: MAX_TRANSACTIONS,
  });
  return recordsOf(answer).flatMap(({ transId }) => textOf(transId) ?? []);
}

async function checkFileFilter({ asker }: Survey, transId: string, fileId: string): Promise<Finding> {
  const asked = await asker.ask('listFiles', selectFiles(transId, { fileId }));
  const found = recordsOf(asked).map(({ fileID }) => textOf(fileID));
  if (found.length === 1 && found[0] === fileId) return assumed(questions.fileFilter);
  return uncovered(questions.fileFilter, 'a file cannot be selected by its id, so it has no link');
}

async function checkFileUrl({ asker, configured, baseUrl }: Survey, transId: string, fileId: string): Promise<Finding> {
  const question = questions.fileUrl;
  const { value, fault } = await asker.ask('downloadfiles', selectFiles(transId, { fileId }));
  const address = value === null ? null : fileUrlOf(value);
  const requestUrl = new URL(baseUrl.replace(/\/+$/, '') + endpoints.downloadfiles.path);
  if (address === null || !URL.canParse(address, requestUrl))
    return uncovered(question, `there is no address to read a file from (${describeFault(fault)})`);
  const { host, hostname, protocol } = new URL(address, requestUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    return uncovered(question, 'files are not served over https, so they are never read');
  const listed = configured.UPSTREAM_FILE_HOSTS;
  const hosts = listed === '' ? [requestUrl.host] : listed.split(',').map((each) => each.trim().toLowerCase());
  const note = URL.canParse(address) ? '' : 'relative';
  if (hosts.includes(host)) return suits(question, 'UPSTREAM_FILE_HOSTS', listed, note);
  return suits(question, 'UPSTREAM_FILE_HOSTS', listed === '' ? host : `${listed},${host}`, note);
}
