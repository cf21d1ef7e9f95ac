#!/bin/sh
# Makes a certificate authority, and with it the certificate of the demo's two names, for a year; in this folder, or in the one given.
set -eu
cd "${1:-$(dirname "$0")}"
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj '/CN=Demo authority' -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=graph.localhost' -keyout proxy.key -out proxy.csr 2>/dev/null
printf 'subjectAltName=DNS:graph.localhost,DNS:post-api,DNS:localhost\n' >proxy.ext
openssl x509 -req -days 365 -in proxy.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile proxy.ext -out proxy.crt 2>/dev/null
cat proxy.crt proxy.key >proxy.pem
# The proxy and the gateway run as users of their own.
chmod 644 ca.pem proxy.pem
rm -f proxy.key proxy.crt proxy.csr proxy.ext ca.key ca.srl
