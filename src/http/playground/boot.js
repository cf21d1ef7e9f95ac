/**
 * Starts GraphiQL in the browser. Tabs and history persist between visits, tokens do not: the browser's storage holds a mark for
 * each, which the next visit replaces with the token that the server issues then.
 */
const settings = JSON.parse(document.getElementById('settings').textContent);
const endpoint = new URL(settings.endpoint, location).href;
const prefix = 'realty-forms:';

const workers = { editorWorkerService: 'editor', graphql: 'graphql', json: 'json' };
// GraphiQL's script reads it; that script runs next, before the document is complete.
self.MonacoEnvironment = {
  globalAPI: true,
  getWorkerUrl: (_module, label) => new URL(`worker-${workers[label]}.js`, import.meta.url).href,
};
await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));

// GraphiQL looks at the color scheme of the system only once; its editors would keep the colors of the other one.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches: isDark }) => {
  const isChosen = document.body.matches('.graphiql-light, .graphiql-dark');
  if (!isChosen) self.monaco.editor.setTheme(isDark ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

const tokens = Object.entries(settings.tokens).map(([caller, value]) => ({
  mark: `{{token of the demo ${caller}}}`,
  value,
}));
const headersOf = (caller) => ({ [settings.tokenHeader]: `Bearer ${settings.tokens[caller] ?? ''}` });
// Only development tokens are persisted; one that a developer pastes for a real service is gone with the page.
const keepsHeaders = tokens.length > 0;
const transactionId = await findTransaction();
// The key of a sample that writes to that transaction: with the id of another one, the key of an earlier visit is refused.
const keys = settings.tabs.flatMap(({ variables = '' }) =>
  variables.includes(settings.transactionMark) ? [...variables.matchAll(/"idempotencyKey": "([^"]+)"/g)] : [],
);
const marks = [
  ...tokens,
  { mark: '{{URL of the graph}}', value: endpoint },
  ...(keepsHeaders ? keys.map(([, value], index) => ({ mark: `{{idempotency key ${index}}}`, value })) : []),
  // Ids differ from one data folder to the next.
  ...(transactionId === null ? [] : [{ mark: settings.transactionMark, value: transactionId }]),
];
const conceal = (text) => marks.reduce((rest, { mark, value }) => rest.replaceAll(value, mark), text);
const reveal = (text) => marks.reduce((rest, { mark, value }) => rest.replaceAll(mark, value), text);

/** The id of the demo agent's newest transaction; null without a demo agent, and if none can be read soon enough. */
async function findTransaction() {
  if (settings.tokens.agent === undefined) return null;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf('agent') },
    body: JSON.stringify({
      query: '{ transactions(first: 1, orderBy: { field: INSERT_DATE, direction: DESC }) { nodes { id } } }',
    }),
    signal: AbortSignal.timeout(3_000),
  };
  try {
    const { data } = await (await fetch(endpoint, request)).json();
    return data.transactions.nodes[0].id;
  } catch {
    return null;
  }
}

const storage = {
  getItem(key) {
    const text = key in paneOf ? activeTab()?.[paneOf[key]] : localStorage.getItem(prefix + key);
    return text ? reveal(text) : null;
  },
  setItem(key, text) {
    if (!(key in paneOf)) localStorage.setItem(prefix + key, conceal(keptOf(key, text)));
  },
  removeItem: (key) => localStorage.removeItem(prefix + key),
  clear() {
    for (const key of ownKeys()) localStorage.removeItem(key);
  },
  get length() {
    return ownKeys().length;
  },
};

/**
 * GraphiQL stores the panes separately from the tabs and opens an extra tab when the two differ; here only the tabs are stored.
 */
const paneOf = { 'graphiql:query': 'query', 'graphiql:variables': 'variables', 'graphiql:headers': 'headers' };

/** Tabs obey `shouldPersistHeaders`, but the history does not. */
function keptOf(key, text) {
  const isHistory = key === 'graphiql:queries' || key === 'graphiql:favorites';
  if (!isHistory || keepsHeaders) return text;
  return JSON.stringify(JSON.parse(text), (name, value) => (name === 'headers' ? undefined : value));
}

function activeTab() {
  const state = JSON.parse(localStorage.getItem(`${prefix}graphiql:tabState`));
  return state?.tabs[state.activeTabIndex];
}

function ownKeys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

// GraphiQL's tabs can be dragged, but it computes the wrong start position: a tab jumps aside under the pointer and the click
// is lost. So dragging is disabled: the page's style keeps tabs in place, and `pointerdown` never reaches them.
document.addEventListener(
  'pointerdown',
  (event) => event.target.closest('.graphiql-tab') && event.stopPropagation(),
  true,
);

// All tabs share the choice between the variables and headers panes; a tab with variables needs the variables pane.
document.addEventListener('click', (event) => {
  const tab = event.target.closest('.graphiql-tab');
  if (tab === null) return;
  const index = [...document.querySelectorAll('.graphiql-tab')].indexOf(tab);
  const state = JSON.parse(localStorage.getItem(`${prefix}graphiql:tabState`));
  const button = (name) => document.querySelector(`.graphiql-editor-tools [data-name=${name}]`);
  // If neither is open, the user has closed them.
  if (state?.tabs[index]?.variables && button('headers')?.classList.contains('active')) button('variables').click();
});

// No editor has the focus at first, since the Tab key does not lead out of one; the query can be run all the same.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (event.target.closest('.monaco-editor, [role=dialog]')) return;
  event.preventDefault();
  document.querySelector('.graphiql-execute-button')?.click();
});

const headerText = (caller) => JSON.stringify(headersOf(caller), null, 2);

const samples = settings.tabs.map(({ query, variables, caller }) => ({
  query: reveal(query),
  variables: variables && reveal(variables),
  headers: headerText(caller),
}));

self.YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
  endpoint,
  // Subscriptions too, which are streams of events.
  method: 'POST',
  storage,
  // It is in the bar on top.
  title: '',
  defaultHeaders: headerText('agent'),
  defaultTabs: samples,
  shouldPersistHeaders: keepsHeaders,
  // GraphiQL's own, which are the history; the package would put a query builder in its place.
  plugins: undefined,
  // The default would write every keystroke into the URL.
  onEditQuery: () => undefined,
});
