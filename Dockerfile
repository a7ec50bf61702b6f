# Two images from one file: the service (the default), and with `--target contracts` the verifier of
# consumers' contracts. There is no build step: Node runs the TypeScript as it is.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /app

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# The optional packages bring a Node of their own; the base image has one.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM base AS service
# Nothing in the running service installs or builds.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
    /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
  && install -d -o 10001 -g 10001 /var/lib/reference-data /var/cache/reference-data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY docs/openapi.yaml ./docs/
COPY config ./config
COPY data ./data
COPY src ./src
# The last good figures. A volume, so that it is writable under a read-only root file system.
VOLUME /var/lib/reference-data
ENV NODE_ENV=production \
  CACHE_URL=file:/var/lib/reference-data \
  SALARY_LAWS_STATE_DIR=/var/lib/reference-data
# A number, because Kubernetes cannot tell from a name that it is not root.
USER 10001:10001
# One start and stop while the file system can be written leaves the modules compiled, so that no
# container has to strip types again. Node keeps the cache by user, hence after USER.
ENV NODE_COMPILE_CACHE=/var/cache/reference-data
RUN PORT=0 LOG_LEVEL=warn CACHE_URL=memory: SHUTDOWN_DRAIN_MS=0 \
  timeout --preserve-status --signal=TERM 5 node src/start.js
EXPOSE 3000
# Alive means that the process answers, and no more. /api/ready and /api/health also speak of
# upstreams and of the dataset: whoever restarts on those turns an upstream's outage into his own.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/version`, { signal: AbortSignal.timeout(9000) }).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The service handles SIGTERM and SIGINT itself and starts no child, so it can be process 1; the exec
# form makes it that. Where something else must reap processes, run with an init (`docker run --init`).
CMD ["node", "src/start.js"]
# Last, so that a new commit rebuilds no layer above.
ARG COMMIT=
ARG BUILD_TIME=
ENV BUILD_COMMIT=${COMMIT} \
  BUILD_TIME=${BUILD_TIME}
LABEL org.opencontainers.image.title="reference-data-service" \
  org.opencontainers.image.description="Public, keyless reference data over HTTP: market rates and Iranian salary laws" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.revision="${COMMIT}" \
  org.opencontainers.image.created="${BUILD_TIME}"

FROM base AS contracts
COPY package.json package-lock.json .npmrc ./
# The verifier's native library is an optional package, so here they are kept, but for the Node.
RUN npm ci --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node /root/.npm
COPY . .
# The verifier is handed each pact as a file; this folder is writable under a read-only root, too.
ENV PACT_DO_NOT_TRACK=true \
  TMPDIR=/dev/shm
USER 10001:10001
ENTRYPOINT ["npm", "run", "--silent", "pact:verify", "--"]

# What is built where no target is named.
FROM service
