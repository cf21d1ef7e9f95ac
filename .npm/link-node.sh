# npm scripts run the first `node` on their path, node_modules/.bin/node. npm 10 removes that link, because the packages of
# the skipped platforms share its name; npm 11 links a binary that cannot start where libc is not glibc. So link a binary that
# starts, or none.
for node in node_modules/node-*/bin/node; do
  "$node" --version >/dev/null 2>&1 && exec ln -sf "../${node#node_modules/}" node_modules/.bin/node
done
rm -f node_modules/.bin/node
