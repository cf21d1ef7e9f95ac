/**
 * Starts GraphiQL in the browser. Tabs are kept between visits, tokens are not: in the browser's storage each stands as
 * a mark, and on the next visit the mark becomes the token that the server hands out then.
 */
const settings = JSON.parse(document.getElementById('settings').textContent);
const prefix = 'realty-forms:';

const workers = { editorWorkerService: 'editor', graphql: 'graphql', json: 'json' };
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => `/graphiql/worker-${workers[label]}.js`,
};

const tokens = Object.entries(settings.headers).flatMap(([caller, headers]) =>
  Object.values(headers).map((value) => ({ mark: `{{token of the demo ${caller}}}`, value: value.split(' ').at(-1) })),
);
const conceal = (text) => tokens.reduce((rest, { mark, value }) => rest.replaceAll(value, mark), text);
const reveal = (text) => tokens.reduce((rest, { mark, value }) => rest.replaceAll(mark, value), text);

const storage = {
  getItem(key) {
    const text = key in paneOf ? activeTab()?.[paneOf[key]] : localStorage.getItem(prefix + key);
    return text ? reveal(text) : null;
  },
  setItem(key, text) {
    if (!(key in paneOf)) localStorage.setItem(prefix + key, conceal(text));
  },
  removeItem: (key) => localStorage.removeItem(prefix + key),
  clear() {
    for (const key of ownKeys()) localStorage.removeItem(key);
  },
  get length() {
    return ownKeys().length;
  },
};

/** GraphiQL keeps the panes beside the tabs and opens one tab more when the two differ; here the tabs alone are kept. */
const paneOf = { 'graphiql:query': 'query', 'graphiql:variables': 'variables', 'graphiql:headers': 'headers' };

function activeTab() {
  const state = JSON.parse(localStorage.getItem(`${prefix}graphiql:tabState`));
  return state?.tabs[state.activeTabIndex];
}

function ownKeys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

// GraphiQL lets tabs be dragged, but the place that it drags from is wrong: a tab jumps aside under the pointer and the
// click is lost. So tabs do not move: the page's style keeps them in place, and the start of a drag never arrives.
document.addEventListener(
  'pointerdown',
  (event) => event.target.closest('.graphiql-tab') && event.stopPropagation(),
  true,
);

// One choice between variables and headers serves all tabs; a tab that has variables is nothing without them.
document.addEventListener('click', (event) => {
  const tab = event.target.closest('.graphiql-tab');
  if (tab === null) return;
  const index = [...document.querySelectorAll('.graphiql-tab')].indexOf(tab);
  const state = JSON.parse(localStorage.getItem(`${prefix}graphiql:tabState`));
  const button = (name) => document.querySelector(`.graphiql-editor-tools [data-name=${name}]`);
  // Where neither is open, somebody has closed them.
  if (state?.tabs[index]?.variables && button('headers')?.classList.contains('active')) button('variables').click();
});

async function send({ query, variables, operationName }, { headers } = {}) {
  const response = await fetch(settings.endpoint, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      accept: 'application/graphql-response+json, application/json',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return response.json();
}

const headerText = (caller) => JSON.stringify(settings.headers[caller] ?? { Authorization: 'Bearer ' }, null, 2);

self.YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
  fetcher: send,
  storage,
  // The tabs need the room that a name would take.
  title: '',
  logo: '<img src="/graphiql/icon.svg" alt="" width="32" height="32">',
  defaultHeaders: headerText('agent'),
  defaultTabs: settings.tabs.map(({ query, variables, caller }) => ({ query, variables, headers: headerText(caller) })),
  // Only tokens for development are kept; one that a developer pastes against a real service is gone with the page.
  shouldPersistHeaders: tokens.length > 0,
  // Otherwise every keystroke goes into the address.
  onEditQuery: () => undefined,
});
