# Stands for node:<version>-trixie-slim where no registry of images is reached: Node.js and npm from the packages behind the npm packages
# `node` and `npm`, and what this machine trusts.
FROM docker.io/library/debian:trixie-slim
COPY node/bin/node /usr/local/bin/node
COPY node/LICENSE /usr/local/LICENSE
COPY npm /usr/local/lib/node_modules/npm
COPY trusted.crt /usr/local/etc/trusted.crt
RUN chmod 755 /usr/local/bin/node \
 && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && echo "cafile=/usr/local/etc/trusted.crt" > /usr/local/etc/npmrc \
 && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
CMD ["node"]
