/** Starts Swagger UI in the browser. It speaks to no one but the server that the page came from. */
const { client } = JSON.parse(document.getElementById('settings').textContent);

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  // Else the document would be handed to a validator on the internet.
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  presets: [SwaggerUIBundle.presets.apis],
});

// A client whose secret is public on purpose; any other is typed in the dialog.
if (client) ui.initOAuth({ clientId: client.id, clientSecret: client.secret });
