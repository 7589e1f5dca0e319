# The image of Parley: Node.js, what it needs of Debian, the packages of the product and the built product. No shell, no package manager,
# no compilers, no tools of development. How to run it: docs/guide/docker.md. Why it is made as it is: docs/decisions/0071-image.md.
ARG NODE_VERSION=24.21.0
ARG DEBIAN=trixie

FROM node:${NODE_VERSION}-${DEBIAN}-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
RUN node scripts/package/assemble.mjs /image

FROM scratch
COPY --from=build /image/system/ /
COPY --from=build /image/packages/ /
COPY --from=build /image/project/ /

ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Parley" \
      org.opencontainers.image.description="A self-hosted, multi-tenant AI support desk" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"

ENV PATH=/usr/local/bin \
    NODE_ENV=production \
    PORT=8787 \
    DATA_DIR=/data
# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /app
# The embedded database and generated secrets; nearly nothing with DATABASE_URL and SESSION_SECRETS. All else is read only, but for /tmp.
VOLUME /data
EXPOSE 8787
# Node.js is the first process: it listens to both signals from its first line on, and every process it starts is its own child.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/bin/check-health.mjs"]

CMD ["node", "/app/bin/serve.mjs"]
