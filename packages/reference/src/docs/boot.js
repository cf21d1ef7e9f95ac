/** Starts Swagger UI in the browser. It contacts only the server that the page came from. */
const { clientId, clientSecret } = JSON.parse(document.getElementById('settings').textContent);

const dark = matchMedia('(prefers-color-scheme: dark)');
const useTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', useTheme);
useTheme();

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  // Otherwise the document would be sent to a validator on the internet.
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  presets: [SwaggerUIBundle.presets.apis],
  // Otherwise the browser would answer a challenge to wrong credentials with a dialog of its own.
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
  responseInterceptor: useToken,
});

// A secret that is not shown is typed into the dialog.
if (clientId) ui.initOAuth({ clientId, ...(clientSecret && { clientSecret }) });

/** The token that was obtained last authorizes every operation from then on. */
function useToken(response) {
  const token = response.body?.access_token;
  if (token) ui.preauthorizeApiKey('bearer', token);
  return response;
}
