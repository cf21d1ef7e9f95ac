/** Starts Swagger UI in the browser. It contacts only the server that the page came from. */
const { clientId } = JSON.parse(document.getElementById('settings').textContent);

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  // Otherwise the document would be sent to a validator on the internet.
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  presets: [SwaggerUIBundle.presets.apis],
});

// The secret is typed into the dialog.
if (clientId) ui.initOAuth({ clientId });
