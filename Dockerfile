# The site and its worker as one image: docs/guide/run/containers.md.
FROM docker.io/library/debian:trixie-slim AS base
# The program `node` needs this library.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
WORKDIR /app

FROM base AS build
# Debian's Node only runs npm. The project's own Node is the package `node` of the lock file.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils ca-certificates nodejs npm \
  && npm install --global --no-audit --no-fund npm@11.19.1
COPY package.json package-lock.json ./
COPY clone-packages/package.json ./clone-packages/
RUN npm ci --omit=dev --no-audit --no-fund \
  && cp --dereference node_modules/.bin/node /usr/local/bin/node \
  && strip /usr/local/bin/node
COPY . .
RUN npm run production -- /production
# Writes the list of parts (CycloneDX): the installed packages, the packages bundled into the build, and Node.
RUN node server/parts.ts /production && mv /production/node_modules /packages

FROM base
ARG VERSION=2.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Chalk & Vine" \
  org.opencontainers.image.description="A marketplace for UK vineyards and their tours and tastings" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
RUN groupadd --gid 10001 chalk-and-vine \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin chalk-and-vine \
  && install --directory --owner=10001 --group=10001 --mode=750 /data
# The files that change least are copied first, so that a new build reuses their layers.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /packages ./node_modules
COPY --from=build /production ./
# The proxy of deploy/Caddyfile checks each site every second. A site that is told to stop keeps serving for four seconds.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_FOLDER=/data LEAVE_SECONDS=4
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
