/**
 * The rows of docs/assumptions.md that reading can answer: the section of the specification, the question as it is worded there and, for a
 * row with several answers, what each one is about.
 */
const question = (spec: string, text: string, about = '') => ({ spec, text, about });

const VALUES = 'how numbers, money, dates, times and blanks are written';
const FILTER = 'notation of a filter';
const FILTER_DATES = 'dates and instants in a filter';

export const questions = {
  tokenBody: question('4.1', 'how a token is requested'),
  tokenHeader: question('5.6', 'header of the token'),
  wrappers: question('2.1, 4', 'wrappers'),
  contentTypes: question('4', 'content types and charset'),
  dataTypes: question('2, 2.1', 'data types'),
  numbers: question('2, 2.4', VALUES, 'which columns are numbers'),
  timestamps: question('2, 2.4', VALUES, 'timestamp format'),
  timeZone: question('2', 'time zone of times without an offset'),
  padding: question('2.2 to 2.6', 'how ids are written and padded', 'are ids padded'),
  blanks: question('2, 2.4', VALUES, 'how blanks are written'),
  codes: question('2.5, 3', 'codes or labels in responses'),
  columns: question('6, 9', 'events, versioning', 'unknown columns'),
  directory: question(
    '2.1, 4.4',
    'does `meta.max` count the records that match',
    'does meta.max count the active users',
  ),
  sharedAddresses: question('2.2, 4.3', 'several active users with one e-mail address'),
  notFound: question('4.3, 4.5', 'not found'),
  errorStatus: question('4', 'status in the HTTP line or in the body'),
  errorBody: question('7', 'body of an error'),
  blanksSent: question('4', 'must an optional field be sent'),
  incremental: question('4.2', 'form of the filter', 'how new active users are asked for'),
  fullDetails: question('4.4', 'how `full_details` is sent'),
  brackets: question('4.4', FILTER, 'brackets around filter values'),
  separator: question('4.4', FILTER, 'separator of filter keys'),
  severalCodes: question('4.4', FILTER, 'several codes in one condition'),
  range: question('4.4', FILTER, 'format of a range'),
  filterTimes: question('4.4, 4.8', FILTER_DATES, 'how an instant is written in a filter'),
  filterDates: question('4.4, 4.8', FILTER_DATES, 'how a date is written in a filter'),
  exactDays: question('4.4, 4.8', FILTER_DATES, 'does an exact day match all of it'),
  bounds: question('4.4, 4.8', FILTER_DATES, 'are the bounds `_min` and `_since` inclusive'),
  order: question('2.1, 4.4', 'ties, blanks'),
  max: question('2.1, 4.4', 'does `meta.max` count the records that match', 'does meta.max count what matches'),
  nextBatch: question('2.1', '`next_batch_no` of the last batch'),
  pastTheEnd: question('2.1, 4.4, 4.10', 'how a list without records is written', 'a batch past the end'),
  emptyList: question('2.1, 4.4, 4.10', 'how a list without records is written', 'a list that nothing matches'),
  fileFilter: question('4.8', 'notation of file filters'),
  fileUrl: question('4.8', '`file_url`'),
  filling: question('–', '', 'filling the search index'),
  latency: question('–', '', 'slowest call'),
  largest: question('–', '', 'largest response'),
} as const;

export type Question = (typeof questions)[keyof typeof questions];
