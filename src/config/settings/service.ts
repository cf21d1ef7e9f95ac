/** The POST API: its address, the gateway's client there, and how this service reads and writes. */
import { MIN_SECRET_LENGTH } from '../../upstream/answers/redaction.ts';
import { certificatesProblem, secureUrlProblem } from '../addresses.ts';
import { checked, headerName, hosts, number, oneOf, secretUrl, text, timeZone, traits, whole } from '../kinds.ts';

/** The value of UPSTREAM_URL that means the embedded service. */
export const EMBEDDED = 'embedded';

const FROM_PROVIDER = 'the provider of the POST API tells you yours';

export const service = {
  UPSTREAM_URL: checked((value) => {
    const problem = value === EMBEDDED ? null : secureUrlProblem(value, ['user', 'query', 'fragment']);
    return problem === null || URL.canParse(value) ? problem : `${problem}, nor the word ${EMBEDDED}`;
  })
    .optional()
    .describe(
      'Base URL of the POST API, or embedded for the embedded service; unset: the embedded service, on loopback only',
    )
    .meta(traits({ example: 'https://api.example.com' })),
  UPSTREAM_CLIENT_ID: text()
    .optional()
    .describe('OAuth client id for the POST API; unset: development-client, with the embedded service')
    .meta(traits({ source: FROM_PROVIDER })),
  UPSTREAM_CLIENT_SECRET: text(MIN_SECRET_LENGTH)
    .optional()
    .describe('OAuth client secret for the POST API; unset: generated once in DATA_DIR, with the embedded service')
    .meta(traits({ secret: true, source: FROM_PROVIDER })),
  UPSTREAM_VENDOR_EMAIL: text()
    .optional()
    .describe(
      'Vendor e-mail address, sent as userId with every request; unset: vendor@integration.example, with the embedded service',
    )
    .meta(traits({ source: FROM_PROVIDER })),
  UPSTREAM_TOKEN_BODY: oneOf(['json', 'form', 'basic'], 'json').describe(
    'Format of the token request; basic is a form with the credentials in the Authorization header',
  ),
  UPSTREAM_TOKEN_HEADER: headerName.default('authorization').describe('Header that carries the token to the POST API'),
  UPSTREAM_TIME_ZONE: timeZone
    .default('America/New_York')
    .describe(
      'Time zone of upstream timestamps without an offset, an IANA name or an offset; while it is unset, the log says once that there are such timestamps',
    ),
  UPSTREAM_EPOCH: oneOf(['off', 'seconds', 'milliseconds'], 'off').describe(
    'Whether numbers are read as times: seconds or milliseconds since 1970',
  ),
  UPSTREAM_FILTER_BRACKETS: oneOf(['on', 'off'], 'on').describe('Whether filter values are enclosed in angle brackets'),
  UPSTREAM_FILTER_SEPARATOR: oneOf([', ', ',', ';', '&'], ', ').describe('Separator between the keys of a filter'),
  UPSTREAM_INCREMENTAL_FILTER: oneOf(['word', 'bracketed'], 'word').describe(
    'Filter that asks for new active users: incremental, or filter=<incremental>',
  ),
  UPSTREAM_BLANKS: oneOf(['send', 'omit'], 'send').describe(
    'Whether optional parameters without a value are sent as blank text or left out',
  ),
  UPSTREAM_BOOLEANS: oneOf(['json', 'text'], 'json').describe(
    'How full_details and passcodeReturn are sent: true, or the text "true"',
  ),
  UPSTREAM_FILTER_RANGE: oneOf(['spaced', 'tight'], 'spaced').describe(
    'Whether the hyphen of a range has spaces around it: a - b, or a-b',
  ),
  UPSTREAM_FILTER_TIMESTAMPS: oneOf(
    ['iso', 'compact', 'local', 'sql', 'us', 'us-12', 'seconds', 'milliseconds'],
    'iso',
  ).describe(
    'Form of times in filters: 2024-07-04T15:30:00Z (iso), 2024-07-04T15:30:00+0000 (compact), seconds or milliseconds since 1970, or in UPSTREAM_TIME_ZONE 2024-07-04T09:30:00 (local), 2024-07-04 09:30:00 (sql), 07/04/2024 09:30:00 (us), 07/04/2024 09:30:00 AM (us-12)',
  ),
  UPSTREAM_FILTER_DATES: oneOf(['iso', 'us', 'time'], 'iso').describe(
    "Form of dates in filters: 2024-07-04 (iso), 07/04/2024 (us), or the day's first moment in UPSTREAM_TIME_ZONE (time)",
  ),
  UPSTREAM_CONTRADICTIONS: oneOf(['show', 'refuse'], 'show').describe(
    "Transactions between two other agents in an agent's list: show and count them, or refuse the response (UPSTREAM_INVALID). Assistants and brokers have such transactions; but with show, an agent also sees what the service returns by mistake",
  ),
  UPSTREAM_CONNECTIONS_TOTAL: number(2, 100_000)
    .optional()
    .describe(
      'Maximum number of concurrent calls to the POST API, of any kind, of all processes together; unset: 32 reads, 8 writes, 16 uploads, 4 polls for changes and 2 for the index in each process',
    ),
  UPSTREAM_CALLS_PER_MINUTE: number(10, 10_000_000)
    .optional()
    .describe('Maximum number of calls to the POST API per minute, of all processes together; unset: none'),
  UPSTREAM_DEADLINE_MS: whole(100, 600_000, 10_000).describe(
    'Deadline of a POST API call in milliseconds, retries included',
  ),
  UPSTREAM_MAX_RESPONSE_BYTES: whole(1024, 1_000_000_000, 4_194_304).describe(
    'Maximum size of a response from the POST API in bytes',
  ),
  UPSTREAM_UPLOAD_ENCODING: oneOf(['multipart', 'base64'], 'multipart').describe(
    'How files are sent: multipart/form-data, or base64 in JSON',
  ),
  UPSTREAM_FILE_HOSTS: hosts
    .describe("Hosts that files may be read from, comma-separated; unset: the POST API's host")
    .meta(traits({ example: 'files.example.com,cdn.example.com:8443' })),
  UPSTREAM_CA_FILE: checked(certificatesProblem)
    .optional()
    .describe('PEM file of a private certificate authority')
    .meta(traits({ file: true })),
  OUTBOUND_PROXY: secretUrl('query', 'fragment')
    .optional()
    .describe('HTTP proxy for calls to the POST API and the key set')
    .meta(traits({ example: 'http://proxy.example.com:3128', secret: true })),
  DIRECTORY_REFRESH_SECONDS: whole(1, 3_000, 300).describe(
    'Interval at which the gateway asks the POST API for new users; after twelve of them, or two hours, it reloads all active users, to notice those who have left',
  ),
};
